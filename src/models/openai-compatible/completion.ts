import { z } from 'zod';
import { isRecord } from '../../util/is-record.ts';

const unread = z.unknown().optional();

/** The required fields of an answer; any other field that is missing or malformed counts as absent. */
const choiceSchema = z.object({
  message: z.object({
    content: z.union([z.string(), z.array(z.object({ type: unread, text: unread }))]).nullish(),
    reasoning_content: unread,
    reasoning: unread,
    thinking: unread,
    thought: unread,
    refusal: unread,
    tool_calls: unread,
  }),
  finish_reason: unread,
  logprobs: unread,
});

const completionSchema = z.object({
  choices: z.array(choiceSchema).min(1),
  model: unread,
  system_fingerprint: unread,
  provider: unread,
  usage: unread,
});

type Completion = z.infer<typeof completionSchema>;
export type Choice = Completion['choices'][number];

/** Returns the place of the first field that keeps a value from being a completion; null for a completion. */
export function completionFault(body: unknown): string | null {
  const parsed = completionSchema.safeParse(body);
  return parsed.success ? null : (parsed.error.issues[0]?.path.join('.') ?? '');
}

/**
 * Returns whether a value is a completion, as the schema does. Written by hand because every answer is checked and
 * the schema takes at least four times as long.
 */
export function isCompletion(body: unknown): body is Completion {
  return isRecord(body) && Array.isArray(body.choices) && body.choices.length > 0 && body.choices.every(isChoice);
}

function isChoice(choice: unknown): boolean {
  return isRecord(choice) && isRecord(choice.message) && isContent(choice.message.content);
}

function isContent(content: unknown): boolean {
  if (content === undefined || content === null || typeof content === 'string') return true;
  return Array.isArray(content) && content.every(isRecord);
}
