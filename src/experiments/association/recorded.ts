import type { BinaryOutcome, Observed } from '../../domain/outcome.ts';
import type { Reading } from '../../domain/reading.ts';
import { readJsonObject } from '../common/json-object.ts';

/** Reads a prediction as a recording's authors did: every word in the answer, whether or not it is an option. */
export function readRecordedPrediction(extracted: string): Reading<ReadonlyMap<string, boolean>> {
  return readJsonObject(extracted, (object) => {
    // the authors' program treated any non-empty value as true
    return { value: new Map(Object.entries(object).map(([word, value]) => [word.toLowerCase(), Boolean(value)])) };
  });
}

/** Reads the listed words as a recording's authors compared them: in lower case and with outer blanks. */
export function readRecordedList(extracted: string): Reading<ReadonlySet<string>> {
  return readJsonObject(extracted, ({ words }) => {
    if (!Array.isArray(words)) return { wrong: 'no list under "words"' };
    return { value: new Set(words.map((word) => String(word).toLowerCase())) };
  });
}

/** Returns the outcomes by the authors' counting: one for each word of the prediction, compared literally with the list. */
export function recordedOutcomes(
  predictions: ReadonlyMap<string, boolean>,
  lists: readonly Observed<ReadonlySet<string>>[],
): readonly BinaryOutcome[] {
  return [...predictions].map(([word, value]) => ({
    kind: 'binary',
    unit: word,
    prediction: { kind: 'present', value, step: 'recorded' },
    probability: null,
    executions: lists.map((list) => (list.kind === 'present' ? { ...list, value: list.value.has(word) } : list)),
    label: null,
  }));
}
