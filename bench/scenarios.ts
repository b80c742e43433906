/**
 * How often `seb report` and `seb compare` print a sentence that is false, and find what is true, on data with known truth:
 *   node bench/scenarios.ts [--sets N] [--out FILE] [TEXT]
 * Prints one line for each scenario and word whose name contains TEXT. Intervals are exact (Clopper and Pearson), at 95 % over
 * all lines together (Bonferroni). --out: also writes the table, after every scenario. docs/statistics.md has the results.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { seededRandom } from '../src/util/random.ts';
import { scenarios } from '../test/simulation/scenarios/index.ts';
import { type Claim, exactInterval, holds } from '../test/simulation/scenarios/scenario.ts';

const { values, positionals } = parseArgs({
  options: { sets: { type: 'string', default: '1000' }, out: { type: 'string' } },
  allowPositionals: true,
});
const sets = Number(values.sets);
const [text = ''] = positionals;
const chosen = scenarios.filter(({ name }) => name.includes(text));
const error = 0.05 / scenarios.flatMap(({ claims }) => claims).length;
const lines = ['| scenario | word | stated | printed | interval | |', '|---|---|---|---|---|---|'];
print();
for (const { name, claims, prints } of chosen) {
  const random = seededRandom('scenario', name);
  const hits = claims.map(() => 0);
  for (let set = 0; set < sets; set += 1)
    for (const [index, isPrinted] of prints(random).entries()) hits[index] = (hits[index] ?? 0) + Number(isPrinted);
  for (const [index, claim] of claims.entries()) lines.push(lineOf(name, claim, hits[index] ?? 0));
  print(claims.length);
}

function lineOf(name: string, claim: Claim, count: number): string {
  const share = (value: number) => value.toFixed(3).replace(/^0/, '');
  const stated = { stated: `at most ${share(claim.rate ?? 0)}`, power: `at least ${share(claim.rate ?? 0)}` };
  const asked = claim.kind === 'not excluded' ? 'not excluded' : stated[claim.kind];
  const [low, high] = exactInterval(count, sets, error);
  const result =
    claim.kind === 'not excluded' ? '' : holds(claim, { hits: count, sets }, error) ? 'holds' : 'DOES NOT HOLD';
  return `| ${name} | ${claim.word} | ${asked} | ${count} of ${sets} | [${share(low)}, ${share(high)}] | ${result} |`;
}

function print(last = lines.length): void {
  console.log(lines.slice(-last).join('\n'));
  if (values.out !== undefined) writeFileSync(values.out, `${lines.join('\n')}\n`);
}
