import { z } from 'zod';
import type { PredictionRow } from './analyses/rows.ts';
import { type BaselineRule, groupModes } from './analyses/rules.ts';

/** Answers of one target to held-out items. */
const recordedTargetSchema = z.strictObject({
  target: z.string(),
  /** The model whose shifted self it is: the same weights under a system prompt that no predictor sees. */
  shiftedOf: z.string().nullable(),
  /** The commonest value of each property that has training rows; null: the tables have no training rows. */
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
  /** Predicted values of each training run, named by its seed (empty where the table has none), in the order of the target's units; null where one is missing. */
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

/** Returns the rows of a study that was trained elsewhere: one for each training of an arm and unit. */
export function recordedRows({ targets, predictors }: RecordedTables): readonly PredictionRow[] {
  const byName = new Map(targets.map((each) => [each.target, each]));
  return predictors.flatMap((each) => {
    const target = byName.get(each.about);
    return target === undefined ? [] : rowsOf(each, target);
  });
}

function rowsOf({ predictor, trainedOn, seeds }: RecordedPredictor, target: RecordedTarget): readonly PredictionRow[] {
  const arm = trainedOn === null ? 'untrained' : predictor === trainedOn ? 'self' : 'cross';
  const name = trainedOn === null ? predictor : `${predictor} trained on ${trainedOn}`;
  return seeds.flatMap(({ seed, values }) => {
    const training = seeds.length === 1 && seed === '' ? {} : { training: seed };
    return target.units.map(([item, property, group, truth], place): PredictionRow => {
      const prediction = values[place] ?? null;
      return {
        predictor: seeds.length === 1 ? name : `${name}, seed ${seed}`,
        ...{ base: predictor, arm, trainedOn, target: target.target },
        ...{ task: item, property, group: property, cluster: group, truth, prediction },
        right: truth === null || prediction === null ? null : prediction === truth,
        ...training,
        ...(target.shiftedOf === null ? {} : { shiftedOf: target.shiftedOf }),
        ...{ split: 'test', wording: 'recorded' },
      };
    });
  });
}

/**
 * Returns the constant answer of a target by property: the commonest value of the property's training rows, of its held-out rows
 * where it has no training rows; null for a property without answers.
 */
export function constantsOf({ constants, units }: RecordedTarget): (property: string) => string | null {
  const heldOut = groupModes(units.flatMap(([, group, , truth]) => (truth === null ? [] : [{ group, truth }])));
  const trained = new Map(Object.entries(constants ?? {}));
  return (property) => trained.get(property) ?? heldOut.get(property) ?? null;
}

/** Returns the constant answers of each target as rules. */
export function recordedConstants({ targets }: RecordedTables): ReadonlyMap<string, BaselineRule> {
  return new Map(
    targets.map((each) => {
      const constantOf = constantsOf(each);
      return [each.target, ({ property }) => constantOf(property)];
    }),
  );
}
