/** What servers, proxies, filters and clients write where a call failed; a space may be missing, or be `_` or `-`. */
const phrases: readonly string[] = [
  ...[
    'bad gateway',
    'service (?:temporarily )?unavailable',
    '(?:internal )?server error',
    '(?:request )?\\w*time(?:d )?out\\w*',
  ],
  ...['rate limit(?:ed|s|error)?', 'too many requests', '(?:invalid|incorrect|missing) api key', 'quota exceeded'],
  ...['insufficient quota', 'access denied', 'upstream (?:connect )?error', 'content (?:policy|filter(?:ed)?)'],
  ...['overloaded error', '(?:model|server|service|engine) (?:is )?(?:currently )?overloaded', 'deadline exceeded'],
  ...['connection (?:aborted|closed|refused|reset)', 'econn(?:reset|refused|aborted)', 'context length exceeded'],
  ...['(?:api|connection|network|http|authentication) (?:connection |status |response )?error'],
  ...[
    'request (?:failed|(?:was )?(?:aborted|cancell?ed))',
    '(?:cuda )?out of memory',
    'fail(?:ed|ure) to (?:connect|fetch)',
  ],
  'fetch failed',
];

/** Matches what is written where a call failed, anywhere in a text. */
export const errorPhrase = new RegExp(
  `<(?:!doctype|html)|\\b(?:${phrases.map((phrase) => phrase.replaceAll(' ', '[ _-]?')).join('|')})(?:\\b|error)`,
  'i',
);

/** Matches the code with which HTTP says that a call failed: `429 ...`, `Error code: 503`, `HTTP 500`. */
const errorCode = /(?:^[\s"'[({]*|\b(?:code|status|https?|api|error)\W{0,3})(?:4[0-3]\d|451|50\d|52\d)\b/i;

/** Matches words with which an error begins: `ERROR: `, `[API error]`, `openai.RateLimitError: `, `HTTP 429`. */
const errorStart =
  /^[\s"'`[({<#*!]*(?:(?:an|internal|api|http|server|request|client|connection|network|model)[\s_:-]+|[\w-]+\.)*(?:\w*error|\w*exception|failed|failure|https?|status(?: code)?)\b/i;

/** Matches such a word alone. */
const errorAlone = /^[\s"'`[({<#*!]*(?:error|exception|err)[\s"'`\])}>*!.:]*$/i;

/** Characters of the longest text of an error that stands where an answer would be; a longer one may be an answer about errors. */
const maxLength = 300;

/** Returns whether what a log says beside an answer is that the call failed: `RateLimitError: 429`, `timeout`, `503`, `error`. */
export function isCallError(text: string): boolean {
  return errorPhrase.test(text) || errorCode.test(text) || errorAlone.test(text);
}

/**
 * Returns whether a text in place of an answer is the error of a call: `ERROR: 429 Too Many Requests`. `perhaps` where it may be an
 * answer, too: `error`, or a text that begins with a phrase of errors. What a program prints, such as `TypeError`, is an answer.
 */
export function errorAnswer(text: string): 'surely' | 'perhaps' | null {
  const trimmed = text.trim();
  if (trimmed.length > maxLength) return null;
  if (errorAlone.test(trimmed)) return 'perhaps';
  const phrase = errorPhrase.exec(trimmed);
  if (errorStart.test(trimmed)) return phrase !== null || errorCode.test(trimmed) ? 'surely' : null;
  const beginsWithCode = errorCode.exec(trimmed)?.index === 0;
  return phrase !== null && (beginsWithCode || phrase.index <= 1) ? 'perhaps' : null;
}
