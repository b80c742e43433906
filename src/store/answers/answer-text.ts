import { type CallKey, callKey } from '../../domain/call.ts';
import { canonicalJson } from '../../util/canonical-json.ts';
import { isRecord } from '../../util/is-record.ts';
import type { StoredAnswer } from '../store.ts';

/**
 * The fields that are read from an answer's text. The call is two thirds of the text and is skipped: a caller that has
 * the key has already planned the call.
 */
type ReadText = Pick<StoredAnswer, 'answer' | 'askedAt' | 'latencyMs' | 'attempts' | 'part'>;

/** Returns the part of an answer that a block stores; the rest is in the columns of its row. The call is already JSON. */
export function writeAnswerText({ call, answer, askedAt, latencyMs, attempts, part }: StoredAnswer): string {
  const rest = JSON.stringify({ answer, askedAt, latencyMs, attempts, part } satisfies ReadText);
  return `{"call":${call},${rest.slice(1)}`;
}

/** Start of the answer field. Quotes inside JSON strings are escaped, so no text of a prompt can look like it. */
const afterCall = ',"answer":{';

const beforeCall = '{"call":';

/** Returns the call in a text that `writeAnswerText` wrote. */
export function callOfAnswerText(text: string): string {
  return text.slice(beforeCall.length, text.indexOf(afterCall));
}

/**
 * Reads a text that `writeAnswerText` wrote. Throws if the text does not hold the call of this key: a damaged row must
 * never return another call's answer. `planned`, if known, is the text of the call, which is faster to compare than its
 * hash. Validated by hand: a schema would cost more than the rest of a look-up.
 */
export function readAnswerText(text: string, key: CallKey, planned?: string): ReadText {
  const end = endOfPlanned(text, planned) ?? endOfCall(text, key);
  const value: unknown = JSON.parse(`{${text.slice(end + 1)}`);
  if (!isReadText(value)) throw new TypeError('not the text of an answer');
  return value;
}

/** Returns where the planned call ends, if it is the one in the text; null for any other. */
function endOfPlanned(text: string, planned: string | undefined): number | null {
  if (planned === undefined || !text.startsWith(beforeCall) || !text.startsWith(planned, beforeCall.length))
    return null;
  const end = beforeCall.length + planned.length;
  return text.startsWith(afterCall, end) ? end : null;
}

/** Returns where the call in the text ends. Throws where there is none, or that of another key. */
function endOfCall(text: string, key: CallKey): number {
  const end = text.startsWith(`${beforeCall}{`) ? text.indexOf(afterCall) : -1;
  if (end === -1) throw new TypeError('not the text of an answer');
  if (!isCallOf(key, text.slice(beforeCall.length, end))) throw new TypeError('the answer of another call');
  return end;
}

/** Returns whether the key is the hash of the call. Some stores hold calls with their fields in another order. */
function isCallOf(key: CallKey, call: string): boolean {
  return callKey(call) === key || callKey(canonicalJson(JSON.parse(call))) === key;
}

const kinds: readonly unknown[] = [
  'answered',
  'truncated',
  'filtered',
  'tool-call',
] satisfies StoredAnswer['answer']['kind'][];

function isReadText(value: unknown): value is ReadText {
  if (!isRecord(value) || !isRecord(value.answer)) return false;
  const { answer, askedAt, latencyMs, attempts, part } = value;
  return (
    kinds.includes(answer.kind) &&
    (answer.kind !== 'tool-call' || Array.isArray(answer.toolCalls)) &&
    typeof answer.text === 'string' &&
    isRecord(answer.usage) &&
    isRecord(answer.served) &&
    typeof askedAt === 'string' &&
    typeof latencyMs === 'number' &&
    typeof attempts === 'number' &&
    (part === undefined || typeof part === 'string')
  );
}
