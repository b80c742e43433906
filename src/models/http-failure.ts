import type { Failure, FailureCode } from '../call/answer.ts';
import { failed } from '../call/failure.ts';

/** What a server answered instead of a completion. `text` is already redacted. */
export interface HttpRefusal {
  readonly status: number;
  readonly text: string;
  readonly retryAfterMs: number | null;
  /** Where it was asked, without credentials. */
  readonly url: string;
  /** It was asked without any key. */
  readonly keyless?: boolean;
}

const overflow =
  /context[ _-]?(length|window|size)|maximum context|prompt is too long|too many (input )?tokens|n_ctx|input (is )?too long|exceeds? .*context/i;
const noCredit = /insufficient[_ ](quota|balance|credit|fund)|exceeded your current quota|billing|out of credit/i;

/** Whether a refusal's text says that the prompt does not fit the model. */
export function saysContextOverflow(text: string): boolean {
  return overflow.test(text);
}

function codeOfStatus(status: number): FailureCode {
  if (status < 400) return 'bad-response';
  if (status === 401 || status === 402 || status === 403) return 'unauthorized';
  if (status === 404 || status === 405 || status === 410) return 'not-found';
  if (status === 408) return 'timeout';
  if (status === 429) return 'rate-limited';
  if (status === 503 || status === 529) return 'overloaded';
  if (status === 409 || status === 425 || status >= 500) return 'server-error';
  return 'invalid-request';
}

const advice: Readonly<Partial<Record<FailureCode, string>>> = {
  unauthorized: 'check the key and what it may use',
  'not-found': 'check the model name and the base URL, which usually ends in /v1',
  'context-overflow': 'the prompt does not fit the model: use one with a longer context',
  'bad-response': 'no redirect is followed: give the address that it leads to',
};

const noKey = 'no key was sent: name the variable that holds it with --api-key-variable';

/** The failure that an HTTP status (and what the server wrote) stands for. */
export function httpFailure({ status, text, retryAfterMs, url, keyless = false }: HttpRefusal): Failure {
  const tooLong = (status === 400 || status === 413 || status === 422) && saysContextOverflow(text);
  const code = tooLong ? 'context-overflow' : codeOfStatus(status);
  const unpaid = status === 402 || (status === 429 && noCredit.test(text));
  const next = unpaid ? 'the account has no credit left' : keyless && code === 'unauthorized' ? noKey : advice[code];
  const said = text === '' ? '' : `: ${text}`;
  const message = `HTTP ${status} from ${url}${said}${next === undefined ? '' : ` (${next})`}`;
  return failed(code, message, { status, retryAfterMs, ...(unpaid ? { retryable: false } : {}) });
}
