import { z } from 'zod';
import { resultChecksSchema } from './row-check.ts';

/** A value that the tool itself wrote into its log, on the scale of the answers. */
const toolValueSchema = z
  .object({ run: z.string(), value: z.number(), stderr: z.number().nullable().describe('null where it states none') })
  .readonly();

/** An item on which most models agree on another answer than its key. */
const possibleWrongKeySchema = z
  .object({
    item: z.string(),
    text: z.string(),
    key: z.string(),
    answer: z.string(),
    agree: z.int().describe('models that give this answer'),
    of: z.int().describe('models that answered'),
  })
  .readonly();
export type PossibleWrongKey = z.infer<typeof possibleWrongKeySchema>;

/** What logs of other tools tell beside their answers. */
export const logFactsSchema = z
  .object({
    formats: z.array(z.string()).readonly().describe('tools that wrote the logs'),
    tasks: z.array(z.string()).readonly(),
    stated: z.array(toolValueSchema).readonly().describe('what the tools themselves state, for each run that has it'),
    compared: z
      .array(z.string())
      .readonly()
      .describe('runs whose score the differences are about: the one that `seb compare` of these logs chooses'),
    ranges: z
      .array(z.object({ run: z.string(), range: z.tuple([z.number(), z.number()]).readonly() }).readonly())
      .readonly()
      .describe('lowest and highest grade, for each run with grades'),
    possibleWrongKeys: z
      .array(possibleWrongKeySchema)
      .readonly()
      .nullable()
      .describe('null where they were not looked for'),
    wrongKeysNeed: z.string().nullable().describe('what the logs lack for them to be looked for; null where they were'),
    unread: z
      .array(z.object({ score: z.string(), reason: z.string(), advice: z.string() }).readonly())
      .readonly()
      .describe('scores whose values the logs and the flags leave open, with what settles it'),
    notes: z.array(z.string()).readonly(),
    checks: resultChecksSchema,
  })
  .readonly();
export type LogFacts = z.infer<typeof logFactsSchema>;
