import { isAbsentWord, oneForm } from '../data/one-form.ts';
import { isRecord } from '../util/is-record.ts';
import { writtenNumber } from './written-number.ts';

/** The words that tools and people write for an outcome, in lower case; `docs/logs.md` lists them. A new word is a word here. */
export const outcomeWords = {
  right: [
    ...['c', 't', 'y', 'true', 'yes', 'correct', 'right', 'pass', 'passed', 'ok', 'success', 'successful', 'succeeded'],
    ...['resolved', 'solved', 'accurate', 'match', '✓', '✔', '✔️', '☑', '☑️', '✅', '🗸'],
  ],
  half: ['p', 'partial', 'partially correct', 'partly correct', 'partly right', 'half'],
  wrong: [
    ...['i', 'f', 'n', 'false', 'no', 'incorrect', 'wrong', 'fail', 'failed', 'failure', 'unsuccessful'],
    ...[
      'unresolved',
      'unsolved',
      'inaccurate',
      'no match',
      'mismatch',
      'not correct',
      '✗',
      '✘',
      '✕',
      '✖',
      '✖️',
      '❌',
      '☒',
      '🗴',
    ],
  ],
} as const;

const values: ReadonlyMap<string, number> = new Map<string, number>([
  ...outcomeWords.right.map((word) => [word, 1] as const),
  ...outcomeWords.half.map((word) => [word, 0.5] as const),
  ...outcomeWords.wrong.map((word) => [word, 0] as const),
]);

/** How a value is written: as a number, as a word for right or wrong (1, one half, 0), or as points of a maximum (`7/10`, `85 %`). */
export type ValueForm =
  | { readonly kind: 'number' }
  | { readonly kind: 'word' }
  | { readonly kind: 'points'; readonly most: number };

/** What a field with an outcome holds. `unread`: neither a value nor one of the words for an absent one. */
export type ReadOutcome =
  | { readonly kind: 'value'; readonly value: number; readonly form: ValueForm }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unread'; readonly text: string };

const absent: ReadOutcome = { kind: 'absent' };
const [asNumber, asWord]: readonly [ValueForm, ValueForm] = [{ kind: 'number' }, { kind: 'word' }];
const read = (value: number, form: ValueForm = asNumber): ReadOutcome => ({ kind: 'value', value, form });

/** Fields of an object that hold its outcome, the first that it has. */
const outcomeFields = ['value', 'score', 'correct', 'is_correct', 'passed', 'pass'] as const;

/**
 * Reads an outcome as any tool writes it: numbers, booleans, the words above (any case, without quotes and a final stop), points (`7/10`, `70 %`),
 * an object or the JSON text of one (`{"value": "C"}`). Texts of numbers are numbers.
 */
export function readOutcome(value: unknown): ReadOutcome {
  if (value === null || value === undefined) return absent;
  if (typeof value === 'boolean') return read(Number(value), asWord);
  if (typeof value === 'number')
    return Number.isFinite(value) ? read(value) : Number.isNaN(value) ? absent : unread(`${value}`);
  if (typeof value === 'bigint') return read(Number(value));
  if (Array.isArray(value) && value.length === 1) return readOutcome(value[0]);
  if (isRecord(value)) {
    const field = outcomeFields.find((name) => Object.hasOwn(value, name));
    return field === undefined ? unread(JSON.stringify(value)) : readOutcome(value[field]);
  }
  return typeof value === 'string' ? readText(value) : unread(JSON.stringify(value) ?? '');
}

function readText(text: string): ReadOutcome {
  const word = text.normalize('NFC').trim();
  if (isAbsentWord(word)) return absent;
  const known = values.get(word.toLowerCase()) ?? values.get(oneForm(word));
  if (known !== undefined) return read(known, asWord);
  const number = writtenNumber(word);
  if (number !== null)
    return read(number.value, number.most === null ? asNumber : { kind: 'points', most: number.most });
  if (/^[{[]/.test(word)) return readJson(word);
  return unread(word);
}

function readJson(text: string): ReadOutcome {
  try {
    return readOutcome(JSON.parse(text));
  } catch {
    return unread(text);
  }
}

function unread(text: string): ReadOutcome {
  return { kind: 'unread', text };
}
