import { z } from 'zod';
import { canonicalJson, sha256 } from '../../util/canonical-json.ts';
import { normalizedString } from '../../util/normalized-string.ts';
import { messagesSchema, type SourceExample, sourceSchema } from './source-example.ts';

export const trainingRowSchema = z.strictObject({
  /** Hex sha256 of task, normalized string and property. */
  key: z.string(),
  task: z.string(),
  property: z.string(),
  string: z.string(),
  messages: messagesSchema.min(2).readonly(),
  from: sourceSchema,
});
/** One training example with its provenance. The last message, by the assistant, is the label. */
export type TrainingRow = Readonly<z.infer<typeof trainingRowSchema>>;

/** Returns the key by which rows are unique. The string is normalized as for the splits. */
export function rowKey({ task, string, property }: Pick<SourceExample, 'task' | 'string' | 'property'>): string {
  return sha256(canonicalJson([task, normalizedString(string), property]));
}

/** Returns the group of a row: task × property. Labels are capped, counted and permuted within a group. */
export function groupOf({ task, property }: Pick<TrainingRow, 'task' | 'property'>): string {
  return `${task} × ${property}`;
}

/** Returns the label of a row: the text of its last message. */
export function labelOf({ messages }: Pick<TrainingRow, 'messages'>): string {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') throw new Error('a training row ends with the message of the assistant');
  return last.content;
}

export function withLabel(row: TrainingRow, label: string): TrainingRow {
  return { ...row, messages: [...row.messages.slice(0, -1), { role: 'assistant', content: label }] };
}
