import { z } from 'zod';

export const letters = ['A', 'B', 'C', 'D'] as const;
export type Letter = (typeof letters)[number];

/** A multiple-choice question with its key. */
export const question = z.strictObject({
  id: z.string().min(1),
  subject: z.string().optional(),
  question: z.string().min(1),
  /** Option texts without their letters, A to D. */
  options: z.array(z.string().min(1)).length(4),
  key: z.enum(letters),
});
export type Question = z.infer<typeof question>;

/** Returns the question as lines for a reader: its text, then one lettered option per line. */
export function questionLines({ question, options }: Pick<Question, 'question' | 'options'>): string {
  return `${question}\n${options.map((option, index) => `${letters[index]}) ${option}`).join('\n')}`;
}
