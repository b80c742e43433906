import type { CheckFinding } from '../results/row-check.ts';
import type { RecordedPredictor, RecordedTarget } from './recorded-tables.ts';

/** What all findings about the tables of a study have in common. */
export const ofStudy = { file: '', score: 'prediction', rows: [] } as const;

/** Returns an arm in words, such as `bob trained on ann`. */
export function armName({ predictor, trainedOn, about }: Omit<RecordedPredictor, 'seeds'>): string {
  return trainedOn === null ? `untrained ${predictor} about ${about}` : `${predictor} trained on ${trainedOn}`;
}

/** Returns how predictions that an arm lacks count, as a clause. A reference is a trained predictor that is no target. */
export function missingText(
  { predictor, trainedOn }: Omit<RecordedPredictor, 'seeds'>,
  targets: readonly RecordedTarget[],
): string {
  return trainedOn !== null && !targets.some(({ target }) => target === predictor)
    ? 'they count as right, their worst for a model that should be above it'
    : 'they count as wrong, and in words as what is worst for them';
}

/** Returns the items of the places at which a training of an arm has such a value. */
export function rowsOf(
  arm: RecordedPredictor,
  units: RecordedTarget['units'],
  isMeant: (value: string | null, place: number) => boolean,
): CheckFinding['rows'] {
  const places = units.flatMap(([item], place) =>
    arm.seeds.some(({ values }) => isMeant(values[place] ?? null, place)) ? [item] : [],
  );
  return [...new Set(places)].map((item) => ({ item, epoch: 1 }));
}
