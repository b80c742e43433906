import { doubleDifference, type Square } from './double-difference.ts';
import { excess, gainDeterminant, meanGain } from './excess.ts';
import { meanOverTrainings, type TrainingStatistic } from './over-trainings.ts';
import { gainSquare, macroSquare, type PairTable, partOf, scoreOf, shiftedPartOf } from './pair-table.ts';
import { accuracyDifference } from './plain-advantage.ts';

/** A scramble arm, by the places of its base and its target, and its accuracy less that of the mode. */
interface LagStatistic {
  readonly base: 0 | 1;
  readonly target: 0 | 1;
  readonly lag: TrainingStatistic;
}

/** All numbers of a pair as functions of the sums of its table. Lists with two entries have one for each target. */
interface PairStatistics {
  readonly plain: readonly [TrainingStatistic, TrainingStatistic];
  /** Each plain advantage with missing predictions at their worst for "own better", and for "other better". */
  readonly worst: readonly { readonly own: TrainingStatistic; readonly other: TrainingStatistic }[];
  /** The plain advantage of each model on its shifted self; empty without shifted selves. */
  readonly shiftedPlain: readonly TrainingStatistic[];
  /** The plain advantage of each model on itself minus that on its shifted self; empty without shifted selves. */
  readonly beyondShifted: readonly TrainingStatistic[];
  /** Own model minus each rule, in the order of the table's rules. */
  readonly rules: readonly [readonly TrainingStatistic[], readonly TrainingStatistic[]];
  /** Own model minus the best rule. */
  readonly beyond: readonly [TrainingStatistic, TrainingStatistic];
  readonly doubleDifference: TrainingStatistic;
  readonly determinant: TrainingStatistic;
  readonly meanGain: TrainingStatistic;
  readonly excess: TrainingStatistic;
  readonly lags: readonly LagStatistic[];
  /** Every statistic that has an estimate. */
  readonly all: readonly TrainingStatistic[];
}

/** Builds the statistics of a pair. */
export function pairStatistics(pair: PairTable): PairStatistics {
  const { table, gainBase } = pair;
  const minus =
    (target: 0 | 1, first: number, second: number): TrainingStatistic =>
    (totals, training) =>
      accuracyDifference(table, totals, { part: partOf(training, target), first, second });
  const plain = [minus(0, scoreOf.own, scoreOf.other), minus(1, scoreOf.own, scoreOf.other)] as const;
  const against = (target: 0 | 1) =>
    pair.rules[target].map((_, index) => minus(target, scoreOf.own, scoreOf.mode + index));
  const rules = [against(0), against(1)] as const;
  const beyond = [smallest(rules[0]), smallest(rules[1])] as const;
  const determinant = overGains(pair, gainDeterminant);
  const learned = overGains(pair, meanGain);
  const shiftedPlain = (pair.shifted === null ? [] : ([0, 1] as const)).map(
    (target): TrainingStatistic =>
      (totals, training) =>
        accuracyDifference(table, totals, {
          part: shiftedPartOf(pair, training, target),
          first: scoreOf.own,
          second: scoreOf.other,
        }),
  );
  const lags =
    gainBase === 'mode'
      ? []
      : ([0, 1] as const).flatMap((target): readonly LagStatistic[] => [
          { base: target, target, lag: minus(target, scoreOf.ownScramble, scoreOf.mode) },
          { base: target === 0 ? 1 : 0, target, lag: minus(target, scoreOf.otherScramble, scoreOf.mode) },
        ]);
  const statistics = {
    plain,
    worst: ([0, 1] as const).map((target) => ({
      own: added(plain[target], unread(pair, target, scoreOf.otherRead), -1),
      other: added(plain[target], unread(pair, target, scoreOf.ownRead), 1),
    })),
    shiftedPlain,
    beyondShifted: shiftedPlain.map((each, target) => added(plain[target as 0 | 1], each, -1)),
    rules,
    beyond,
    doubleDifference: ((totals, training) => {
      const square = macroSquare(pair, totals, training);
      return square === null ? null : doubleDifference(square);
    }) satisfies TrainingStatistic,
    determinant,
    meanGain: learned,
    excess: ((totals, training) => {
      const [product, gain] = [determinant(totals, training), learned(totals, training)];
      return product === null || gain === null ? null : excess(product, gain);
    }) satisfies TrainingStatistic,
    lags,
  };
  const { beyondShifted, doubleDifference: i, meanGain: gain, excess: e } = statistics;
  const leads = [...plain, ...shiftedPlain, ...beyondShifted, ...beyond];
  return { ...statistics, all: [...leads, i, determinant, gain, e, ...lags.map(({ lag }) => lag)] };
}

/** Returns the sum of a statistic and `times` times another. */
function added(one: TrainingStatistic, other: TrainingStatistic, times: 1 | -1): TrainingStatistic {
  return (totals, training) => {
    const [first, second] = [one(totals, training), other(totals, training)];
    return first === null || second === null ? null : first + times * second;
  };
}

/** Returns the macro share of a predictor's answers about a target that could not be read. */
function unread({ table }: PairTable, target: 0 | 1, read: number): TrainingStatistic {
  return (totals, training) => {
    const share = table.macro(totals, partOf(training, target), read);
    return share === null ? null : 1 - share;
  };
}

/** Returns the mean accuracy of each cell over training runs; null where one is undefined. */
export function meanSquare(pair: PairTable, totals: ArrayLike<number>): Square<number> | null {
  const cell = (name: keyof Square<number>) =>
    meanOverTrainings(
      (sums, training) => macroSquare(pair, sums, training)?.[name] ?? null,
      pair.trainings.length,
    )(totals);
  const [aa, ba, ab, bb] = [cell('aa'), cell('ba'), cell('ab'), cell('bb')];
  return aa === null || ba === null || ab === null || bb === null ? null : { aa, ba, ab, bb };
}

/** Returns the mean over groups of a function of the gains. */
function overGains(pair: PairTable, value: (gains: Square<number>) => number): TrainingStatistic {
  return (totals, training) =>
    pair.table.overGroups((group) => {
      const gains = gainSquare(pair, totals, { training, group, from: pair.gainBase });
      return gains === null ? null : value(gains);
    });
}

function smallest(statistics: readonly TrainingStatistic[]): TrainingStatistic {
  return (totals, training) => {
    let least = Number.POSITIVE_INFINITY;
    for (const statistic of statistics) {
      const value = statistic(totals, training);
      if (value === null) return null;
      if (value < least) least = value;
    }
    return least;
  };
}
