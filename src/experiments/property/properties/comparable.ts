import type { Shape } from './property.ts';

export const edges = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu;
const worded: readonly Shape[] = ['word', 'entry', 'option'];

/**
 * Returns a value normalized for comparison: trimmed, lower case, NFC, and for words and entries without outer
 * punctuation and with single spaces. A value of punctuation alone keeps it.
 */
export function comparableValue(shape: Shape, value: string): string {
  const lower = value.trim().toLowerCase().normalize('NFC');
  if (!worded.includes(shape)) return lower;
  const spaced = lower.replace(/\s+/gu, ' ');
  const bare = spaced.replace(edges, '').trim();
  return bare === '' ? spaced : comparableBare(bare);
}

/** Removes outer punctuation repeatedly: removing some may uncover spaces and more of it ("(a .)"). */
function comparableBare(text: string): string {
  const bare = text.replace(edges, '').trim();
  return bare === text || bare === '' ? text : comparableBare(bare);
}
