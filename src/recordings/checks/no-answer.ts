import { isAbsentWord } from '../../data/one-form.ts';
import { remembered } from '../../util/remembered.ts';

/** A text that stands where an answer would be. */
export interface NoAnswer {
  /** `empty`: nothing, or a word that programs write for nothing; `not asked`: a word that says that nothing was answered. */
  readonly kind: 'empty' | 'not asked';
  /** The text without case, brackets and punctuation around it; two texts of one form are one word. */
  readonly form: string;
  /** Whether it may be an answer, too: `none` is one of "How many moons has Venus?". */
  readonly mayBeAnswer: boolean;
}

/** Characters of the longest text that may stand for no answer. */
const maxLength = 40;

/** Forms that stand for nothing and are no answer. The other words of `isAbsentWord` may be one. */
const surelyEmpty: ReadonlySet<string> = new Set(['n/a', 'n.a', 'empty answer', 'empty response', 'no content']);
const perhapsEmpty: ReadonlySet<string> = new Set(['nil', 'empty', 'not available', 'not applicable']);

/** Forms that say that nothing was answered. */
const notAsked: ReadonlySet<string> = new Set([
  ...[
    'declined',
    'skipped',
    'not asked',
    'not attempted',
    'unattempted',
    'pass on',
    'withheld',
    'abstain',
    'abstained',
  ],
  ...['not executed', 'not run', 'not evaluated', 'not answered', 'unanswered', 'no answer', 'no answer given'],
  ...['no answer provided', 'no response', 'no response given', 'no reply', 'answer missing', 'missing answer'],
]);
const perhapsNotAsked: ReadonlySet<string> = new Set(['decline', 'skip']);

/** Returns the form of a text: lower case, without brackets and punctuation around it, a space for `_` and `-`. */
function formOf(text: string): string {
  const word = text.normalize('NFKC').toLowerCase();
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/[\s_-]+/g, ' ');
}

/** Returns what a text stands for where it is no answer, such as `[SKIPPED]` or `N/A`; null for an answer. */
export function noAnswerIn(text: string): NoAnswer | null {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty', form: '', mayBeAnswer: false };
  return trimmed.length > maxLength ? null : noAnswerWord(trimmed);
}

/** Returns what a short text stands for; each different one is looked at once. */
const noAnswerWord = remembered((trimmed): NoAnswer | null => {
  if (/^(?:""|''|[-–—]+)$/.test(trimmed)) return { kind: 'empty', form: trimmed, mayBeAnswer: true };
  const form = formOf(trimmed);
  if (form === '') return null;
  if (surelyEmpty.has(form)) return { kind: 'empty', form, mayBeAnswer: false };
  if (perhapsEmpty.has(form) || isAbsentWord(form)) return { kind: 'empty', form, mayBeAnswer: true };
  if (notAsked.has(form)) return { kind: 'not asked', form, mayBeAnswer: false };
  return perhapsNotAsked.has(form) ? { kind: 'not asked', form, mayBeAnswer: true } : null;
});
