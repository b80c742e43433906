import './virtual-time.ts';
import { parseArgs } from 'node:util';
import type { ModeName } from './modes.ts';
import { breakProgram } from './mutations.ts';
import type { Counts } from './scenario.ts';

/**
 * Plays histories and prints what must not happen, with mode and seed, and the sums as JSON. Usage:
 * `npm run histories -- MODE FIRST COUNT`; MODE: run, batch, files, workers, study or all. One history is printed step by step.
 * `--break NAME` plants a fault of `mutations.ts`, and `--until-failed` ends at the first history that notices.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { break: { type: 'string' }, 'until-failed': { type: 'boolean' } },
});
const [given = 'all', first = '1', count = '100'] = positionals;
if (values.break !== undefined) breakProgram(values.break);
const { playHistory } = await import('./history.ts'); // after the program was broken
const { modeNames } = await import('./modes.ts');
const { countNames } = await import('./scenario.ts');
const modes = given === 'all' ? modeNames : modeNames.filter((mode) => mode === given);
if (modes.length === 0) throw new Error(`the modes are all, ${modeNames.join(', ')}`);

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

process.on('unhandledRejection', (error) => {
  console.log(`FAILED ${current}: unhandled rejection: ${error instanceof Error ? error.stack : String(error)}`);
  failed.push(current);
});

let current = '';
const failed: string[] = [];
const counts = Object.fromEntries(countNames.map((name) => [name, 0])) as Counts; // all names
const ends: Record<string, number> = {};
let [histories, processes, simulatedMs] = [0, 0, 0];
const startedAt = cpuSeconds();

function stated(mode: ModeName, seed: number, problems: readonly string[]): void {
  if (problems.length === 0) return;
  failed.push(current);
  console.log(`FAILED ${mode} ${seed}: ${problems.join(' | ')}`);
}

const isOver = () => values['until-failed'] === true && failed.length > 0;
for (let seed = Number(first); seed < Number(first) + Number(count) && !isOver(); seed += 1) {
  for (const mode of modes) {
    current = `${mode} ${seed}`;
    const history = await playHistory(mode, seed);
    stated(mode, seed, history.problems);
    if (count === '1') console.log(history.log.join('\n'));
    histories += 1;
    processes += history.processes;
    simulatedMs += history.simulatedMs;
    ends[history.end] = (ends[history.end] ?? 0) + 1;
    for (const name of countNames) counts[name] += history.counts[name];
  }
}
const used = cpuSeconds() - startedAt;
const sums = {
  histories,
  failed: failed.length,
  cpuSeconds: Number(used.toFixed(1)),
  perCpuSecond: Number((histories / used).toFixed(1)),
};
console.log(
  JSON.stringify({
    ...sums,
    simulatedHours: Math.round(simulatedMs / 3_600_000),
    processes,
    ends,
    counts,
    failures: failed,
  }),
);
process.exit(failed.length === 0 ? 0 : 1); // timers of killed processes are left
