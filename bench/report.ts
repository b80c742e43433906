/**
 * How long `seb report --out` takes, from the store to all files: 15 simulated models x 3 experiments at the paper's sizes,
 *   node bench/report.ts [--million | --recordings FOLDER] [--rounds N] [--store FILE] [--profile FOLDER] [--quick]
 * --million: 1,000,000 outcomes instead. --recordings: the recordings of a clone of the paper's repository instead, and the
 * report on the terminal. --store: the store is made there once and used again. --profile: a CPU profile of
 * one more report. Two reports of a store must be equal byte by byte.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { toJsonl } from '../src/data/files/jsonl.ts';
import { generateItems } from '../workshop/generators.ts';
import { limits } from './bounds.ts';
import { measure } from './measure.ts';

const { values } = parseArgs({
  options: {
    million: { type: 'boolean', default: false },
    recordings: { type: 'string' },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '2' },
    store: { type: 'string' },
    profile: { type: 'string' },
  },
});

/** Items an experiment. The paper: 488 cues with 1,786 option words, 450 requests, 250 groups of four questions. */
const paper = { association: 488, restriction: 450, difficulty: 250 };
const large = { association: 13_000, restriction: 10_000, difficulty: 4_500 }; // 1,000,800 outcomes of 15 models
const small = { association: 20, restriction: 20, difficulty: 10 };
const items = values.quick ? small : values.million ? large : paper;
const bounds = { seconds: values.million ? limits.millionReport : limits.paperReport, mb: limits.peakMb };

const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'seb-report-bench-'));
const store = values.store ?? join(folder, 'store.sqlite');
const run = (...args: readonly string[]) => measure(args, { cwd: folder });

async function makeStore(): Promise<void> {
  if (values.recordings !== undefined) {
    await run(main, 'import', 'self-execution-benchmark', resolve(values.recordings), '--store', store);
    return;
  }
  const files: string[] = [];
  for (const [experiment, count] of Object.entries(items)) {
    writeFileSync(join(folder, `${experiment}.jsonl`), toJsonl(generateItems(experiment, count)));
    files.push(`${experiment}=${experiment}.jsonl`);
  }
  const models = Array.from({ length: 15 }, (_, index) => `simulated/m${index + 1}?self=0.${index % 10}&format=0.02`);
  const { seconds } = await run(main, 'run', '--model', ...models, '--items', ...files, '--store', store, '--json');
  console.log(`store made in ${seconds.toFixed(0)} s`);
}

/** One hash of all files of a folder, names included. */
function hashOf(report: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(report, { recursive: true, withFileTypes: true }).toSorted(byPath)) {
    if (entry.isFile()) hash.update(`${entry.name}\n`).update(readFileSync(join(entry.parentPath, entry.name)));
  }
  return hash.digest('hex');
}

function byPath(a: { parentPath: string; name: string }, b: { parentPath: string; name: string }): number {
  const [one, other] = [join(a.parentPath, a.name), join(b.parentPath, b.name)];
  return one < other ? -1 : Number(one > other);
}

if (!existsSync(store)) await makeStore();
if (values.recordings !== undefined) await run(main, 'report', '--store', store); // the first one reads cold files
const rounds = values.recordings === undefined ? 0 : Number(values.rounds);
for (let round = 0; round < rounds; round += 1) {
  const { seconds, cpuSeconds, peakMb } = await run(main, 'report', '--store', store);
  console.log(
    `report on the terminal: ${seconds.toFixed(1)} s, CPU of all threads ${cpuSeconds.toFixed(1)} s, peak ${Math.round(peakMb)} MB`,
  );
}
const hashes = new Set<string>();
for (let round = 0; round < Number(values.rounds); round += 1) {
  const out = join(folder, `report-${round}`);
  const { seconds, cpuSeconds, peakMb } = await run(main, 'report', '--store', store, '--out', out);
  const holds = seconds < bounds.seconds && peakMb < bounds.mb;
  const bound = `${bounds.seconds} s, ${bounds.mb} MB`;
  const outcomes = readFileSync(join(out, 'report.md'), 'utf8').match(/([\d,]+) outcomes/)?.[1] ?? 'no';
  console.log(
    `report of ${outcomes} outcomes: ${seconds.toFixed(1)} s, CPU of all threads ${cpuSeconds.toFixed(1)} s, ` +
      `peak ${Math.round(peakMb)} MB; bound ${bound}: ${holds ? 'holds' : 'MISSED'}`,
  );
  hashes.add(hashOf(out));
  rmSync(out, { recursive: true });
}
console.log(hashes.size > 1 ? 'the reports DIFFER' : `${values.rounds} reports, equal byte by byte`);
if (values.profile !== undefined) {
  const flags = ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
  await run(...flags, main, 'report', '--store', store, '--out', join(folder, 'profiled'));
  console.log(`profile in ${values.profile}`);
}
rmSync(folder, { recursive: true });
if (hashes.size > 1) process.exitCode = 1;
