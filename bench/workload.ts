import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadDataset } from '../src/data/load.ts';
import { paperCondition } from '../src/domain/condition.ts';
import { experimentNamed, experimentRegistry } from '../src/experiments/registry.ts';

/** The same calls for everybody: items of the association experiment for `seb`, their prompts line by line for the rest. */
export interface Workload {
  readonly calls: number;
  readonly samples: number;
  readonly items: string;
  readonly prompts: string;
  firstPrompts(count: number): readonly string[];
}

const nouns = 'river stone candle market window orange tunnel coffee garden silver planet hammer blanket forest'.split(
  ' ',
);
const experimentName = 'association';

/** No two items share a prompt, so that each planned call is a call that is sent. */
function item(number: number) {
  const word = (index: number) => `${nouns[(number * 7 + index * 3) % nouns.length]} ${(number * 31 + index) % 997}`;
  const target = `${nouns[number % nouns.length]} ${number}`;
  return { id: `item-${number}`, target, options: [0, 1, 2, 3, 4].map(word), topic: 'none' };
}

/** Calls of an item: its prediction and `samples` executions. */
function samplesFor(calls: number): number {
  return calls >= 100_000 ? 9 : 4;
}

/** Writes `calls` calls (a multiple of 10) into a folder. */
export async function makeWorkload(folder: string, calls: number): Promise<Workload> {
  const samples = samplesFor(calls);
  const items = join(folder, `items-${calls}.jsonl`);
  const rows = Array.from({ length: calls / (samples + 1) }, (_, number) => item(number));
  writeFileSync(items, rows.map((row) => JSON.stringify(row)).join('\n'));
  const prompts = join(folder, `prompts-${calls}.jsonl`);
  const all = await promptsOf(items, samples);
  writeFileSync(prompts, all.map((prompt) => JSON.stringify(prompt)).join('\n'));
  return { calls, samples, items, prompts, firstPrompts: (count) => all.slice(0, count) };
}

/** Prompts in the order in which a run plans them. */
async function promptsOf(items: string, samples: number): Promise<readonly string[]> {
  const experiment = experimentNamed(experimentRegistry(), experimentName);
  const dataset = await loadDataset(experiment, items, { seed: 1 });
  const condition = { ...paperCondition, mode: experiment.factors.mode.levels[0] };
  const judging = { judge: null, rubric: 'two-way' } as const;
  const none = { get: () => ({ kind: 'not-asked' }) as const };
  return [...dataset.items].flatMap((each) =>
    experiment
      .plan({ item: each, condition, samples, seed: 1, judging, peers: [] }, none)
      .map(({ messages }) => messages.map(({ content }) => content).join('\n')),
  );
}

/** Arguments of `seb run` for a workload. */
export function runArguments({ samples, items }: Workload): readonly string[] {
  return ['run', '--experiment', experimentName, '--items', `${experimentName}=${items}`, '--samples', String(samples)];
}
