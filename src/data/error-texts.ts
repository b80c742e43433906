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
  ...['error (?:while )?processing your request', 'resources? (?:has been )?exhausted'],
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
/** Matches how a sentence begins that an API may write where a call failed, and a reader of its errors, too. */
const apiSentence =
  /^\W*(?:(?:this|the|that) model\b|you (?:have )?exceeded|the (?:server|service|engine) (?:had|is|was)\b|the (?:response was|input token|decoder prompt|request exceeds)\b|your request|requests? to\b|requested tokens)/i;
const end = '[\\s"\'`\\])}>*!.]*$';
/** First sentences in the form in which providers write them. */
const providerSentences: readonly string[] = [
  '(?:this|the) model\\W?s maximum context length is [\\d,]+(?: tokens)?(?:\\W+(?:however|but)\\b.*)?',
  'you (?:have )?exceeded your (?:current |monthly |daily )?(?:quota|rate limit)(?:, please check your plan(?: and billing details)?)?',
  '(?:the|this|that) (?:server|service|engine|model) (?:is|was) (?:currently |temporarily )?overloaded(?: with other requests)?(?:, please (?:try|retry)[^,;:]*| or not ready yet)?',
  'the server had an error (?:while )?processing your request',
  '(?:the|this) model \\S+ does not exist(?: or you do not have access(?: to it)?)?',
  'the response was filtered(?: due to the prompt triggering \\S+ \\S+ content (?:management )?policy)?',
  'your request (?:timed out|was (?:aborted|cancell?ed)|failed)',
  'requests? to the \\S.* have exceeded (?:the )?(?:call |token )?rate limit.*',
  'requested tokens \\([\\d,]+\\) exceed.*',
  'the (?:input token count|decoder prompt|request)\\b.{0,20} exceeds.*',
];
const providerSentence = new RegExp(`^\\W*(?:${providerSentences.join('|')})${end}`, 'i');
/** Matches sentences that providers add: what to do, and where to read more. */
const addedSentence =
  /^\W*(?:sorry|please|you can|try|retry|contact|visit|see|for more|to (?:learn|increase)|if (?:you|the (?:error|problem))|(?:error|request)[ _-]?(?:code|id)|https?:|learn more|limit\b|current\b)/i;
/** Matches words that go on to explain, as no program does. */
const explanation =
  /\b(?:because|since|due to|owing to|caused by|thanks to|which|whose|whenever|when|after (?!\d|[\d.]*m?s\b)|until|before|so that|as (?:a result|the|it)|during|means?|occurs|happens|indicates|and (?:the|it|that|then))\b/i;
/** Matches what may follow a phrase of errors in the text of a program: nothing, punctuation, a number or words of such texts. */
const afterPhrase =
  /^(?:[\s"'`\])}>*!.]*$|\s*[:.,;([{<|"'`!/\\*)\]}>-]|\s+-|\s+(?:error|errors|exception|exceeded|reached|occurred|or|for (?:url|model|requests?|tokens|input|organization|\S+ in organization)|(?:after|in) [\d.]|at \d|by (?:peer|host|server|remote)|to (?:host|server)|please|try|retry|without response|\d|[{(]))/i;
/** Matches the last words of the phrases of HTTP and of codes: `503 Service` is found of `503 Service Unavailable`. */
const reasonWords =
  /^(?:[\s_-]*(?:unavailable|time[ -]?out|requests?|required|error|gateway|exhausted|exceeded|entity|content|large|implemented|allowed)\b){1,2}/i;
/** Matches the head of the error of a program: `ERROR: `, `Error calling the API: `, `HTTP 503`, `openai.APITimeoutError`. */
const errorHead =
  /^[^.!?\s]*(?:\.[^.!?\s]+)*(?:$|(?:\s+[^.!?:]{0,40})?(?::|\]|\)|["'({]|\b[45]\d\d\b(?:\s*$|\s*[^\w\s]|\s+(?:bad|unauth|payment|forbidden|not|method|conflict|gone|too|internal|service|server|request|gateway|unavailable|resource))))/i;
/** Matches the errors of Python as they are printed. */
const traceback = /^\W*traceback \(most recent call last\)/i;
/** Matches a frame of a traceback in the client of a provider or in a harness: `.../site-packages/openai/_base_client.py`. */
const clientFrame =
  /\bfile "[^"\n]*[/\\](?:site|dist)-packages[/\\](?:openai|anthropic|litellm|mistralai|cohere|groq|together|replicate|httpx|httpcore|vllm|botocore|google[/\\](?:genai|generativeai|api_core|cloud[/\\]aiplatform)|vertexai|huggingface_hub|langchain\w*|dspy|inspect_ai|lm_eval|evals|helm|lighteval|deepeval|promptfoo)[/\\]/i;
/** Matches a frame in a file with a program that was run for a test: `solution.py`, `<string>`, `/tmp/a.py`. */
const programFrame =
  /\bfile "(?:<|\/tmp\/|[^"\n]*\b_*(?:solution|program|candidate|submission|generated|sandbox|answer|completion|script|code|test)(?:_\w+)?\.py")/i;
/** Matches what marks an error that a program wrote: a code, the name of an exception, a word for errors with a colon. */
const errorMark = new RegExp(`\\b${code}\\b|\\w(?:error|exception)\\b|[_{}]|(?:error|failed|failure|https?)\\W*:`, 'i');
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
  /**
   * - `certain`: it can be nothing else.
   * - `likely`: it is written as programs write it, and is one answer of a quiz about errors, too.
   * - `doubtful`: it begins with words for an error, and goes on as a model writes: `Your request timed out because ...`.
   */
  readonly sureness: 'certain' | 'likely' | 'doubtful';
}

