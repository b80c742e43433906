import { isRecord } from '../../../util/is-record.ts';

/**
 * Texts that vega takes for the name of a signal wherever it turns them into an expression: its parser looks each text literal up
 * in an object of keywords, in which it also finds what every object inherits.
 */
const reserved: ReadonlySet<string> = new Set(['if', ...Object.getOwnPropertyNames(Object.prototype)]);

/** Follows a reserved word inside vega. Unicode reserves it for the use within a program. */
const mark = '\uFDD0';

/** Returns a copy of a spec in which no text is a reserved word of vega: names of models and titles may be one. */
export function withoutReservedWords<Spec>(spec: Spec): Spec {
  return markedWords(spec) as Spec; // the copy has the shape of the original
}

function markedWords(value: unknown): unknown {
  if (typeof value === 'string') return reserved.has(value) ? `${value}${mark}` : value;
  if (Array.isArray(value)) return value.map(markedWords);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, markedWords(each)]));
}

/** Returns a text of vega with reserved words as they were. */
export function withReservedWords(text: string): string {
  return text.replaceAll(mark, '');
}
