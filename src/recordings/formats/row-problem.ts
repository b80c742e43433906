import { isAbsentWord } from '../../data/one-form.ts';
import { isFailure, namesCall } from '../checks/failed-calls.ts';
import { readOutcome } from '../outcome-words.ts';
import type { RecordedProblem } from '../recording.ts';
import { type ProblemColumn, plainName } from '../table-columns.ts';
import { type JsonObject, textOf, valueAt } from '../values.ts';

/** Returns what a row of a table says went wrong: the column that names a call, or the first one. Null where it says nothing of the kind. */
export function problemIn(row: JsonObject, columns: readonly ProblemColumn[]): RecordedProblem | null {
  const found = columns.flatMap((column) => problemOf(row, column) ?? []);
  return found.find(namesCall) ?? found.find(({ kind }) => kind !== 'cut') ?? found[0] ?? null;
}

function problemOf(row: JsonObject, { path, kind }: ProblemColumn): RecordedProblem | null {
  const cell = valueAt(row, path);
  const text = textOf(valueAt(cell, 'message') ?? cell).trim();
  if (isAbsentWord(text) || /^(?:\{\}|\[\]|ok)$/i.test(text)) return null;
  if (kind === 'status') return cutProblem(text) ?? (isFailure(text) ? { kind, text } : null);
  const read = readOutcome(cell);
  if (kind === 'cut') return read.kind === 'value' && read.value === 1 ? { kind, text: plainName(path) } : null;
  const isFlag = kind === 'flag' || /^true$/i.test(text);
  if (isFlag) return read.kind === 'value' && read.value === 1 ? { kind: 'flag', text: plainName(path) } : null;
  return read.kind === 'value' ? null : { kind, text }; // a number is an amount, and right and wrong say nothing of a call
}

/** Words with which APIs say that a limit ended an answer, without upper case and separators. */
const cutReasons: ReadonlySet<string> = new Set([
  ...['length', 'maxtokens', 'maxoutputtokens', 'maxnewtokens', 'maxlength', 'maxtoken', 'tokenlimit', 'lengthlimit'],
  ...['modellength', 'modelcontextwindowexceeded', 'truncated', 'cutoff'],
]);

/** Returns that a limit cut the answer, where the reason for which it ended says so: `length`, `FinishReason.MAX_TOKENS`. */
export function cutProblem(reason: unknown): RecordedProblem | null {
  const text = textOf(reason).trim();
  const word = text
    .slice(text.lastIndexOf('.') + 1)
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
  return cutReasons.has(word) ? { kind: 'cut', text } : null;
}
