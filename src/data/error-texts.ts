/** What servers, proxies, filters and clients write where a call failed, and no program or model does of its own. */
const callPhrases: readonly string[] = [
  ...['bad gateway', 'service (?:temporarily )?unavailable', 'internal server error', 'gateway timed? out'],
  ...['rate limit(?:ed|s)?', 'too many requests', '(?:invalid|incorrect|missing) api key', 'quota exceeded'],
  ...['insufficient quota', 'upstream (?:connect )?error', 'overloaded error', 'context length exceeded'],
  ...['content (?:management )?policy violation', 'content filter(?:ed)?', 'fail(?:ed|ure) to (?:connect|fetch)'],
  ...['(?:model|server|service|engine) (?:is )?(?:currently )?overloaded', 'deadline exceeded', 'fetch failed'],
  ...['connection (?:aborted|closed|refused|reset)', 'econn(?:reset|refused|aborted)', 'cuda out of memory'],
  ...['(?:api|connection|network|http|authentication) (?:connection |status |response )?error'],
  ...['maximum context (?:length|window)', 'context (?:window|size) exceeded', 'prompt is too long'],
  ...['exceed(?:ed|s)? (?:your |the )?(?:(?:maximum|available|current|call) )?(?:quota|rate limit|number of tokens)'],
  ...['exceed(?:ed|s)? (?:the )?(?:(?:maximum|available|model\\W?s?) )?context (?:length|window|size)'],
  ...['error while processing your request', 'resources? (?:has been )?exhausted'],
  ...['does not exist or you do not have access', 'content management policy'],
  ...['request (?:failed|(?:was )?(?:aborted|cancell?ed))', '(?:api|request|read|connect(?:ion)?) timed? out'],
];
/** What may be written of a program that a model wrote, or be an answer, too. */
const otherPhrases: readonly string[] = [
  '\\w*timed? out(?:error|exception|expired)?',
  'server error',
  'access denied',
  'out of memory',
];

/** Returns an expression of phrases in a text; a space may be missing, or be `_` or `-`. */
function anyOf(phrases: readonly string[]): RegExp {
  return new RegExp(
    `(?<![a-z])(?:${phrases.map((phrase) => phrase.replaceAll(' ', '[ _-]?')).join('|')})(?:\\b|_|error)`,
    'i',
  );
}
const callPhrase = anyOf(callPhrases);
const anyPhrase = anyOf([...callPhrases, ...otherPhrases]);
const page = /^\s*<(?:!doctype|html)/i;

/** Returns whether a text has what is written where a call failed, or is a page. */
export function hasErrorPhrase(text: string): boolean {
  return page.test(text) || anyPhrase.test(text);
}

/** The codes with which HTTP says that a call failed. */
const code = '(?:4[0-3]\\d|451|50\\d|52\\d)';
/** Matches such a code with the phrase of HTTP for it: `404 Not Found`. */
const statusPhrase = new RegExp(
  `\\b${code}[\\s:"'-]+(?:bad|unauthori[sz]ed|payment|forbidden|not[ _-]found|method|conflict|gone|.{0,9}too[ _-]large|unprocessable|too[ _-]many|i'?m a teapot|teapot|internal|not[ _-]implemented|service|server|request[ _-]time|gateway|unavailable|resource[ _-]exhausted)`,
  'i',
);
/** Matches a code after a word for one: `Error code: 429`, `HTTP/1.1 503`, `API error 500`. */
const namedCode = new RegExp(`\\b(?:code|status|https?(?:/[\\d.]+)?|api(?: error)?)\\W{0,3}${code}\\b`, 'i');
/** Matches a code after the word error: `Error: 429`. */
const errorWithCode = new RegExp(`\\berror\\W{1,3}(?:https?\\W+)?${code}\\b`, 'i');
const codeAlone = new RegExp(`^${code}$`);
const anyCode = new RegExp(`\\b${code}\\b`);

