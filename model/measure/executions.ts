/** Executes every item of the three experiments 20 times at temperature 1 and keeps the answers for the model card.
 *
 *   node model/measure/executions.ts --model model/weights/ada.gguf --out model/work/executions-ada.jsonl
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as association from '../../src/experiments/association/prompts.ts';
import * as difficulty from '../../src/experiments/difficulty/prompts.ts';
import { isHeldOut } from '../corpus/held-out.ts';
import { readSources, type Sources } from '../corpus/sources.ts';
import { openRunner } from './runner.ts';

export interface Execution {
  readonly experiment: 'association' | 'restriction' | 'difficulty';
  readonly id: string;
  readonly heldOut: boolean;
  readonly replies: readonly { readonly text: string; readonly tokens: number }[];
}

function prompts(sources: Sources): (Omit<Execution, 'replies'> & { prompt: string })[] {
  return [
    ...sources.association.map(({ id, target }) => ({
      experiment: 'association' as const,
      id,
      heldOut: isHeldOut(id),
      prompt: association.executePrompt(target),
    })),
    ...sources.restriction.map(({ id, pair, prompt }) => ({
      experiment: 'restriction' as const,
      id,
      heldOut: isHeldOut(pair ?? id),
      prompt,
    })),
    ...sources.difficulty.flatMap((group) =>
      group.questions.map((question) => ({
        experiment: 'difficulty' as const,
        id: question.id,
        heldOut: isHeldOut(group.id),
        prompt: difficulty.solvePrompt(question),
      })),
    ),
  ];
}

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    out: { type: 'string' },
    data: { type: 'string', default: 'data' },
    samples: { type: 'string', default: '20' },
    /** Every so many items; 1 for all. */
    every: { type: 'string', default: '1' },
  },
});
if (values.model === undefined || values.out === undefined) throw new Error('--model FILE and --out FILE are needed');
const samples = Number(values.samples);
await using runner = await openRunner(values.model, 16);
const file = openSync(values.out, 'w');
const chosen = prompts(readSources(values.data)).filter((_, index) => index % Number(values.every) === 0);
const together = 64; // items asked at a time, so that an interrupted measurement keeps what it has
for (let start = 0; start < chosen.length; start += together) {
  const items = chosen.slice(start, start + together);
  const asked = items.flatMap(({ prompt }) =>
    Array.from({ length: samples }, (_, seed) => ({ prompt, temperature: 1, seed })),
  );
  const replies = await runner.ask(asked);
  for (const [index, { prompt: _, ...item }] of items.entries()) {
    const own = replies.slice(index * samples, (index + 1) * samples).map(({ text, tokens }) => ({ text, tokens }));
    writeSync(file, `${JSON.stringify({ ...item, replies: own } satisfies Execution)}\n`);
  }
}
closeSync(file);
