import type { EqualTrainings } from '../../results/study-result.ts';
import type { PredictionRow } from './rows.ts';

/** What two trainings predict for one property of one string. */
export interface SharedPrediction {
  readonly one: string;
  readonly other: string;
  readonly truth: string | null;
  readonly group: string;
}

/** Fewest shared predictions from which two trainings are compared, and from which they are called nearly equal. */
const [minShared, minSharedOfNearly] = [20, 100];
/** Share of equal predictions from which two trainings are nearly equal. */
const nearlyEqualShare = 0.99;
/** Distances of an accuracy from 0 and 1 below which equal predictions, and nearly equal ones, are to be expected. */
const [margin, marginOfNearly] = [0.02, 0.1];

/**
 * Returns whether two trainings are one that was given twice: `equal` where they predict the same for everything that both
 * predict, `nearly equal` from 99 % on. `different` where this is to be expected: where too little is shared, where every group has
 * one predicted value, and where nearly all predictions are right, or nearly all are wrong.
 */
export function likenessOf(shared: readonly SharedPrediction[]): 'equal' | 'nearly equal' | 'different' {
  const share = (counts: (each: SharedPrediction) => boolean) => shared.filter(counts).length / shared.length;
  if (shared.length < minShared || isConstant(shared)) return 'different';
  const same = share(({ one, other }) => one === other);
  const right = share(({ one, truth }) => one === truth);
  const isWithin = (distance: number) => right > distance && right < 1 - distance;
  if (same === 1) return isWithin(margin) ? 'equal' : 'different';
  const isNearly = same >= nearlyEqualShare && shared.length >= minSharedOfNearly && isWithin(marginOfNearly);
  return isNearly ? 'nearly equal' : 'different';
}

function isConstant(shared: readonly SharedPrediction[]): boolean {
  return [...Map.groupBy(shared, ({ group }) => group).values()].every(
    (own) => new Set(own.map(({ one }) => one)).size === 1,
  );
}

/** Returns trainings in groups of equal ones, in the order of the first of each. */
export function groupsOfEqual<Training>(
  trainings: readonly Training[],
  sharedOf: (one: Training, other: Training) => readonly SharedPrediction[],
): readonly (readonly Training[])[] {
  const groups: Training[][] = [];
  for (const training of trainings) {
    const equal = groups.find((group) => group.some((each) => likenessOf(sharedOf(each, training)) === 'equal'));
    if (equal === undefined) groups.push([training]);
    else equal.push(training);
  }
  return groups;
}

/**
 * Returns rows in which equal trainings of one arm are one training, the one with the most predictions, and which they were: one
 * training under three names has no variance between trainings, so that its verdict would be false.
 */
export function withoutEqualTrainings(rows: readonly PredictionRow[]): {
  readonly rows: readonly PredictionRow[];
  readonly equal: readonly EqualTrainings[];
} {
  const arms = Map.groupBy(
    rows.filter(({ arm, training }) => arm !== 'untrained' && training !== undefined),
    ({ base, arm, trainedOn }) => JSON.stringify([base, arm, trainedOn]),
  );
  const left = new Set<string>();
  const equal = [...arms].flatMap(([arm, own]): EqualTrainings[] => {
    const [{ base, trainedOn }] = own as [PredictionRow, ...PredictionRow[]]; // a group has rows
    const trainings = [...Map.groupBy(own, ({ training = '' }) => training)]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, of]) => ({ name, predictions: new Map(of.map((row) => [unitOf(row), row])) }));
    return groupsOfEqual(trainings, ({ predictions: one }, { predictions: other }) => sharedOf(one, other)).flatMap(
      (group) => {
        if (group.length < 2) return [];
        const counts = group.map(({ predictions }) => predictedOf([...predictions.values()]));
        const kept = counts.indexOf(Math.max(...counts));
        for (const [index, { name }] of group.entries()) if (index !== kept) left.add(JSON.stringify([arm, name]));
        return [{ base, trainedOn, trainings: group.map(({ name }) => name) }];
      },
    );
  });
  const isLeft = ({ base, arm, trainedOn, training = '' }: PredictionRow) =>
    left.has(JSON.stringify([JSON.stringify([base, arm, trainedOn]), training]));
  return { rows: left.size === 0 ? rows : rows.filter((row) => !isLeft(row)), equal };
}

function unitOf({ target, task, property, wording, cluster }: PredictionRow): string {
  return JSON.stringify([target, task, property, wording, cluster]);
}

function predictedOf(rows: readonly PredictionRow[]): number {
  return rows.filter(({ prediction }) => prediction !== null).length;
}

function sharedOf(
  one: ReadonlyMap<string, PredictionRow>,
  other: ReadonlyMap<string, PredictionRow>,
): readonly SharedPrediction[] {
  return [...one].flatMap(([unit, { prediction, truth, group, trainedOn, target }]) => {
    const second = other.get(unit)?.prediction ?? null;
    if (prediction === null || second === null || target !== trainedOn) return [];
    return [{ one: prediction, other: second, truth, group }];
  });
}
