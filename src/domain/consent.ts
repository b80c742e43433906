import { z } from 'zod';

/** A person's agreement to take part in a run. */
export const consentSchema = z
  .object({
    person: z.string(),
    at: z.string().describe('ISO 8601'),
    how: z.enum(['viewer', 'sheet']).describe('where the person agreed: on the screen People, or in a sheet'),
    text: z.string().describe('what the person read; a line for each paragraph'),
    textSha256: z.string().describe('hex sha256 of `text`, by which versions of the text are distinguished'),
  })
  .readonly();
export type Consent = z.infer<typeof consentSchema>;
