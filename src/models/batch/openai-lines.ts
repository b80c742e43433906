import type { Attempt } from '../../domain/answer.ts';
import { isRecord } from '../../util/is-record.ts';
import type { BatchRequest, BatchResult } from '../batch-port.ts';
import { failed } from '../failures/failure.ts';
import { withoutSecrets } from '../http/without-secrets.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { replyAttempt, requestBody } from './wire.ts';

/** Path of the requests that most engines answer, as OpenAI names it. */
export const chatPath = '/v1/chat/completions';

/** Returns a request as a line of OpenAI's batch files, with its line break. */
export async function requestLine(
  model: LanguageModel,
  { id, request }: BatchRequest,
  path: string = chatPath,
): Promise<string> {
  const body = await requestBody(model, request);
  return `${JSON.stringify({ custom_id: id, method: 'POST', url: path, body })}\n`;
}

/** How the line of a call is read. `holder`: what has the line, as failures name it; the call itself was sent by no one. */
interface LineReader {
  readonly model: LanguageModel;
  readonly secrets: readonly string[];
  readonly holder: 'the batch' | 'the result file';
}

/** Returns a line of a result file in OpenAI's format: the id of its call, '' without one, and how a model reads its reply. */
export function resultOf(row: Readonly<Record<string, unknown>>, reader: LineReader): BatchResult {
  return {
    id: resultId(row),
    attempt: async (request) => {
      const attempt = await attemptOf(row, { ...reader, request });
      if (attempt.kind !== 'failed') return attempt;
      return { ...attempt, message: inHolder(attempt.message, reader.holder) };
    },
  };
}

/** Returns a failure in the words of a line, for one in the words of a model that sends its requests itself. */
function inHolder(message: string, holder: LineReader['holder']): string {
  const held = message
    .replace(/^HTTP (\d+) from \S+?(?=:?(?:\s|$))/, `HTTP $1 in ${holder}`)
    .replace(/^https?:\/\/\S+ sent /, `${holder} has `)
    .replace(/^https?:\/\/\S+ aborted its answer/, `${holder} has an aborted answer`);
  return holder === 'the batch' ? held : held.replace(connectionAdvice, '');
}

/** End of a failure that tells the user to check an address or a key. An engine that answers files has neither. */
const connectionAdvice =
  /: check the base URL[^:()]*$| \((?:check the model name and the base URL|check the key|no key was sent|redirects are|expected status)[^()]*\)$/;

/** Returns the id of the call that a result line answers; '' without one. */
export function resultId({ custom_id }: Readonly<Record<string, unknown>>): string {
  return typeof custom_id === 'string' ? custom_id : '';
}

interface Reading extends LineReader {
  readonly request: ModelRequest;
}

/**
 * Reads a result line. Engines differ: the completion is in `response.body` (OpenAI, vLLM) or is `response` itself (vLLM before
 * 0.5); an error has its HTTP status in `response.status_code` and its text in `error` or `error.error`.
 */
async function attemptOf(
  { response, error }: Readonly<Record<string, unknown>>,
  { model, request, secrets, holder }: Reading,
): Promise<Attempt> {
  const stated = isRecord(response) && typeof response.status_code === 'number' ? response.status_code : null;
  const body = isRecord(response) ? (Array.isArray(response.choices) ? response : response.body) : null;
  if (body !== undefined && body !== null) return await replyAttempt(model, request, { status: stated ?? 200, body });
  const fault = isRecord(error) && isRecord(error.error) ? error.error : error;
  if (stated !== null && stated >= 400 && isRecord(fault))
    return await replyAttempt(model, request, { status: stated, body: { error: fault } });
  const said: unknown = withoutSecrets(isRecord(fault) ? (fault.message ?? fault.code) : fault, secrets);
  const message = typeof said === 'string' ? said : 'no reason was given';
  const code = isRecord(fault) ? String(fault.code) : '';
  return failed('server-error', `${holder} has no answer for this call: ${message}`, {
    retryable: true,
    ...(code === 'batch_expired' ? { status: null } : {}),
  });
}
