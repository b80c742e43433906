import { isUtf8 } from 'node:buffer';
import type { Attempt, Failure } from '../../domain/answer.ts';
import { parsedJson, parseLooseJson } from '../../util/canonical-json.ts';
import { isNestedDeeper, jsonShape } from '../../util/json-shape.ts';
import { assertNever } from '../../util/types.ts';
import { failed } from '../failures/failure.ts';
import { filteredPrompt } from '../http/filtered-prompt.ts';
import { noContent } from '../http/finish-reason.ts';
import { maxAnswerBytes } from '../http/http-connections.ts';
import { httpFailure } from '../http/http-failure.ts';
import type { Reply } from '../http/http-post.ts';
import { keyEcho } from '../http/key-echo.ts';
import { redact } from '../http/redact.ts';
import { retryAfterOf } from '../http/retry-after.ts';
import { unpacked } from '../http/unpacked.ts';
import { brokenBody, type Exchange, reportedError } from './chat-response.ts';
import { completionOfStream, hasOtherEvents, isStream } from './streamed.ts';

/**
 * Maximum nesting depth: deeper than any server's answer, and far below the depth at which a recursive function
 * overflows the stack.
 */
const maxDepth = 100;
const shownCharacters = 80;
/**
 * Characters that are searched for keys; longer than the displayed text, so that a key at its end is found before it is
 * cut.
 */
const searchedCharacters = 4096;

/** The JSON of a completion: raw and parsed. */
interface Body {
  readonly kind: 'body';
  readonly text: string;
  readonly value: unknown;
}

/** Removes the byte order mark that some servers send. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Returns the value of a text that is not JSON, but says one: a stream of chunks, or numbers as Python writes them. */
function meantValue(text: string): unknown {
  if (isStream(text)) return completionOfStream(text);
  try {
    return parseLooseJson(text);
  } catch {
    return undefined;
  }
}

function notJson(text: string, type: string, { url, secrets }: Exchange): Failure {
  if (text.trim() === '') return noContent(`${url} sent an empty body (${redact(type, secrets)})`);
  const what = /^\s*<(!doctype|html|\?xml)/i.test(text) ? 'a web page' : 'no JSON';
  if (/^\s*[{[]/.test(text)) {
    const advice = 'the server or a proxy before it writes it so, whatever the address';
    return failed('bad-response', `${url} sent JSON that is not valid (${invalidity(text)}): ${advice}`);
  }
  const start = redact(text.slice(0, searchedCharacters), secrets).slice(0, shownCharacters);
  return failed(
    'bad-response',
    `${url} sent ${what} (${redact(type, secrets)}: ${start}): check the base URL, which usually ends in /v1`,
  );
}

/** Returns why a text is not JSON: the rule and the position or the first character, without the text itself. */
function invalidity(text: string): string {
  try {
    JSON.parse(text);
    return 'unknown reason';
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    const position = /at position \d+/.exec(said)?.[0];
    if (position !== undefined)
      return `${/after JSON/.test(said) ? 'more text' : 'an unexpected character'} ${position}`;
    const character = /^Unexpected token '(.)'/u.exec(said)?.[1];
    return character === undefined ? 'an unexpected end' : `an unexpected ${character}`;
  }
}

/** Returns the decompressed bytes of a reply, or the failure if they cannot be decompressed. */
async function decompressed(bytes: Buffer, encoding: string, { url }: Exchange): Promise<Buffer | Failure> {
  const plain = await unpacked(bytes, encoding, maxAnswerBytes);
  switch (plain.kind) {
    case 'bytes':
      return plain.bytes;
    case 'too-large':
      return tooLarge(url);
    case 'damaged':
      return failed(
        'bad-response',
        `${url} sent a body that is not valid ${plain.encoding.slice(0, 20)}, despite its content-encoding`,
      );
    default:
      return assertNever(plain);
  }
}

/** Returns the text of a body, or the failure if it has none. */
function textOf(bytes: Buffer, { url }: Exchange): string | Failure {
  // Bytes that are not UTF-8 would become replacement characters and be taken for the model's text.
  if (!isUtf8(bytes)) return failed('bad-response', `${url} sent text that is not valid UTF-8`);
  return withoutMark(bytes.toString());
}

/** Returns the failure for a body larger than the limit. */
function tooLarge(url: string): Failure {
  return failed('bad-response', `${url} sent a response that is too large for an answer: check the base URL`);
}

function readBody(text: string, { headers }: Reply, exchange: Exchange): Body | Failure {
  const { url, secrets } = exchange;
  const echo = keyEcho(text, secrets, url);
  if (echo !== null) return echo;
  if (isNestedDeeper(text, maxDepth))
    return failed('bad-response', `${url} sent JSON nested more than ${maxDepth} levels deep`);
  const value = parsedJson(text);
  if (value !== undefined) return brokenBody(value, exchange) ?? { kind: 'body', text, value };
  const meant = meantValue(text);
  if (meant !== undefined) {
    return brokenBody(meant, exchange) ?? { kind: 'body', text: JSON.stringify(meant), value: meant };
  }
  if (isStream(text) && hasOtherEvents(text))
    return failed('bad-response', `${url} streamed events that are not those of a chat completion: check the base URL`);
  if (isStream(text)) return failed('network', `${url} streamed an answer that was not to be streamed, and cut it off`);
  if (jsonShape(text).isOpen && /^\s*[{[]/.test(text)) {
    return failed('network', `the response of ${url} was cut off after ${text.length} characters`);
  }
  return notJson(text, String(headers['content-type'] ?? 'no content type'), exchange);
}

/** Returns the failure for a reply with a status other than 200. */
function refusal(text: string, { status, headers }: Reply, exchange: Exchange): Attempt {
  const { url, secrets } = exchange;
  if (status >= 300 && status < 400) {
    const target = redact(String(headers.location ?? 'nowhere'), secrets);
    return httpFailure({ status, text: `a redirect to ${target}`, retryAfter: null, url });
  }
  const filtered = status === 400 ? filteredPrompt(text) : null;
  if (filtered !== null) return filtered;
  const retryAfter = retryAfterOf(headers);
  const body = isNestedDeeper(text, maxDepth) ? undefined : parsedJson(text);
  const reported = body === undefined || status < 300 ? null : reportedError(body, exchange, { status, retryAfter });
  if (reported !== null) return reported;
  const said = /^\s*</.test(text) || status < 300 ? '' : redact(text, secrets);
  return httpFailure({ status, text: said, retryAfter, url, keyless: secrets.length === 0 });
}

/**
 * Reads a reply of a model's server: the JSON of a completion, or the answer or failure that it represents. Every path
 * to a model uses it, so that a truncated, compressed, binary or interrupted body has the same result on all of them.
 */
export async function readReply(reply: Reply, exchange: Exchange): Promise<Body | Attempt> {
  const encoding = reply.headers['content-encoding'];
  const packed = encoding ?? (reply.bytes[0] === 0x1f && reply.bytes[1] === 0x8b ? 'gzip' : undefined); // some do not say
  const content = packed === undefined ? reply.bytes : await decompressed(reply.bytes, String(packed), exchange);
  const text = Buffer.isBuffer(content) ? textOf(content, exchange) : content;
  if (reply.status === 200) return typeof text === 'string' ? readBody(text, reply, exchange) : text;
  return refusal(typeof text === 'string' ? text : '', reply, exchange);
}
