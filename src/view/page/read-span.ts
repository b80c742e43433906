import type { ReadingStep } from '../../domain/reading.ts';
import { findJsonObject } from '../../experiments/common/json-object.ts';

type Span = readonly [start: number, end: number];

/**
 * Returns the part of an answer's text that its value was read from; null where it was read from the whole text, or not
 * from one of its JSON objects.
 */
export function readSpan(text: string, step: ReadingStep): Span | null {
  if (step !== 'strict' && step !== 'fenced' && step !== 'last-object') return null;
  const found = findJsonObject(text);
  return found === null ? null : [found.start, found.end];
}
