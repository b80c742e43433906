import type { ReadingStep } from '../../domain/reading.ts';
import { findJsonObject } from '../../experiments/common/json-object.ts';

type Span = readonly [start: number, end: number];

/**
 * Returns the part of an answer's text that its value was read from; null where it was read from the whole text, or not
 * by one of our steps.
 */
export function readSpan(text: string, step: ReadingStep): Span | null {
  switch (step) {
    case 'strict': {
      const start = text.length - text.trimStart().length;
      return [start, start + text.trim().length];
    }
    case 'fenced':
      return lastFence(text);
    case 'last-object':
      return lastObject(text);
    default:
      return null;
  }
}

function lastFence(text: string): Span | null {
  let found: Span | null = null;
  for (const match of text.matchAll(/```[\w-]*[^\S\n]*\n?([\s\S]*?)```/g)) {
    const body = match[1] ?? '';
    if (findJsonObject(body.trim())?.step !== 'strict') continue;
    const start = match.index + match[0].indexOf(body, 3);
    found = [start, start + body.length];
  }
  return found;
}

/** Maximum number of braces to try. */
const maxTried = 64;

function lastObject(text: string): Span | null {
  let tried = 0;
  for (let end = text.lastIndexOf('}'); end >= 0 && tried < maxTried; end = text.lastIndexOf('}', end - 1)) {
    let widest: Span | null = null;
    for (let start = text.lastIndexOf('{', end); start >= 0 && tried < maxTried; ) {
      tried += 1;
      if (findJsonObject(text.slice(start, end + 1))?.step === 'strict') widest = [start, end + 1];
      if (start === 0) break;
      start = text.lastIndexOf('{', start - 1);
    }
    if (widest !== null || end === 0) return widest;
  }
  return null;
}
