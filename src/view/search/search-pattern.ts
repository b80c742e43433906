import { RE2JS, RE2JSException } from 're2js';
import { AppError } from '../../util/app-error.ts';

/** What a search looks for: a text (in lower case), or a regular expression. */
export type Search =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pattern'; readonly test: (text: string) => boolean };

/** An answer of 20,000 characters then takes less than a second, whatever the pattern. */
const maxInstructions = 1_000;
const maxLength = 1_000;
const flags = RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE;

/**
 * Parses a search. A regular expression stands between slashes. It is case-insensitive, `^` and `$` match at the ends of
 * each line, and its syntax is that of RE2, which takes time in proportion to the text. AppError `bad-pattern` for
 * invalid and unsupported syntax (lookaround, backreferences) and for a pattern that is too large.
 */
export function parseSearch(search: string): Search {
  const [, source] = /^\/(.+)\/$/su.exec(search) ?? [];
  if (source === undefined) return { kind: 'text', text: search.toLowerCase() };
  const pattern = compile(source);
  return { kind: 'pattern', test: (text) => pattern.test(text) };
}

/** Returns why a search cannot be run, and what to do; null if it can. */
export function searchProblem(search: string): string | null {
  try {
    parseSearch(search);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.hint === null ? error.message : `${error.message}; ${error.hint}`;
    throw error;
  }
}

function compile(source: string): RE2JS {
  if (source.length > maxLength) throw tooLarge();
  try {
    const pattern = RE2JS.compile(source, flags);
    if (pattern.programSize() > maxInstructions) throw tooLarge();
    return pattern;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const reason = error.message.replace('error parsing regexp: ', '').replace('(?m)(?i)', '');
    throw new AppError('bad-pattern', `invalid search pattern: ${reason}`, {
      hint: 'patterns have the syntax of RE2; to search for plain text, leave out the slashes at both ends',
    });
  }
}

function tooLarge(): AppError {
  return new AppError('bad-pattern', 'the search pattern is too large', { hint: 'shorten it or its repeat counts' });
}
