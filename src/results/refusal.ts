import { z } from 'zod';

/** `refused`: the command was carried out, and there is nothing to measure (exit code 2); `failed`: it was not (exit code 1). */
const refusalKinds = ['refused', 'failed'] as const;

/** What a command with `--json` prints on stdout instead of a result. */
export const refusalSchema = z.object({
  kind: z.enum(refusalKinds),
  code: z
    .string()
    .nullable()
    .describe(
      'code of the error (the type AppErrorCode of the package lists them); usage: an invalid command line; internal: a defect of this program',
    ),
  reason: z.string().describe('what happened, and why'),
  advice: z.string().nullable().describe('what to do; null where the reason says it'),
});
export type Refusal = z.infer<typeof refusalSchema>;
