import {
  AISDKError,
  APICallError,
  InvalidPromptError,
  LoadAPIKeyError,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider';
import type { Attempt } from '../../domain/answer.ts';
import { failed } from '../failures/failure.ts';
import { filteredPrompt } from '../http/filtered-prompt.ts';
import { httpFailure } from '../http/http-failure.ts';
import { networkFailure } from '../http/network-failure.ts';
import { redact } from '../http/redact.ts';
import { retryAfterOf } from '../http/retry-after.ts';

/** Returns scheme, host and path of a URL; the query may hold a key. */
function plainUrl(url: string): string {
  if (!URL.canParse(url)) return 'the server';
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function callFailure(error: APICallError, secrets: readonly string[]): Attempt {
  const { statusCode, responseHeaders, responseBody } = error;
  const url = plainUrl(error.url);
  if (statusCode === undefined) return networkFailure(error.cause ?? error, url);
  if (statusCode < 300) {
    const type = redact(responseHeaders?.['content-type'] ?? 'no content type', secrets);
    const start = redact((responseBody ?? '').slice(0, 4096), secrets).slice(0, 80);
    const hint = 'check the base URL';
    return failed(
      'bad-response',
      `${url} did not send an answer (${type}${start === '' ? '' : `: ${start}`}): ${hint}`,
    );
  }
  const filtered = statusCode === 400 ? filteredPrompt(responseBody ?? '') : null;
  if (filtered !== null) return filtered;
  const location = responseHeaders?.location;
  const said = statusCode < 400 && location !== undefined ? `a redirect to ${plainUrl(location)}` : error.message;
  const code = /"code"\s*:\s*"([\w.-]+)"/.exec(responseBody ?? '')?.[1];
  const text = redact(code === undefined || said.includes(code) ? said : `${said} ${code}`, secrets);
  return httpFailure({ status: statusCode, text, retryAfter: retryAfterOf(responseHeaders ?? {}), url });
}

/** Converts an error of an AI SDK provider into a failed attempt; rethrows errors that the request did not cause. */
export function sdkFailure(error: unknown, name: string, secrets: readonly string[]): Attempt {
  if (APICallError.isInstance(error)) return callFailure(error, secrets);
  const said = error instanceof Error ? redact(error.message, secrets) : '';
  if (LoadAPIKeyError.isInstance(error)) return failed('unauthorized', `${name}: ${said}`);
  if (UnsupportedFunctionalityError.isInstance(error) || InvalidPromptError.isInstance(error)) {
    return failed('invalid-request', `${name}: ${said}`);
  }
  if (AISDKError.isInstance(error)) return failed('bad-response', `${name}: ${said}`);
  if (error instanceof TypeError && error.cause !== undefined) return networkFailure(error.cause, name);
  throw error;
}
