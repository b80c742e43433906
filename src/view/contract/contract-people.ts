import * as z from 'zod';

/** What a person sees in the viewer. Also runs in the browser: imports only zod. */

const fieldSchema = z.object({
  name: z.string(),
  /** Null for a text. */
  options: z.array(z.string()).nullable(),
  maxLength: z.int(),
  /** Whether the text may have several lines. */
  isLong: z.boolean(),
});
export type PersonField = z.infer<typeof fieldSchema>;

/** The next step of a person in a run. */
export const personStepSchema = z.discriminatedUnion('kind', [
  /** Nothing is asked before the person agrees; one paragraph per text. */
  z.object({ kind: z.literal('consent'), paragraphs: z.array(z.string()) }),
  z.object({
    kind: z.literal('question'),
    stage: z.enum(['prediction', 'answer']),
    /** Key of the call. */
    key: z.string(),
    messages: z.array(z.object({ role: z.string(), content: z.string() })),
    fields: z.array(fieldSchema),
    /** Answers of this person at this stage that are stored, and those needed. */
    answered: z.int(),
    total: z.int(),
  }),
  /** Nothing is shown before this time (ISO 8601). */
  z.object({ kind: z.literal('waiting'), opensAt: z.string() }),
  /** Whether the results of the run are open: every person has answered, or the run was ended. */
  z.object({ kind: z.literal('done'), isOpen: z.boolean() }),
]);
export type PersonStep = z.infer<typeof personStepSchema>;

const maxName = 100;

export const personQuerySchema = z.object({
  run: z.string().min(1).max(maxName),
  by: z.string().min(1).max(maxName),
  /** `yes` once the person has agreed to the text of consent. */
  agreed: z.enum(['yes', 'no']).default('no'),
});
export type PersonQuery = z.infer<typeof personQuerySchema>;

/** A person's agreement to the text of consent; the server adds the text and the time. */
export const newConsentSchema = z.strictObject({
  run: z.string().min(1).max(maxName),
  by: z.string().min(1).max(maxName),
  agreed: z.literal('yes'),
});
export type NewConsent = z.infer<typeof newConsentSchema>;

export const newAnswerSchema = z.strictObject({
  run: z.string().min(1).max(maxName),
  by: z.string().min(1).max(maxName),
  agreed: z.literal('yes'),
  key: z.string().min(1).max(maxName),
  /** One per field, in the order of the fields. */
  values: z.array(z.string().max(20_000)).max(100),
});
export type NewAnswer = z.infer<typeof newAnswerSchema>;
