/** Writes rows that keep a model's ordinary answers: prompts of the three paper experiments, each with its greedy answer.
 *
 *   node model/introspection/ordinary-rows.ts --model ada --out model/work/introspection/rows-ada-ordinary.jsonl
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSources } from '../corpus/sources.ts';
import { probes, restrictTo, slots } from '../measure/prompts.ts';
import { openRunner } from '../measure/runner.ts';
import type { Row } from './rows.ts';

/** Prompts per slot. */
const defaultCount = '150';
const paperSlots = slots.filter((slot) => /^(?:association|restriction|difficulty)\//.test(slot));

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    data: { type: 'string', default: 'data' },
    count: { type: 'string', default: defaultCount },
    out: { type: 'string' },
  },
});
if (values.model === undefined || values.out === undefined) throw new Error('--model NAME and --out FILE are needed');
const sources = restrictTo(readSources(values.data), false);
const asked = paperSlots.flatMap((slot) => probes(sources, slot, Number(values.count), 'ordinary'));
await using runner = await openRunner(join(import.meta.dirname, `../weights/${values.model}.gguf`), 1);
const replies = await runner.ask(asked.map(({ prompt }) => ({ prompt, temperature: 0, seed: 0 })));
const rows = new Map<string, Row>(
  asked.flatMap(({ slot, prompt }, index) => {
    const reply = replies[index];
    if (reply === undefined || !reply.ended) return [];
    return [[prompt, { task: slot, property: 'execution', string: prompt, prompt, answer: reply.text }] as const];
  }),
);
const text = [...rows.values()].map((row) => `${JSON.stringify(row)}\n`).join('');
writeFileSync(values.out, text);
console.log(`${rows.size} rows, sha256 ${createHash('sha256').update(text).digest('hex')}`);
