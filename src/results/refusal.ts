import { z } from 'zod';

/**
 * What a command with `--json` prints on stdout instead of a result. `refused`: the command was carried out, and there is
 * nothing to measure or compare (exit code 2). `failed`: it could not be carried out (exit code 1).
 */
export const refusalSchema = z.object({
  kind: z.enum(['refused', 'failed']),
  code: z
    .string()
    .nullable()
    .describe('code of the error (docs/errors.md); usage: an invalid command line; internal: a defect of this program'),
  reason: z.string().describe('what happened, and why'),
  advice: z.string().nullable().describe('what to do; null where the reason says it'),
});
export type Refusal = z.infer<typeof refusalSchema>;
