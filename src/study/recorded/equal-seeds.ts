import { groupsOfEqual, type SharedPrediction } from '../analyses/equal-trainings.ts';
import type { RecordedPredictor, RecordedTarget } from '../recorded-tables.ts';

type Seed = RecordedPredictor['seeds'][number];

/** Returns the trainings (seeds) of an arm in groups of equal ones. `units`: of the target that they predict. */
export function distinctSeeds(seeds: readonly Seed[], units: RecordedTarget['units']): readonly (readonly Seed[])[] {
  return groupsOfEqual(seeds, (one, other) => sharedPredictions(one, other, units));
}

/** Returns what two trainings both predict. */
export function sharedPredictions(
  { values }: Seed,
  other: Seed,
  units: RecordedTarget['units'],
): readonly SharedPrediction[] {
  return units.flatMap(([, group, , truth], place) => {
    const [one, second] = [values[place] ?? null, other.values[place] ?? null];
    return one === null || second === null ? [] : [{ one, other: second, truth, group }];
  });
}
