import { z } from 'zod';

/** Answers of one target to held-out items. */
const recordedTargetSchema = z.strictObject({
  target: z.string(),
  /** The model whose shifted self it is: the same weights under a system prompt that no predictor sees. */
  shiftedOf: z.string().nullable(),
  /** The commonest value of each property among the training rows; null: the tables have none. */
  constants: z.record(z.string(), z.string()).nullable(),
  /** A held-out item and property, the group by which intervals are clustered, and the value; null where it is missing. */
  units: z.array(z.tuple([z.string(), z.string(), z.string(), z.string().nullable()])),
});
export type RecordedTarget = z.infer<typeof recordedTargetSchema>;

/** Predictions of one predictor about the units of one target. */
const recordedPredictorSchema = z.strictObject({
  predictor: z.string(),
  /** The target whose values it was trained on; null: untrained. */
  trainedOn: z.string().nullable(),
  about: z.string(),
  /** Predicted values of each training run, in the order of the target's units; null where one is missing. */
  seeds: z.array(z.strictObject({ seed: z.string(), values: z.array(z.string().nullable()) })).min(1),
});
export type RecordedPredictor = z.infer<typeof recordedPredictorSchema>;

/** A study that was trained elsewhere. */
export const recordedSchema = z.strictObject({
  /** Names of the two files. */
  files: z.tuple([z.string(), z.string()]),
  targets: z.array(recordedTargetSchema),
  predictors: z.array(recordedPredictorSchema),
});
export type RecordedTables = z.infer<typeof recordedSchema>;
