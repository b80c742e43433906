import { z } from 'zod';

/** What to do next. */
export const stepSchema = z
  .object({
    command: z.string().nullable().describe('a command with real names; null where the step is advice'),
    about: z.string().describe('what it shows or does; empty where the command says it'),
  })
  .readonly();
export type NextStep = z.infer<typeof stepSchema>;
