import { z } from 'zod';

/** Lower and upper end of an interval. */
export const intervalSchema = z.tuple([z.number(), z.number()]).readonly();

/** A number with its interval, or the reason why one of the two is missing. */
export const quantitySchema = z
  .strictObject({
    value: z.number().nullable(),
    interval: intervalSchema.nullable().describe('95 % interval, unless its place says otherwise'),
    n: z.number().describe('rows or units that the value is computed from'),
    clusters: z.int(),
    missing: z
      .string()
      .nullable()
      .describe('why the value or the interval is missing, in words; null if neither is missing'),
  })
  .readonly();
export type Quantity = z.infer<typeof quantitySchema>;
