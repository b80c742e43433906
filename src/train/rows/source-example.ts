import { z } from 'zod';
import type { Message } from '../../domain/call.ts';
import { AppError } from '../../util/app-error.ts';

const messageSchema = z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() });

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
  string: z.string().min(1),
  property: z.string().min(1),
  wording: z.string().min(1),
  messages: z.array(messageSchema).min(1),
  value: z.string().min(1),
  from: sourceSchema,
  shown: z.array(messageSchema).min(1).optional(),
  object: z.strictObject({ messages: z.array(messageSchema).min(1), answer: z.string().min(1) }).optional(),
});

/** Source of a label: the run, the target, and the executions that agree on the value. */
export type ExampleSource = z.infer<typeof sourceSchema>;

/** One string of the training split with one property of the target's answer, from which training rows are created. */
export interface SourceExample {
  readonly task: string;
  /** The string by which splits and clusters are formed. */
  readonly string: string;
  readonly property: string;
  readonly wording: string;
  /** The prediction prompt. */
  readonly messages: readonly Message[];
  /** The value that the target's executions agree on. */
  readonly value: string;
  readonly from: ExampleSource;
  /** A prompt that contains the response and requests its property; only for the arm `read-off`. */
  readonly shown?: readonly Message[] | undefined;
  /** The executed prompt and the whole answer; only for the arm `shifted`. */
  readonly object?: { readonly messages: readonly Message[]; readonly answer: string } | undefined;
}

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
