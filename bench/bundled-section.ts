import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { distinctCalls } from '../src/answers/plan/distinct-calls.ts';
import { storedWorks } from '../src/answers/stored-run.ts';
import { experimentRegistry } from '../src/experiments/registry.ts';
import { bundledPath } from '../src/models/gguf/bundled.ts';
import { loadGguf } from '../src/models/gguf/gguf-runtime.ts';
import { inspectGguf } from '../src/models/gguf/loading/gguf-file.ts';
import { openStore } from '../src/store/open.ts';
import { interleaved, type Measured, measure, median } from './measure.ts';
import type { Section } from './section.ts';

interface Task {
  readonly text: string;
  readonly tokens: number;
}

/** What a run asked the model, as its template renders it, and how many tokens it answered with. */
async function tasksOf(location: string): Promise<readonly Task[]> {
  const runtime = await loadGguf(
    await inspectGguf(bundledPath('ada')),
    { gpu: 'none' },
    { isTrusted: true, adapter: null },
  );
  const store = await openStore(location);
  const [run] = await store.runs();
  if (run === undefined) throw new Error('the run is in the store');
  const calls = [...distinctCalls(await storedWorks(store, run, experimentRegistry()))].map(({ keyed }) => keyed);
  const answers = await store.answers(calls.map(({ key }) => key));
  await store.close();
  const tasks: Task[] = [];
  for (const { key, asked } of calls) {
    const text = await runtime.render(asked.messages, null);
    tasks.push({ text, tokens: answers.get(key)?.answer.usage.output ?? 0 });
  }
  await runtime.close();
  return tasks;
}

/** A bundled model through `seb` against node-llama-cpp alone, on the same prompts, to the same number of tokens. */
export const bundled: Section = async ({ main, folder, quick, rounds }) => {
  const turnFolder = join(folder, 'turn');
  const options = [
    '--experiment',
    'association',
    '--limit',
    quick ? '10' : '100',
    '--temperature',
    '0',
    '--gpu',
    'none',
  ];
  const seb = () => {
    rmSync(turnFolder, { recursive: true, force: true });
    mkdirSync(turnFolder, { recursive: true });
    return measure([main, 'run', '--model', 'bundled/ada', ...options, '--json'], { cwd: turnFolder, codes: [0, 2] });
  };
  await seb();
  const tasks = await tasksOf(join(turnFolder, '.seb', 'store.sqlite'));
  const file = join(folder, 'tasks.jsonl');
  writeFileSync(file, tasks.map((task) => JSON.stringify(task)).join('\n'));
  const loop = fileURLToPath(new URL('./peers/llama-loop.mjs', import.meta.url));
  const bare = () => measure([loop, bundledPath('ada'), file], { cwd: folder });
  const results = await interleaved(
    rounds,
    new Map([
      ['bare node-llama-cpp loop', bare],
      ['seb', seb],
    ]),
  );
  const tokens = tasks.reduce((sum, task) => sum + task.tokens, 0);
  const seconds = (runs: readonly Measured[] = []) => median(runs.map((run) => run.seconds));
  const base = seconds(results.get('bare node-llama-cpp loop'));
  const rows = [...results].map(([contestant, runs]) => ({
    contestant,
    calls: tasks.length,
    tokens,
    'tokens/s': Math.round(tokens / seconds(runs)),
    'command s': Number(seconds(runs).toFixed(2)),
    'of the floor': `${((100 * base) / seconds(runs)).toFixed(0)} %`,
    'CPU s': Number(median(runs.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2)),
    'peak MB': Math.round(median(runs.map(({ peakMb }) => peakMb))),
  }));
  const note =
    'the whole command, loading the model included; the loop generates as many tokens as seb was answered with';
  return { tables: [{ title: 'bundled/ada on the CPU', note, rows }], verdicts: [] };
};
