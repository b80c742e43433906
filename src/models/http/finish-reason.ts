import type { Answer, Failure } from '../../domain/answer.ts';
import { failed } from '../failure.ts';

/** How generation ended: with an answer of some kind, or interrupted. */
export type End = Answer['kind'] | 'broken-off';

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
  } satisfies Record<Exclude<End, 'broken-off'>, string>).flatMap(([end, words]) =>
    words.split(' ').map((word) => [word, end as End] as const),
  ),
);

/**
 * Returns how generation ended, from the server's finish reason. A missing reason counts as finished; an unknown reason
 * counts as interrupted.
 */
export function endOf(reason: unknown): End {
  if (reason === null || reason === undefined) return 'answered';
  if (typeof reason !== 'string') return 'broken-off';
  return ends.get(reason.toLowerCase().replace(/[-\s]/g, '_')) ?? 'broken-off';
}

const maxShown = 80;

function shown(reason: unknown): string {
  const text = typeof reason === 'string' ? reason : (JSON.stringify(reason) ?? 'not given');
  return text.slice(0, maxShown);
}

/**
 * Returns the failure for an end that is not an answer: an interrupted answer, which is retried, or the call of a tool that
 * was not offered, which would recur.
 */
export function endFailure(end: 'tool-call' | 'broken-off', reason: unknown, sender: string): Failure {
  if (end === 'tool-call') {
    return failed('bad-response', `${sender} sent a tool call instead of text (finish reason ${shown(reason)})`);
  }
  return failed('server-error', `${sender} aborted its answer (finish reason ${shown(reason)})`);
}