const opening = '^[\\s"\'`[({<#*!]*';
/** Matches words with which an error begins: `ERROR: `, `[API error]`, `openai.RateLimitError: `. */
const errorStart = new RegExp(
  `${opening}(?:(?:an|internal|api|http|server|request|client|connection|network|model)[\\s_:-]+|[\\w-]+\\.)*(?:\\w*error|\\w*exception|\\w*timeout|failed|failure|https?|status(?: code)?)\\b`,
  'i',
);
/** Matches such a word alone. */
const errorAlone = /^[\s"'`[({<#*!]*(?:error|exception|err)[\s"'`\])}>*!.:]*$/i;
/** Matches the name of an exception or of the API at the beginning, and a code after it: `openai.RateLimitError: Error code: 429`. */
const apiError = new RegExp(
  `${opening}(?:[\\w-]+\\.)*(?:(?:api\\w*|\\w*ratelimit|internalserver|serviceunavailable|overloaded|badrequest|permissiondenied|authentication|toomanyrequests|clientresponse|throttling|http(?:status)?)(?:error|exception)\\b|api[ _-]error\\b|error code\\b).{0,40}?\\b${code}\\b`,
  'i',
);
/** Matches a JSON object that is an error: `{"error": {"code": 429, ...}}`, `{"object": "error", "code": 400, ...}`. */
const errorObject = /^\{\s*["'](?:error["']\s*:|(?:type|object|status)["']\s*:\s*["']error["'])/i;
/** Matches what an API says of a prompt with too many tokens, with both numbers or what to do. */
const tooLong =
  /^\W*(?:(?:this|the) model\W?s maximum context length is [\d,]+ tokens\W+(?:however|but|your?\b|please|the\b)|(?:the )?input token count \W?[\d,]+\W* exceeds|(?:the )?prompt is too long: [\d,]+ tokens|requested tokens \([\d,]+\) exceed)/i;
/** Matches how a sentence of an API begins that says why a call failed: `You exceeded your current quota`. */
const apiSentence =
  /^\W*(?:(?:this|the) model\b|you (?:have )?exceeded|the (?:server|service|engine) (?:had|is|was)\b|the (?:response was|input token|decoder prompt|request exceeds)\b|your request|requests? to\b|requested tokens)/i;
/** Matches the errors of Python as they are printed. */
const traceback = /^\W*traceback \(most recent call last\)/i;
/** Matches clients of models, of which one is in the traceback of a call. */
const client =
  /\b(?:openai|anthropic|litellm|mistralai|cohere|vllm|botocore|google[./](?:genai|generativeai)|huggingface_hub|(?:completions|messages|responses)\.create|generate_content)\b/i;
/** Matches a failed check of a program, whose words are about the program. */
const assertion = /^\W*assert/i;

/** Characters of the longest text that may be the error of a call; a log keeps no more of an answer, so that one may be cut. */
const maxLength = 300;

/** Returns whether what a log says beside an answer is the error of a call: `RateLimitError: 429`, `503 Service Unavailable`. */
export function isCallError(text: string): boolean {
  if (assertion.test(text)) return false;
  return page.test(text) || callPhrase.test(text) || statusPhrase.test(text) || namedCode.test(text);
}

/** Returns whether a text may be the error of a call, or be about a program: `timeout`, `error`. */
export function mayBeCallError(text: string): boolean {
  return isCallError(text) || anyPhrase.test(text) || errorWithCode.test(text) || errorAlone.test(text);
}

/** Returns whether the cell of a column of codes is one with which a call failed: `429`. */
export function isErrorCode(text: string): boolean {
  return codeAlone.test(text);
}

/** A text in place of an answer that is the error of a call. */
interface ErrorAnswer {
  /** The phrase that was found, in lower case and without spaces: `badgateway`; the code where there is none. */
  readonly form: string;
  /** Whether it can be nothing else; else it is one answer of a quiz about errors, too. */
  readonly isCertain: boolean;
}

/** Form that stands for all codes of HTTP that a text names: where one of them is an answer, the others are. */
export const codeForm = 'code';
/** Form of all errors that can be nothing else. */
export const certainForm = 'certain';

/** Returns the forms of errors that a text has, wherever they stand in it; those of a right answer are answers. */
export function errorForms(text: string): readonly string[] {
  if (errorAnswer(text)?.isCertain === true) return [certainForm];
  const phrase = phraseForm(text);
  const hasCode = statusPhrase.test(text) || namedCode.test(text) || errorWithCode.test(text);
  const alone = errorAlone.test(text) ? ['error'] : [];
  return [...(phrase === null ? [] : [phrase]), ...(hasCode ? [codeForm] : []), ...alone];
}

function phraseForm(text: string): string | null {
  const [found] = anyPhrase.exec(text) ?? statusPhrase.exec(text) ?? [];
  return found?.toLowerCase().replace(/[\s_-]+/g, '') ?? null;
}

/**
 * Returns what a text in place of an answer is where it is the error of a call: `ERROR: 429 Too Many Requests`. Null for answers, such as
 * `HTTP 405`, a page, and what a program prints: `TypeError`.
 */
export function errorAnswer(text: string): ErrorAnswer | null {
  const trimmed = text.trim();
  const phrase = phraseForm(trimmed);
  const [found] = anyCode.exec(trimmed) ?? [];
  const form = phrase ?? found ?? 'error';
  const isObject = errorObject.test(trimmed) && (phrase !== null || found !== undefined);
  const isOfClient = traceback.test(trimmed) && (client.test(trimmed) || callPhrase.test(trimmed));
  if (isObject || isOfClient || apiError.test(trimmed) || tooLong.test(trimmed))
    return { form: certainForm, isCertain: true };
  if (trimmed.length >= maxLength) return null;
  const isPhrase = phrase !== null && beginsWithError(trimmed);
  const isError = isPhrase || errorAlone.test(trimmed) || errorWithCode.exec(trimmed)?.index === 0;
  return isError ? { form, isCertain: false } : null;
}

/** Returns whether a text begins with a phrase of errors, a word for them, a code with its phrase, or is a page. */
function beginsWithError(text: string): boolean {
  const starts = [anyPhrase, statusPhrase].map((pattern) => pattern.exec(text)?.index ?? text.length);
  return Math.min(...starts) <= 1 || errorStart.test(text) || isApiSentence(text) || page.test(text);
}

/** Returns whether a text is a sentence of an API about a failed call; what a program may say, too, is none. */
function isApiSentence(text: string): boolean {
  return apiSentence.test(text) && callPhrase.test(text);
}

/** Returns whether a text in place of an answer is the error of a program: of the client of a model, or one that the model wrote. */
export function isTraceback(text: string): boolean {
  return traceback.test(text);
}
