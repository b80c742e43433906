/**
 * Returns the maximum number of tokens of a message, with 16 for its frame. A token holds at least two characters of
 * ASCII prose, and at least one byte of any other script, because tokenizers fall back to bytes.
 */
export function maxTokens(text: string): number {
  const beyondAscii = Buffer.byteLength(text) - text.length; // non-ASCII characters, one to three bytes each
  return Math.ceil(text.length / 2 + 1.5 * beyondAscii) + 16;
}

/** Returns the estimated tokens of a text, by the rule of thumb of four characters per token. */
export function likelyTokens(characters: number): number {
  return Math.ceil(characters / 4) + 8;
}

/** Words per token that no tokenizer exceeds on average in running text; a few have tokens of several words. */
const maxWordsPerToken = 2;
/** Letters and digits per token that no tokenizer exceeds on average, in any script. */
const maxLettersPerToken = 16;

/**
 * Returns a number of tokens that the text has at least, whatever the tokenizer: a lower count contradicts the text. Runs of
 * punctuation and spaces count nothing, because one token may hold a long run.
 */
export function minTokens(text: string): number {
  let words = 0;
  let letters = 0;
  let isInWord = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isLetterOrDigit(code)) {
      letters += 1;
      if (!isInWord) words += 1;
      isInWord = true;
    } else if (code <= 32) isInWord = false; // a word may hold punctuation
  }
  return Math.ceil(Math.max(words / maxWordsPerToken, letters / maxLettersPerToken));
}

/** Returns whether a UTF-16 unit is an ASCII letter or digit or beyond ASCII, where nearly every unit is part of a letter. */
function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code > 191;
}
