import type { StoredAnswer } from './store.ts';

/** What a block holds of an answer; the rest is in the columns of its row. */
type AnswerText = Pick<StoredAnswer, 'call' | 'answer' | 'askedAt' | 'latencyMs' | 'attempts'>;

export function writeAnswerText({ call, answer, askedAt, latencyMs, attempts }: StoredAnswer): string {
  return JSON.stringify({ call, answer, askedAt, latencyMs, attempts } satisfies AnswerText);
}

/** What is read of it: whoever has an answer's key has planned its call, which is two thirds of the text. */
type ReadText = Omit<AnswerText, 'call'>;

/** Quotes inside a JSON string are escaped, so that no text of a prompt can look like the beginning of this field. */
const afterCall = ',"answer":{';

/** Reads what `writeAnswerText` wrote. Checked by hand: a schema would cost more than everything else in a look-up. */
export function readAnswerText(text: string): ReadText {
  const end = text.startsWith('{"call":{') ? text.indexOf(afterCall) : -1;
  if (end === -1) throw new TypeError('not the text of an answer');
  const value: unknown = JSON.parse(`{${text.slice(end + 1)}`);
  if (!isReadText(value)) throw new TypeError('not the text of an answer');
  return value;
}

const kinds: readonly unknown[] = ['answered', 'truncated', 'filtered'] satisfies StoredAnswer['answer']['kind'][];

function isReadText(value: unknown): value is ReadText {
  if (!isRecord(value) || !isRecord(value.answer)) return false;
  const { answer, askedAt, latencyMs, attempts } = value;
  return (
    kinds.includes(answer.kind) &&
    typeof answer.text === 'string' &&
    isRecord(answer.usage) &&
    isRecord(answer.served) &&
    typeof askedAt === 'string' &&
    typeof latencyMs === 'number' &&
    typeof attempts === 'number'
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
