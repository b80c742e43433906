import type { Square } from '../study-result.ts';
import { meanOverTrainings, type TrainingStatistic } from './pair-estimates.ts';
import { gainSquare, macroSquare, type PairTable, partOf, scoreOf, shiftedPartOf } from './pair-table.ts';
import type { RateTable } from './rate-table.ts';

/**
 * Returns the double difference I = (S[a,a] + S[b,b] - S[b,a] - S[a,b]) / 2, in accuracy points. 0 where accuracy is
 * the sum of the predictor's skill and the target's predictability. Where skill multiplies predictability, its
 * expectation is (s_a - s_b)(g_a - g_b) / 2 without any self-knowledge; therefore it is never interpreted without the
 * excess.
 */
export function doubleDifference({ aa, bb, ba, ab }: Square): number {
  return (aa + bb - ba - ab) / 2;
}

/** Gains in accuracy: trained on true labels, minus trained on permuted labels. */
type Gains = Square;

/**
 * Returns the determinant of the gains in one group, G[a,a] G[b,b] - G[b,a] G[a,b]: 0 where a predictor's skill
 * multiplies a target's predictability (gains of rank one), whatever the skills. Groups must not be pooled before this
 * product: a model that is skilled exactly where it is predictable would look introspective.
 */
export function gainDeterminant({ aa, bb, ba, ab }: Gains): number {
  return aa * bb - ba * ab;
}

/** Returns the mean of the four gains of one group. */
export function meanGain({ aa, bb, ba, ab }: Gains): number {
  return (aa + bb + ba + ab) / 4;
}

/**
 * Returns the excess E = determinant / (2 mean gain), in accuracy points; both are means over groups. With gains c off
 * the diagonal and c + e on it, the determinant is e (2c + e) and the mean gain c + e / 2, so E = e exactly. Null where
 * the mean gain is not positive: nothing was learned.
 */
export function excess(determinant: number, gain: number): number | null {
  return gain > 0 ? determinant / (2 * gain) : null;
}

/** Indices of two scores of one part: the minuend and the subtrahend. */
interface ScorePair {
  readonly part: number;
  readonly first: number;
  readonly second: number;
}

/**
 * Returns the difference of two macro accuracies on the same rows, first minus second. With the target's own model
 * first and another model second, both trained on the same values, it is the plain advantage S[a,a] - S[b,a]. A skilled
 * predictor has such an advantage over an unskilled one without any self-knowledge, so it alone is never called
 * introspection.
 */
export function accuracyDifference(table: RateTable, totals: ArrayLike<number>, pair: ScorePair): number | null {
  return table.overGroups((group) => {
    const first = table.rate(totals, { part: pair.part, score: pair.first, group });
    const second = table.rate(totals, { part: pair.part, score: pair.second, group });
    return first === null || second === null ? null : first - second;
  });
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
  /** Every statistic. */
  readonly all: readonly TrainingStatistic[];
}

/** Builds the statistics of a pair. */
export function pairStatistics(pair: PairTable): PairStatistics {
  const { table } = pair;
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
  };
  const leads = [...plain, ...statistics.worst.flatMap(({ own, other }) => [own, other]), ...shiftedPlain];
  const { beyondShifted, doubleDifference: i, meanGain: gain, excess: e } = statistics;
  return { ...statistics, all: [...leads, ...beyondShifted, ...rules.flat(), ...beyond, i, determinant, gain, e] };
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
export function meanSquare(pair: PairTable, totals: ArrayLike<number>): Square | null {
  const cell = (name: keyof Square) =>
    meanOverTrainings(
      (sums, training) => macroSquare(pair, sums, training)?.[name] ?? null,
      pair.trainings.length,
    )(totals);
  const [aa, ba, ab, bb] = [cell('aa'), cell('ba'), cell('ab'), cell('bb')];
  return aa === null || ba === null || ab === null || bb === null ? null : { aa, ba, ab, bb };
}

/** Returns the mean over groups of a function of the gains. */
function overGains(pair: PairTable, value: (gains: Square) => number): TrainingStatistic {
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
