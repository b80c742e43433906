/**
 * How often a command prints a sentence that is false, on data with known truth, and how often it finds an effect of the printed size:
 *   node bench/scenarios.ts [--sets N] [--minutes M] [--power] [--write] [PATTERN]
 * Draws sets of each scenario (or with --power of each design) whose name matches PATTERN, from the set after the last one that
 * `bench/notes/rates-0.4.json` counts, until each has N sets or the minutes are over, and adds them to this file. One set in fifty
 * of the commands on files is also carried out in a process of its own; a different output ends the count. The processes of reports
 * and comparisons are those of `bench/scenarios-command-line.ts`. --write: also writes
 * bench/notes/rates-0.4.md. Intervals are exact (Clopper and Pearson), at 95 % over all lines together (Bonferroni).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../src/util/random.ts';
import { countSets } from '../test/simulation/scenarios/count.ts';
import { scenarios } from '../test/simulation/scenarios/index.ts';
import { powerDesigns } from '../test/simulation/scenarios/power-scenarios.ts';
import { runHere } from '../test/simulation/scenarios/run-command.ts';
import { type Claim, exactInterval, holds } from '../test/simulation/scenarios/scenario.ts';
import { changeCounts, readCounts } from './scenario-counts.ts';

const { values, positionals } = parseArgs({
  options: {
    sets: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: 'Infinity' },
    power: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const wanted = Number(values.sets);
const end = Date.now() + 60_000 * Number(values.minutes);
const pattern = new RegExp(positionals[0] ?? '');
const notes = new URL('./notes/', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'seb-scenarios-'));

const counts = readCounts();

/** Sets of a scenario that are counted between two looks at the clock. */
const slice = 20;
/** Sets of each scenario that are also carried out as processes. */
const wantedProcesses = 20;
/** Sets without an effect whose printed sizes give the effect of a design: their mean. */
const sizedSets = 100;

try {
  if (values.power) await countPower();
  else await countScenarios();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.write) writeFileSync(new URL('rates-0.4.md', notes), page());

async function countScenarios(): Promise<void> {
  const chosen = scenarios.filter(({ name }) => pattern.test(name));
  for (let isOpen = true; isOpen; ) {
    isOpen = false;
    for (const scenario of chosen) {
      const before = counts.scenarios[scenario.name] ?? { sets: 0, hits: scenario.claims.map(() => 0), asProcess: 0 };
      const sets = Math.min(slice, wanted - before.sets);
      if (sets <= 0 || Date.now() > end) continue;
      const found = await countSets(scenario, { first: before.sets, sets, folder, processEvery: 50 });
      counts.scenarios[scenario.name] = {
        sets: before.sets + sets,
        hits: before.hits.map((hits, index) => hits + (found.hits[index] ?? 0)),
        asProcess: before.asProcess + found.asProcess,
      };
      store();
      isOpen = true;
    }
  }
}

async function countPower(): Promise<void> {
  const run = (drawn: Parameters<typeof runHere>[0]) => runHere(drawn, folder);
  for (const { name, printedSize, isFound } of powerDesigns.filter((each) => pattern.test(each.name))) {
    let found = counts.power[name];
    if (found === undefined) {
      let [sum, sized] = [0, 0];
      for (let set = 0; set < sizedSets; set += 1) {
        const size = await printedSize(seededRandom('size', name, set), run);
        if (size === null) continue;
        sum += size;
        sized += 1;
      }
      found = { sets: 0, hits: 0, effect: sum / sized };
    }
    for (; found.sets < wanted && Date.now() < end; ) {
      const isHit = await isFound(seededRandom('power', name, found.sets), found.effect, run);
      found = { ...found, sets: found.sets + 1, hits: found.hits + Number(isHit) };
      counts.power[name] = found;
    }
    store();
  }
}

/** Writes what this process counted into the file, beside what other processes have counted meanwhile. */
function store(): void {
  const own = new Set(scenarios.filter(({ name }) => !values.power && pattern.test(name)).map(({ name }) => name));
  const isOwn = ([name]: readonly [string, unknown]) => own.has(name);
  changeCounts((now) => ({
    ...now,
    scenarios: { ...now.scenarios, ...Object.fromEntries(Object.entries(counts.scenarios).filter(isOwn)) },
    ...(values.power ? { power: counts.power } : {}),
  }));
}

