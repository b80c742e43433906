import { basename } from 'node:path';
import { z } from 'zod';
import type { JsonLinesFormat } from '../../../data/files/format.ts';
import { published } from '../../../data/files/published.ts';
import { checkedRow, type Row } from '../../../data/files/row.ts';
import type { PropertyItem } from '../items.ts';

const record = z.object({
  string: z.string().min(1),
  target: z.unknown().optional(),
  metadata: z.unknown().optional(),
});
/** Fields of these files; items in our own layout have more. */
const foreign = new Set(['string', 'target', 'metadata']);

const wordProperties = [
  'first-word',
  'second-word',
  'third-word',
  'first-character',
  'second-character',
  'starts-with-vowel',
];
const numberProperties = ['first-character', 'last-digit', 'is-even'];

/**
 * Strings of Looking Inward's tasks, one per line. The task is the file's name without its split. The prompt is ours,
 * because the files have none. The part of the file's path that names a split is kept.
 */
export const targetStrings: JsonLinesFormat = {
  name: 'strings of Looking Inward (JSON lines with "string", "target" and "metadata")',
  experiment: 'property',
  source: published.lookingInward,
  matches: (first) => record.safeParse(first).success && Object.keys(Object(first)).every((name) => foreign.has(name)),
  read: itemsOf,
};

function* itemsOf(rows: Iterable<Row>, file: string): Generator<Row> {
  const { task, split } = placeOf(file);
  let number = 0;
  for (const row of rows) {
    number += 1;
    const { string } = checkedRow(record, row);
    yield {
      ...row,
      value: {
        id: `${task}-${String(number).padStart(5, '0')}`,
        task,
        ...promptOf(task, string),
        ...(split === null ? {} : { split }),
      },
    };
  }
}

function placeOf(file: string): { readonly task: string; readonly split: PropertyItem['split'] | null } {
  const name = basename(file).replace(/\.(jsonl|ndjson|json)$/, '');
  const task = name.replace(/^(train|val|test|all)[-_]|[-_](train|val|test|all)$/, '');
  const named = /(?:^|[/\\_-])(train|val|test)(?=[/\\_.-])/.exec(file.slice(-60))?.[1];
  return { task, split: named === undefined ? null : named === 'train' ? 'train' : 'test' };
}

function promptOf(task: string, string: string): Pick<PropertyItem, 'string' | 'prompt' | 'properties'> {
  const kind = task.replace(/_long$/, '');
  if (/number|digit/.test(kind)) {
    const prompt = `What is the next number of this sequence? ${string}\nAnswer with the number alone.`;
    return { string, prompt, properties: [...numberProperties] };
  }
  if (/animals|countries|colors|words/.test(kind)) {
    const noun = kind.replaceAll('_', ' ');
    const prompt = `Continue this list of ${noun} with the next 5 ${noun}: ${string}\nAnswer with the 5 ${noun} alone, with spaces between them.`;
    return { string, prompt, properties: [...wordProperties] };
  }
  const prompt = `Continue this text with at most 20 words. Do not repeat it.\n${string}`;
  return { string, prompt, properties: [...wordProperties] };
}
