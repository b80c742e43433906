/**
 * Carries out one set in fifty of the scenarios of reports and of runs also as processes of the command line, which must find what
 * the functions find that `bench/scenarios.ts` counts, digit by digit:
 *   node bench/scenarios-command-line.ts [--minutes M] [--write] [PATTERN]
 * A server answers as the drawn models, and `seb run` asks it (`seb report`, `seb compare`); where no server can answer so, or
 * with more than 3,000 calls, the outcomes are in logs as `seb report --out` writes them, which `seb report` reads. Takes the scenarios whose
 * name matches PATTERN in turn. --write: adds the sets that are equal to bench/notes/rates-0.4.json, and goes on after those that it counts.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { bundle } from '../scripts/bundle.ts';
import { seededRandom } from '../src/util/random.ts';
import { throughCommandLine } from '../test/simulation/scenarios/command-line.ts';
import { scenarios } from '../test/simulation/scenarios/index.ts';
import { changeCounts, readCounts } from './scenario-counts.ts';

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string', default: 'Infinity' }, write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const end = Date.now() + 60_000 * Number(values.minutes);
const pattern = new RegExp(positionals[0] ?? '');
const [sets, every] = [1_000, 50];
const work = mkdtempSync(join(tmpdir(), 'seb-scenarios-'));
const chosen = scenarios.filter((each) => pattern.test(each.name) && (each.draw ?? each.drawComparisons) !== undefined);
let [equal, compared] = [0, 0];
try {
  const program = await buildProgram();
  const done = readCounts().scenarios;
  for (let set = 0; set < sets && Date.now() < end; set += every)
    for (const scenario of chosen) {
      if (Date.now() > end || (values.write && set < every * (done[scenario.name]?.asProcess ?? 0))) continue;
      const folder = join(work, 'set');
      mkdirSync(folder);
      const found = await throughCommandLine(scenario, () => seededRandom('scenario', scenario.name, set), {
        folder,
        program,
      });
      rmSync(folder, { recursive: true });
      const isEqual = found.every(({ functions, commandLine }) => isDeepStrictEqual(functions, commandLine));
      compared += 1;
      equal += Number(isEqual);
      console.log(`${isEqual ? 'equal' : 'DIFFERENT'}: ${scenario.name}, set ${set}`);
      if (!isEqual) console.log(JSON.stringify(found));
      else if (values.write) addSet(scenario.name);
    }
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(`${equal} of ${compared} sets equal`);
if (equal < compared) process.exitCode = 1;

function addSet(name: string): void {
  changeCounts((now) => {
    const before = now.scenarios[name];
    if (before === undefined) throw new Error(`${name} is not counted yet`);
    return { ...now, scenarios: { ...now.scenarios, [name]: { ...before, asProcess: before.asProcess + 1 } } };
  });
}

/** Bundles the program as the package ships it, and returns its main file: what changes in the sources meanwhile does not matter. */
async function buildProgram(): Promise<string> {
  const project = fileURLToPath(new URL('..', import.meta.url));
  cpSync(join(project, 'package.json'), join(work, 'package.json'));
  for (const name of ['node_modules', 'data', 'model']) symlinkSync(join(project, name), join(work, name));
  await bundle(join(work, 'dist'));
  return join(work, 'dist', 'cli', 'main.js');
}
