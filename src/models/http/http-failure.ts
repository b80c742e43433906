import type { Failure, FailureCode } from '../../domain/answer.ts';
import { duration } from '../../util/numbers.ts';
import { failed } from '../failures/failure.ts';
import { codeOfStatus } from '../failures/retry-rules.ts';
import type { RetryAfter } from './retry-after.ts';

/** What to do about each field of a request that some servers reject. */
const remedies = {
  max_tokens: 'add --max-tokens-field max_completion_tokens',
  max_completion_tokens: 'remove --max-tokens-field',
  temperature: 'run with another --temperature, or without it',
  top_p: 'run with another --top-p, or without it',
  seed: 'run without --sampling-seed',
  reasoning_effort: 'run with another --reasoning-effort, or without it',
  response_format: 'run without --constrain',
  json_schema: 'run without --constrain',
  logprobs: 'the server returns no log-probabilities: use another server',
  tools: 'the server knows no tools: use another model or experiment',
  tool_choice: 'the server knows no tools: use another model or experiment',
  chat_template_kwargs: 'name the model with the provider of its server, or openai-compatible/',
  continue_final_message: 'the server does not continue answers: use vllm/ or llamacpp/ with such a server',
  add_generation_prompt: 'the server does not continue answers: use vllm/ or llamacpp/ with such a server',
} as const satisfies Readonly<Record<string, string>>;

type RejectedField = keyof typeof remedies;

/** Returns the first field of our requests that a refusal's text names; null where it names none. */
function rejectedField(text: string): RejectedField | null {
  const named = Object.keys(remedies).flatMap((field) => {
    const at = new RegExp(`(?<![a-z_])${field}(?![a-z_])`).exec(text)?.index;
    return at === undefined ? [] : [{ field: field as RejectedField, at }]; // a key of the table
  });
  return named.toSorted((a, b) => a.at - b.at)[0]?.field ?? null;
}

/** Returns which field the server rejects and what to do. */
function fieldAdvice(field: RejectedField): string {
  return `the server rejects the field ${field}: ${remedies[field]}`;
}

/** A server's reply that is not a completion. `text` is already redacted. */
interface HttpRefusal {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: RetryAfter | null;
  /** URL of the request, without credentials. */
  readonly url: string;
  /** Set if the request had no key. */
  readonly keyless?: boolean;
}

const overflow =
  /context[ _-]?(length|window|size)|maximum context|prompt is too long|too many (input )?tokens|n_ctx|input (is )?too long|exceeds? .*context/i;
const noCredit = /insufficient[_ ](quota|balance|credit|fund)|exceeded your current quota|billing|out of credit/i;

/** Returns whether a refusal's text reports that the prompt exceeds the model's context. */
function saysContextOverflow(text: string): boolean {
  return overflow.test(text);
}

const advice: Readonly<Partial<Record<FailureCode, string>>> = {
  unauthorized: 'check the key and its permissions',
  'not-found': 'check the model name and the base URL, which usually ends in /v1',
  'context-overflow': 'the prompt is too long for the model: use a model with a longer context',
};

/** Words of a refusal that the server has no such model; gateways send it with status 400. */
const noModel =
  /invalid model|model[^.]{0,60}(not found|does not exist|not exist|not available|not loaded|is unknown)|(unknown|no such|unsupported) model|model_not_found|not a valid model|pinned to/i;

/** Returns advice for a status that is neither an answer nor an error. */
function oddStatusAdvice(status: number): string {
  if (status >= 300) return 'redirects are not followed: use the target address';
  return 'expected status 200: check the base URL, which usually ends in /v1';
}

function waitAdvice({ askedMs, ms }: RetryAfter): string {
  return `it requests a wait of ${duration(askedMs / 1000)}; the maximum wait is ${duration(ms / 1000)}`;
}

const noKey = 'no key was sent: set --api-key-variable to the variable that holds the key';

/** Returns the failure for an HTTP status and the server's text. */
export function httpFailure({ status, text, retryAfter, url, keyless = false }: HttpRefusal): Failure {
  const tooLong = (status === 400 || status === 413 || status === 422) && saysContextOverflow(text);
  const isOther = (status === 400 || status === 422) && noModel.test(text) && rejectedField(text) === null;
  const code = tooLong ? 'context-overflow' : isOther ? 'not-found' : codeOfStatus(status);
  const unpaid = status === 402 || (status === 429 && noCredit.test(text));
  const field = code === 'invalid-request' ? rejectedField(text) : null;
  const usual = status < 400 ? oddStatusAdvice(status) : field === null ? advice[code] : fieldAdvice(field);
  const known = unpaid ? 'the account has no credit left' : keyless && code === 'unauthorized' ? noKey : usual;
  const next = retryAfter !== null && retryAfter.askedMs > retryAfter.ms ? waitAdvice(retryAfter) : known;
  const said = text === '' ? '' : `: ${text}`;
  const message = `HTTP ${status} from ${url}${said}${next === undefined ? '' : ` (${next})`}`;
  const retryAfterMs = retryAfter?.ms ?? null;
  return failed(code, message, { status, retryAfterMs, ...(unpaid ? { retryable: false } : {}) });
}
