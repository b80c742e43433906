import { z } from 'zod';
import type { Message } from '../../domain/call.ts';
import { AppError } from '../../util/app-error.ts';

const messageSchema: z.ZodType<Message> = z.strictObject({
  role: z.enum(['system', 'user', 'assistant']),
  content: z.string(),
});
/** The messages of a prompt. */
export const messagesSchema = z.array(messageSchema);

/** Source of a label: the run, the target, and the executions that agree on the value. */
export const sourceSchema = z.strictObject({
  /** Run of the executions that gave the value. */
  run: z.string().min(1),
  /** Identity of the target model. */
  identity: z.string().min(1),
  /** System prompt that only the executions have, not the rows; absent: none. */
  system: z.string().optional(),
  /** Keys of the executions. */
  sampleKeys: z.array(z.string()),
});

const exampleSchema = z.strictObject({
  task: z.string().min(1),
  /** The string by which splits and clusters are formed. */
  string: z.string().min(1),
  property: z.string().min(1),
  wording: z.string().min(1),
  /** The prediction prompt. */
  messages: messagesSchema.min(1).readonly(),
  /** The value that the target's executions agree on. */
  value: z.string().min(1),
  from: sourceSchema,
  /** A prompt that contains the response and requests its property; only for the arm `read-off`. */
  shown: messagesSchema.min(1).readonly().optional(),
  /** The executed prompt and the whole answer; only for the arm `shifted`. */
  object: z.strictObject({ messages: messagesSchema.min(1).readonly(), answer: z.string().min(1) }).optional(),
});
/** One string of the training split with one property of the target's answer, from which training rows are created. */
export type SourceExample = Readonly<z.infer<typeof exampleSchema>>;

/** Parses a JSON Lines text of source examples. AppError with the first malformed line. */
export function parseExamples(text: string, file: string): readonly SourceExample[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const where = `${file}:${index + 1}`;
    const malformed = (why: string, cause: unknown) =>
      new AppError('bad-examples', `${where} is not a source example: ${why}`, {
        hint: 'docs/training.md lists the fields of a line',
        cause,
      });
    let content: unknown;
    try {
      content = JSON.parse(line);
    } catch (cause) {
      throw malformed('it is not JSON', cause);
    }
    const parsed = exampleSchema.safeParse(content);
    if (parsed.success) return [parsed.data];
    const issue = parsed.error.issues[0];
    throw malformed(`"${issue?.path.join('.') ?? ''}": ${issue?.message ?? ''}`, parsed.error);
  });
}
