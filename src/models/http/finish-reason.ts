import type { Answer, Failure } from '../../domain/answer.ts';
import { failed } from '../failures/failure.ts';

/**
 * How generation ended: with an answer of some kind, interrupted, or unknown: the server gave no reason or one that is not
 * known. An answer whose end is unknown is kept and marked.
 */
export type End = Answer['kind'] | 'interrupted' | 'unknown';

/**
 * Every known finish reason that ends an answer, in lower case with `_`: OpenAI, Anthropic, Gemini, Bedrock, Mistral,
 * Cohere, Zhipu, Text Generation Inference and vLLM.
 */
const ends: ReadonlyMap<string, End> = new Map(
  Object.entries({
    answered: 'stop stop_sequence end end_turn eos eos_token complete completed',
    truncated: 'length max_tokens max_output_tokens max_length model_length model_context_window_exceeded',
    filtered:
      'content_filter content_filtered safety blocked blocklist prohibited_content spii image_safety recitation refusal guardrail_intervened sensitive error_toxic',
    'tool-call': 'tool_calls tool_call tool_use function_call',
  } satisfies Record<Answer['kind'], string>).flatMap(([end, words]) =>
    words.split(' ').map((word) => [word, end as End] as const),
  ),
);

/** Parts of reasons that state that generation was interrupted, whatever the server calls it. */
const interruption =
  /abort|cancel|disconnect|(?<!no_)error|exception|fail|incomplete|in_progress|insufficient|interrupt|kill|malformed|overload|pause|preempt|queued|timeout|timed_out/;

/** Parts of reasons that state that a limit ended the answer. */
const limit = /max.*tokens|token.*limit|length|context_window|too_long/;

/** Returns how generation ended, from the server's finish reason. */
export function endOf(reason: unknown): End {
  if (reason === null || reason === undefined) return 'unknown';
  const text = typeof reason === 'string' ? reason : (JSON.stringify(reason) ?? '');
  const word = text
    .toLowerCase()
    .replace(/[-\s]/g, '_')
    .replace(/^finish_?reason[._]/, ''); // the name of an enumeration in Python
  const known = typeof reason === 'string' ? ends.get(word) : undefined;
  if (known !== undefined) return known;
  if (interruption.test(word)) return 'interrupted';
  return limit.test(word) ? 'truncated' : 'unknown';
}

const maxShown = 80;

function shown(reason: unknown): string {
  const text = typeof reason === 'string' ? reason : (JSON.stringify(reason) ?? 'not given');
  return text.slice(0, maxShown);
}

/** Retries of a reply that may have been charged and that a retry may not improve. */
const maxChargedRetries = 1;

/**
 * Returns the failure for an end that is not an answer: an interrupted answer, which is retried once because it may have been
 * charged, or the call of a tool that was not offered, which would recur.
 */
export function endFailure(end: 'tool-call' | 'interrupted', reason: unknown, sender: string): Failure {
  if (end === 'tool-call') {
    return failed('bad-response', `${sender} sent a tool call instead of text (finish reason ${shown(reason)})`);
  }
  return failed('server-error', `${sender} aborted its answer (finish reason ${shown(reason)})`, {
    maxRetries: maxChargedRetries,
  });
}

/**
 * Returns the failure for a reply with status 200 and no content, which is retried like a server error; once if the server
 * counted output tokens for it, because it may have been charged.
 */
export function noContent(what: string, countedOutput: number | null = null): Failure {
  return failed('server-error', what, (countedOutput ?? 0) > 0 ? { maxRetries: maxChargedRetries } : {});
}
