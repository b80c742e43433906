import type { Attempt, Failure } from '../../domain/answer.ts';
import { likelyTokens, minTokens } from '../../domain/usage.ts';
import { isRecord } from '../../util/is-record.ts';
import { failed } from '../failure.ts';
import type { ServerFacts } from './server-facts.ts';

function countIn(raw: unknown, field: string): number | null {
  const value = isRecord(raw) ? raw[field] : null;
  return typeof value === 'number' && value > 0 ? value : null;
}

/**
 * Returns the failure for an answer whose prompt the server did not read whole: Ollama cuts a prompt to the context of the
 * model, or drops its start while it generates, and replies with status 200. Seen from the counts that the server sent
 * (prompt and answer fill the context), or from a prompt that cannot fit. Null where nothing shows a cut, and where the
 * context length is unknown.
 */
export function cutPrompt(
  attempt: Exclude<Attempt, Failure>,
  prompt: readonly string[],
  { url, facts: { kind, contextLength } }: { readonly url: string; readonly facts: ServerFacts },
): Failure | null {
  if (contextLength === null) return null;
  const { raw } = attempt.usage;
  const input = countIn(raw, 'prompt_tokens');
  const output = countIn(raw, 'completion_tokens') ?? 0;
  const least = prompt.reduce((sum, text) => sum + minTokens(text), 0);
  const likely = likelyTokens(prompt.reduce((sum, text) => sum + text.length, 0));
  const isFull = input !== null && (input >= contextLength || input + output > contextLength);
  const isContradicted = input !== null && input < least && likely > contextLength;
  if (!isFull && !isContradicted && least <= contextLength) return null;
  const counted = input === null ? '' : ` (it counted ${input} prompt tokens)`;
  const remedy =
    kind === 'ollama'
      ? 'set PARAMETER num_ctx in the Modelfile, or OLLAMA_CONTEXT_LENGTH for the server'
      : 'start the server with a longer context';
  return failed(
    'context-overflow',
    `${url} cut the prompt to the model's context length of ${contextLength} tokens${counted}: ${remedy}, or use shorter prompts`,
  );
}
