import type { StoredAnswer } from './store.ts';

/** What a block holds of an answer; the rest is in the columns of its row. */
type AnswerText = Pick<StoredAnswer, 'call' | 'answer' | 'askedAt' | 'latencyMs' | 'attempts'>;

export function writeAnswerText({ call, answer, askedAt, latencyMs, attempts }: StoredAnswer): string {
  return JSON.stringify({ call, answer, askedAt, latencyMs, attempts } satisfies AnswerText);
}

/** Reads what `writeAnswerText` wrote. Checked by hand: a schema would cost more than everything else in a look-up. */
export function readAnswerText(text: string): AnswerText {
  const value: unknown = JSON.parse(text);
  if (!isAnswerText(value)) throw new TypeError('not the text of an answer');
  return value;
}

const kinds: readonly unknown[] = ['answered', 'truncated', 'filtered'] satisfies StoredAnswer['answer']['kind'][];

function isAnswerText(value: unknown): value is AnswerText {
  if (!isRecord(value) || !isRecord(value.call) || !isRecord(value.answer)) return false;
  const { call, answer, askedAt, latencyMs, attempts } = value;
  return (
    typeof call.model === 'string' &&
    Array.isArray(call.messages) &&
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