function share(value: number): string {
  return value.toFixed(3).replace(/^0/, '');
}

/** Returns the counted lines of the scenarios as a page. */
function page(): string {
  const error = 0.05 / scenarios.flatMap(({ claims }) => claims).length;
  const counted = scenarios.flatMap(({ name, claims }) => {
    const { sets = 0, hits = [], asProcess = 0 } = counts.scenarios[name] ?? {};
    return sets === 0 ? [] : claims.map((claim, index) => ({ name, claim, sets, hits: hits[index] ?? 0, asProcess }));
  });
  type Line = (typeof counted)[number];
  const ends = ({ hits, sets }: Line) => exactInterval(hits, sets, error).map(share).join(', ');
  const result = ({ claim, hits, sets }: Line) => (holds(claim, { hits, sets }, error) ? 'holds' : '**does not hold**');
  const asked = ({ kind, rate = 0 }: Claim) => `${kind === 'power' ? 'at least' : 'at most'} ${share(rate)}`;
  const stated = counted.filter(({ claim }) => claim.kind !== 'not excluded');
  const known = counted.filter(({ claim }) => claim.kind === 'not excluded');
  const processes = scenarios.map(({ name }) => counts.scenarios[name]?.asProcess ?? 0);
  const few = scenarios.flatMap(({ name }, index) => {
    const sets = processes[index] ?? 0;
    return sets < wantedProcesses ? [`| ${name} | ${sets} |`] : [];
  });
  const power = powerDesigns.flatMap(({ name }) => {
    const found = counts.power[name];
    if (found === undefined) return [];
    const { sets, hits, effect } = found;
    const [low, high] = exactInterval(hits, sets, 0.05 / powerDesigns.length);
    const word = low <= 0.85 && high >= 0.75 ? 'holds' : '**does not hold**';
    return [`| ${name} | ${(100 * effect).toFixed(1)} | ${hits} of ${sets} | ${share(hits / sets)} | ${word} |`];
  });
  const outOf = ({ hits, sets }: Line) => `${hits} of ${sets.toLocaleString('en')}`;
  return `# How often a word is false

Counted under the rules of version 0.4 by \`node bench/scenarios.ts\` ([the list](../../test/simulation/scenarios/index.ts)) on data
with known truth: logs and studies through the entry of the command line on drawn files, reports and comparisons of runs through the
functions behind the commands.

${processes.reduce((sum, sets) => sum + sets, 0).toLocaleString('en')} sets were also carried out as processes of the command line, with equal results: one in fifty of each scenario${few.length === 0 ? '' : ', except those [below](#fewer-sets-as-processes)'}. Commands on
files printed the same output. Of reports and comparisons, all findings are equal, digit by digit
([how](../scenarios-command-line.ts)): a server answered as the drawn models, and \`seb run\` asked it; where no server can answer so
(labels, strata, texts, stated probabilities, other kinds of answers) or only in more than 3,000 calls, \`seb report\` read the outcomes from logs
as \`seb report --out\` writes them.

A set counts once, whatever the number of models or pairs with the word. A line *holds* where its exact interval (Clopper and Pearson
1934), at 95 % over all lines together (Bonferroni), does not lie above the stated rate.

| scenario | word | stated | printed | interval | |
|---|---|---|---|---|---|
${stated.map((line) => `| ${line.name} | ${line.claim.word} | ${asked(line.claim)} | ${outOf(line)} | [${ends(line)}] | ${result(line)} |`).join('\n')}

## Not excluded

False sentences that no rule of the command can exclude.

| scenario | word | printed | share | interval |
|---|---|---|---|---|
${known.map((line) => `| ${line.name} | ${line.claim.word} | ${outOf(line)} | ${share(line.hits / line.sets)} | [${ends(line)}] |`).join('\n')}

## Power

An effect of the size that ${sizedSets} sets without an effect print on average (points), which the pages say four of five such runs find:
between .75 and .85.

| design | effect | found | share | |
|---|---|---|---|---|
${power.join('\n')}
${few.length === 0 ? '' : fewerSets(few)}`;
}

function fewerSets(lines: readonly string[]): string {
  return `
## Fewer sets as processes

Scenarios of which fewer than ${wantedProcesses} sets were carried out as processes so far.

| scenario | sets |
|---|---|
${lines.join('\n')}
`;
}
