/**
 * Compares the findings of drawn data by the functions, which `bench/scenarios.ts` counts, with those of the commands:
 *   node bench/scenarios-command-line.ts [--sets N] [--calls N] [--write] [TEXT]
 * A server answers as the drawn models; `seb run` asks it, one call at a time, and `seb report --json` is compared digit by
 * digit. N sets (default 1) of each scenario whose name contains TEXT, that a server can answer, with at most N calls
 * (default 4,000). --write: adds the sets that are equal to bench/notes/rates-0.4.json.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { seededRandom } from '../src/util/random.ts';
import { bothFindings, callsOf, canBeServed } from '../test/simulation/scenarios/command-line.ts';
import { scenarios } from '../test/simulation/scenarios/index.ts';
import { changeCounts } from './scenario-counts.ts';

const { values, positionals } = parseArgs({
  options: {
    sets: { type: 'string', default: '1' },
    calls: { type: 'string', default: '4000' },
    write: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [text = ''] = positionals;
let [equal, compared] = [0, 0];
for (const { name, draw } of scenarios.filter((each) => each.name.includes(text))) {
  if (draw === undefined) continue;
  const random = seededRandom('scenario', name, 'command line');
  for (let set = 0; set < Number(values.sets); set += 1) {
    const drawn = draw(random);
    if (!canBeServed(drawn) || callsOf(drawn) > Number(values.calls)) break;
    const folder = mkdtempSync(join(tmpdir(), 'seb-scenario-'));
    const { functions, commandLine } = await bothFindings(drawn.rows, folder);
    rmSync(folder, { recursive: true, force: true });
    const isEqual = isDeepStrictEqual(functions, commandLine);
    compared += 1;
    equal += Number(isEqual);
    if (isEqual && values.write)
      changeCounts((now) => ({ ...now, asRuns: { ...now.asRuns, [name]: (now.asRuns[name] ?? 0) + 1 } }));
    console.log(`${isEqual ? 'equal' : 'DIFFERENT'}: ${name}, ${drawn.rows.length} items x models`);
    if (!isEqual) console.log(JSON.stringify({ functions, commandLine }));
  }
}
console.log(`${equal} of ${compared} sets equal`);
if (equal < compared) process.exitCode = 1;
