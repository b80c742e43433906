import type { Message } from '../../domain/call.ts';
import { canonicalJson, sha256 } from '../../util/canonical-json.ts';
import { normalizedString } from '../../util/normalized-string.ts';
import type { ExampleSource, SourceExample } from './source-example.ts';

/** One training example with its provenance. The last message, by the assistant, is the label. */
export interface TrainingRow {
  /** Hex sha256 of task, normalized string and property. */
  readonly key: string;
  readonly task: string;
  readonly property: string;
  readonly string: string;
  readonly messages: readonly Message[];
  readonly from: ExampleSource;
}

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
