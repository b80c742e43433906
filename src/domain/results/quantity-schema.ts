import { z } from 'zod';
import type { Quantity } from '../quantity.ts';

/** A value with its 95% interval as [low, high]; `missing` gives the reason where either is null. */
export const quantitySchema = z.strictObject({
  value: z.number().nullable(),
  interval: z.tuple([z.number(), z.number()]).readonly().nullable(),
  n: z.number(),
  clusters: z.number(),
  missing: z.string().nullable(),
}) satisfies z.ZodType<Quantity>;
