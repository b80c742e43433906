import type { BaselineRule } from '../analyses/baselines/baseline-rules.ts';
import { groupModes } from '../analyses/cross-fitted-mode.ts';
import type { PredictionRow } from '../analyses/rows.ts';
import type { RecordedPredictor, RecordedTables, RecordedTarget } from './recorded.ts';

/** Returns the rows of a study that was trained elsewhere; training runs are averaged within a unit. */
export function recordedRows({ targets, predictors }: RecordedTables): readonly PredictionRow[] {
  const byName = new Map(targets.map((each) => [each.target, each]));
  return predictors.flatMap((each) => {
    const target = byName.get(each.about);
    return target === undefined ? [] : rowsOf(each, target);
  });
}

function rowsOf({ predictor, trainedOn, seeds }: RecordedPredictor, target: RecordedTarget): readonly PredictionRow[] {
  const arm = trainedOn === null ? 'untrained' : predictor === trainedOn ? 'self' : 'cross';
  return target.units.map(([item, property, group, truth], place): PredictionRow => {
    const values = seeds.map((seed) => seed.values[place] ?? null);
    const prediction = values.find((value) => value !== null) ?? null;
    return {
      predictor: trainedOn === null ? predictor : `${predictor} trained on ${trainedOn}`,
      ...{ base: predictor, arm, trainedOn, target: target.target },
      ...{ task: item, property, group: property, cluster: group, truth, prediction },
      right: truth === null || prediction === null ? null : prediction === truth,
      ...(seeds.length === 1 ? {} : { rightShare: values.filter((value) => value === truth).length / seeds.length }),
      ...(target.shiftedOf === null ? {} : { shiftedOf: target.shiftedOf }),
      ...{ shallow: false, split: 'new-string', wording: 'recorded' },
    };
  });
}

/** Returns the constant answer of each target by property: the commonest value of the training rows, else of the held-out rows. */
export function recordedConstants({ targets }: RecordedTables): ReadonlyMap<string, BaselineRule> {
  return new Map(
    targets.map(({ target, constants, units }) => {
      const known = units.flatMap(([, property, , truth]) => (truth === null ? [] : [{ group: property, truth }]));
      const modes = constants === null ? groupModes(known) : new Map(Object.entries(constants));
      return [target, ({ property }) => modes.get(property) ?? null];
    }),
  );
}
