import type { Square } from '../../results/study-result.ts';
import { isTrainedTooFew, type PairStatistic, statisticOver } from './pair-estimates.ts';
import { gainSquare, macroSquare, type PairTable, scoreOf, shiftedPartOf } from './pair-table.ts';
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

/** A claim about a pair, and its statistic with missing predictions at their worst for the claim. */
interface Claims {
  readonly above: PairStatistic;
  readonly below: PairStatistic;
}

/** All numbers of a pair as functions of the sums of its table. Lists with two entries have one for each target. */
interface PairStatistics {
  readonly plain: readonly [PairStatistic, PairStatistic];
  /** Each plain advantage with missing predictions at their worst for "own better", and for "other better". */
  readonly worst: readonly [Claims, Claims];
  /** The plain advantage of each model on its shifted self; empty without shifted selves. */
  readonly shiftedPlain: readonly PairStatistic[];
  /** The plain advantage of each model on itself minus that on its shifted self; empty without shifted selves. */
  readonly beyondShifted: readonly PairStatistic[];
  readonly worstBeyond: readonly PairStatistic[];
  /** Accuracy of the other model about each model minus that about its shifted self; empty without shifted selves. */
  readonly hardness: readonly PairStatistic[];
  /** That difference with missing predictions at their worst for "above" and for "below" a bound. */
  readonly worstHardness: readonly Claims[];
  /** Own model minus each rule, in the order of the table's rules. */
  readonly rules: readonly [readonly PairStatistic[], readonly PairStatistic[]];
  /** Own model minus the best rule, of those that can be tested. */
  readonly beyond: readonly [PairStatistic, PairStatistic];
  readonly doubleDifference: PairStatistic;
  readonly determinant: PairStatistic;
  readonly meanGain: PairStatistic;
  readonly excess: PairStatistic;
  /** Every statistic. */
  readonly all: readonly PairStatistic[];
}

const targets = [0, 1] as const;

/** Builds the statistics of a pair. */
export function pairStatistics(pair: PairTable): PairStatistics {
  const { table } = pair;
  const { minus, unread } = readings(table);
  const plain = [minus(0, scoreOf.own, scoreOf.other), minus(1, scoreOf.own, scoreOf.other)] as const;
  const against = (target: 0 | 1) =>
    pair.rules[target].map((_, index) => minus(target, scoreOf.own, scoreOf.mode + index));
  const rules = [against(0), against(1)] as const;
  const tested = (target: 0 | 1) => rules[target].filter((_, rule) => !isTrainedTooFew(pair, target, rule));
  const beyond = [smallest(tested(0)), smallest(tested(1))] as const;
  const determinant = overGains(pair, gainDeterminant);
  const learned = overGains(pair, meanGain);
  const worst = (target: 0 | 1): Claims => ({
    above: added(plain[target], unread(target, scoreOf.otherRead), -1),
    below: added(plain[target], unread(target, scoreOf.ownRead), 1),
  });
  const ofShifted = (pair.shifted === null ? [] : targets).map((target) =>
    shiftedStatistics(table, target, plain[target]),
  );
  const statistics = {
    plain,
    worst: [worst(0), worst(1)] as const,
    shiftedPlain: ofShifted.map((each) => each.shiftedPlain),
    beyondShifted: ofShifted.map((each) => each.beyondShifted),
    worstBeyond: ofShifted.map((each) => each.worstBeyond),
    hardness: ofShifted.map((each) => each.hardness),
    worstHardness: ofShifted.map((each) => each.worstHardness),
    rules,
    beyond,
    doubleDifference: statisticOver(rowsOfBoth(table), (totals) => {
      const square = macroSquare(pair, totals);
      return square === null ? null : doubleDifference(square);
    }),
    determinant,
    meanGain: learned,
    excess: statisticOver(rowsOfBoth(table), (totals) => {
      const [product, gain] = [determinant(totals), learned(totals)];
      return product === null || gain === null ? null : excess(product, gain);
    }),
  };
  const { doubleDifference: i, excess: e } = statistics;
  const claims = [...statistics.worst, ...statistics.worstHardness].flatMap(({ above, below }) => [above, below]);
  const { shiftedPlain, beyondShifted, worstBeyond, hardness } = statistics;
  const shifted = [...shiftedPlain, ...beyondShifted, ...worstBeyond, ...hardness];
  return {
    ...statistics,
    all: [...plain, ...claims, ...shifted, ...rules.flat(), ...beyond, i, determinant, learned, e],
  };
}

/** Returns the columns that count the rows of a part. */
function rowsOf(table: RateTable, part: number): readonly number[] {
  return table.groups.map((_, group) => table.countColumn(part, group));
}

/** Returns the columns that count the rows of both targets. */
function rowsOfBoth(table: RateTable): readonly number[] {
  return targets.flatMap((target) => rowsOf(table, target));
}

/** Returns the differences of scores of a table, and the shares of a predictor's answers that could not be read. */
function readings(table: RateTable) {
  return {
    minus: (part: number, first: number, second: number) =>
      statisticOver(rowsOf(table, part), (totals) => accuracyDifference(table, totals, { part, first, second })),
    unread: (part: number, read: number) =>
      statisticOver(rowsOf(table, part), (totals) => {
        const share = table.macro(totals, part, read);
        return share === null ? null : 1 - share;
      }),
  };
}

/** Builds the statistics of a target and its shifted self. `plain`: the plain advantage on the target. */
function shiftedStatistics(table: RateTable, target: 0 | 1, plain: PairStatistic) {
  const { minus, unread } = readings(table);
  const part = shiftedPartOf(target);
  const shiftedPlain = minus(part, scoreOf.own, scoreOf.other);
  const beyondShifted = added(plain, shiftedPlain, -1);
  const cross = (of: number) => statisticOver(rowsOf(table, of), (totals) => table.macro(totals, of, scoreOf.other));
  const hardness = added(cross(target), cross(part), -1);
  const [otherUnread, shiftedOtherUnread] = [unread(target, scoreOf.otherRead), unread(part, scoreOf.otherRead)];
  return {
    shiftedPlain,
    beyondShifted,
    worstBeyond: added(added(beyondShifted, otherUnread, -1), unread(part, scoreOf.ownRead), -1),
    hardness,
    worstHardness: { above: added(hardness, shiftedOtherUnread, -1), below: added(hardness, otherUnread, 1) },
  };
}

/** Returns the sum of a statistic and `times` times another. */
function added(one: PairStatistic, other: PairStatistic, times: 1 | -1): PairStatistic {
  return statisticOver([...one.rows, ...other.rows], (totals) => {
    const [first, second] = [one(totals), other(totals)];
    return first === null || second === null ? null : first + times * second;
  });
}

/** Returns the mean over groups of a function of the gains. */
function overGains(pair: PairTable, value: (gains: Square) => number): PairStatistic {
  return statisticOver(rowsOfBoth(pair.table), (totals) =>
    pair.table.overGroups((group) => {
      const gains = gainSquare(pair, totals, group);
      return gains === null ? null : value(gains);
    }),
  );
}

function smallest(statistics: readonly PairStatistic[]): PairStatistic {
  const rows = statistics.flatMap((statistic) => statistic.rows);
  return statisticOver(rows, (totals) => {
    let least = Number.POSITIVE_INFINITY;
    for (const statistic of statistics) {
      const value = statistic(totals);
      if (value === null) return null;
      if (value < least) least = value;
    }
    return least;
  });
}
