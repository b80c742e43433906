/**
 * Matches what has no picture or moves text: controls without tab and line feed, all format characters (Cf: direction
 * marks, zero-width characters, tags), line and paragraph separators, and letters and marks that are blank.
 */
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u115f\u1160\u180e\u2028\u2029\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\u180b-\u180d]|\u180f|\p{Cf}/gu;

/**
 * Matches what has no meaning in any script: controls without tab and line feed, soft hyphen, zero-width space, word joiner, byte order
 * mark, direction marks and isolates. Joiners, variation selectors and tags make other words and emoji: `അവന്‍`, the flag of Scotland.
 */
const meaningless =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Matches texts of printable ASCII, tabs and lines, in which everything is seen. */
const plain = /^[\t\n\r\x20-\x7e]*$/;

/** Scripts that need joiners between letters; emoji join by U+200D too. */
const joined =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}]$|\ufe0f$|[\u{1f3fb}-\u{1f3ff}]$/u;

/** Returns whether a joiner stands between two characters of scripts that need it. */
function isNeededJoiner(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 2), index);
  const after = String.fromCodePoint(text.codePointAt(index + 1) ?? 0);
  return joined.test(before) && joined.test(after);
}

/** Returns the text with each invisible character in a written form. */
function withUnseen(text: string, written: (character: string) => string): string {
  return text.replace(unseen, (character, index: number) => {
    const isJoiner = character === '\u200c' || character === '\u200d';
    return isJoiner && isNeededJoiner(text, index) ? character : written(character);
  });
}

/**
 * Returns the text with controls, ANSI escapes and invisible characters made visible, so that model output cannot
 * control the display, and two names that look alike are alike: `\u001b`, `<U+200B>`.
 */
export function escapeControls(text: string): string {
  return withUnseen(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0xa0) return unicodeEscape(character);
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}

/** Returns the text without the invisible characters that have no meaning in any script; tabs, lines, joiners and tags stay. */
export function withoutMeaningless(text: string): string {
  return plain.test(text) ? text : text.replace(meaningless, '');
}

/** Returns the text without all characters that `escapeControls` makes visible: two names with one such text look alike. */
export function withoutUnseen(text: string): string {
  return plain.test(text) ? text : withUnseen(text, () => '');
}

/** Returns a text that may be JSON or markup with these characters as JSON escapes: JSON stays the same data. */
export function escapeAsJson(text: string): string {
  return withUnseen(text, (character) =>
    Array.from({ length: character.length }, (_, index) => unicodeEscape(character.charAt(index))).join(''),
  );
}

/** Returns a character of the basic plane as JSON and JavaScript escape it: `\u001b`. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for elements and quoted attributes of HTML; control and direction characters become visible. */
export function escapeHtml(text: string): string {
  return escapeControls(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