/** Form that stands for all codes of HTTP that a text names: where one of them is an answer, the others are. */
export const codeForm = 'code';
/** Form of all errors that can be nothing else. */
export const certainForm = 'certain';

/** Returns the forms of errors that a text has, wherever they stand in it; those of a right answer are answers. */
export function errorForms(text: string): readonly string[] {
  if (errorAnswer(text)?.sureness === 'certain') return [certainForm];
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
  const isCertain = isClientTraceback(trimmed) || (isCertainStart(trimmed) && hasFewSentences(trimmed));
  if (isObject || isCertain) return { form: certainForm, sureness: 'certain' };
  if (trimmed.length >= maxLength) return null;
  if (errorAlone.test(trimmed)) return { form, sureness: 'likely' };
  const isPhrase = phrase !== null && beginsWithError(trimmed);
  const isCode = errorWithCode.exec(trimmed)?.index === 0 || apiError.test(trimmed);
  if (!isPhrase && !isCode) return null;
  return { form, sureness: isWrittenByProgram(trimmed) ? 'likely' : 'doubtful' };
}

function isCertainStart(text: string): boolean {
  return (apiError.test(text) || tooLong.test(text)) && !explanation.test(text);
}

/** Returns whether a text is the traceback of a call: a frame is in a client or harness, and none in a program that was tested. */
function isClientTraceback(text: string): boolean {
  return traceback.test(text) && clientFrame.test(text) && !programFrame.test(text);
}

/** Returns whether a text begins with a phrase of errors, a word for them, a code with its phrase, or is a page. */
function beginsWithError(text: string): boolean {
  return startPhrase(text) !== null || errorStart.test(text) || isApiSentence(text) || page.test(text);
}

/** Returns the phrase of errors with which a text begins; null for other texts. */
function startPhrase(text: string): string | null {
  const found = [anyPhrase, statusPhrase].flatMap((pattern) => {
    const match = pattern.exec(text);
    return match !== null && match.index <= 1 ? [text.slice(0, match.index) + match[0]] : [];
  });
  return found.toSorted((one, other) => other.length - one.length)[0] ?? null;
}

/** Returns whether a text is a sentence of an API about a failed call; what a program may say, too, is none. */
function isApiSentence(text: string): boolean {
  return apiSentence.test(text) && callPhrase.test(text);
}

/** Returns the sentences of a text. */
function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?])\s+(?=\W*[A-Z])/u);
}

/** Returns whether a text has at most one sentence after the first one that providers do not add to every error. */
function hasFewSentences(text: string): boolean {
  const [, ...rest] = sentencesOf(text);
  return rest.filter((sentence) => !addedSentence.test(sentence)).length <= 1;
}

/**
 * Returns whether a text is a sentence about an error, as a model may write it: without a code, a name of an exception or a word such as
 * `Error:` before it.
 */
export function isErrorSentence(text: string): boolean {
  const answer = errorAnswer(text);
  if (answer === null || answer.sureness === 'certain') return false;
  return answer.sureness === 'doubtful' || (/\s/.test(text) && !errorMark.test(text));
}

/** Returns whether a text that begins with an error is written as programs write it, and not part of a longer answer. */
function isWrittenByProgram(text: string): boolean {
  if (page.test(text)) return true;
  if (!hasFewSentences(text)) return false;
  const [first = ''] = sentencesOf(text);
  if (providerSentence.test(first)) return true;
  if (explanation.test(text)) return false;
  const phrase = startPhrase(text);
  if (phrase !== null && afterPhrase.test(text.slice(phrase.length).replace(reasonWords, ''))) return true;
  return (errorStart.test(text) || errorWithCode.exec(text)?.index === 0) && errorHead.test(first);
}

/** Matches what a program that was tested prints, too: an exception that is not of an API, a limit of its time or memory. */
const programError =
  /^\W*(?:(?:(?:builtins|socket|urllib\.error|asyncio|subprocess|requests\.exceptions)\.)?(?:connection(?:refused|reset|aborted)?|timeout|memory|url|http|os|brokenpipe)(?:error|expired)\b|\w*timeout\w*$|timed out\W*$|time limit|out of memory\W*$|server error\W*$|access denied\W*$)/i;
/** Matches exceptions that only programs raise that were tested, alone or after `failed: `, and the word for one that passed its tests. */
const testedError =
  /^\W*passed\W*$|^\W*(?:failed\W+)?(?:assertion|type|name|index|key|value|attribute|syntax|indentation|zerodivision|import|modulenotfound|recursion)error\b/i;

/** Returns whether a text may be what a program printed that the model wrote: `ConnectionRefusedError: [Errno 111]`, `timeout`. */
export function mayBeProgramError(text: string): boolean {
  return programError.test(text);
}

/** Returns whether a text shows that answers are programs that were run: `AssertionError: 3 != 4`, `passed`, a traceback of no client. */
export function isProgramResult(text: string): boolean {
  return testedError.test(text) || (traceback.test(text) && !isClientTraceback(text.trim()));
}

/** Returns whether a text in place of an answer is the error of a program: of the client of a model, or one that the model wrote. */
export function isTraceback(text: string): boolean {
  return traceback.test(text);
}
