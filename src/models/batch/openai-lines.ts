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

/** Returns a line of a result file in OpenAI's format: the id of its call, '' without one, and how a model reads its reply. */
export function resultOf(
  row: Readonly<Record<string, unknown>>,
  model: LanguageModel,
  secrets: readonly string[],
): BatchResult {
  return { id: resultId(row), attempt: (request) => attemptOf(row, { model, request, secrets }) };
}

/** Returns the id of the call that a result line answers; '' without one. */
export function resultId({ custom_id }: Readonly<Record<string, unknown>>): string {
  return typeof custom_id === 'string' ? custom_id : '';
}

interface Reading {
  readonly model: LanguageModel;
  readonly request: ModelRequest;
  readonly secrets: readonly string[];
}

/**
 * Reads a result line. Engines differ: the completion is in `response.body` (OpenAI, vLLM) or is `response` itself (vLLM before
 * 0.5); an error has its HTTP status in `response.status_code` and its text in `error` or `error.error`.
 */
async function attemptOf(
  { response, error }: Readonly<Record<string, unknown>>,
  { model, request, secrets }: Reading,
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
  return failed('server-error', `the batch has no answer for this call: ${message}`, {
    retryable: true,
    ...(code === 'batch_expired' ? { status: null } : {}),
  });
}
