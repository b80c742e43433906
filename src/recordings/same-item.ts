import { isAbsentWord, oneForm } from '../data/one-form.ts';
import { shortSha256 } from '../util/canonical-json.ts';
import { withoutMeaningless } from '../util/escape-controls.ts';
import type { RecordedItem } from './recording.ts';

/** Characters of the longest text that may stand for an absent one. */
const maxAbsent = 40;

/**
 * Returns whether a text is none: blank, a word that programs write for an absent value (`n/a`), or a name in brackets that stands
 * for what is no text (`<image>`, `{{question}}`). Two items without a text do not have an equal one.
 */
export function isAbsentText(text: string): boolean {
  if (text.length > maxAbsent) return text.trim() === '';
  return isAbsentWord(text) || /^\s*(?:<[\w\s./-]*>|\[[\w\s./-]*\]|\{{1,2}[\w\s./-]*\}{1,2})\s*$/.test(text);
}

/** Returns a hash of the text and the other content of an item: equal where they differ only in characters without a meaning. */
export function itemHash(text: string, content: unknown): string {
  const json = JSON.stringify([text, content]);
  return shortSha256(isPlainJson(json) ? json : withoutMeaningless(json));
}

/** Returns whether JSON is ASCII, and so has no characters without a meaning: controls are escaped. Faster than a regular expression. */
function isPlainJson(json: string): boolean {
  return Buffer.byteLength(json) === json.length && !json.includes('\u007f');
}

type Identity = Pick<RecordedItem, 'sha256' | 'hasText' | 'key' | 'text'>;

/**
 * Returns whether two items of one id are the same, as far as their logs tell: equal texts, choices and keys. What only one of
 * them has, its text or its key, does not make them differ.
 */
export function isSameItem(one: Identity, other: Identity): boolean {
  if (one.sha256 === other.sha256) return true;
  const hasOtherParts = one.hasText !== other.hasText || (one.key === null) !== (other.key === null);
  if (!hasOtherParts) return false;
  const isTextEqual = !one.hasText || !other.hasText || one.text === other.text;
  return isTextEqual && (one.key === null || other.key === null || oneForm(one.key) === oneForm(other.key));
}

/** Returns whether two items of other ids may be one: neither text nor key says otherwise. */
export function mayBeOne(one: Identity, other: Identity): boolean {
  const isTextEqual = !one.hasText || !other.hasText || one.text === other.text;
  return isTextEqual && (one.key === null || other.key === null || one.key === other.key);
}
