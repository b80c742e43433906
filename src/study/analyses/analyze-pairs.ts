import type { Contrast } from '../../results/contrast.ts';
import type { Quantity } from '../../results/quantity.ts';
import type { BeyondShiftedSelf, PairRecord } from '../../results/study-result.ts';
import { holm } from '../../stats/holm.ts';
import { isAboveZero, isBelowZero, missingEstimate, totalsOf } from '../../stats/jackknife.ts';
import type { CellIndex } from './cells.ts';
import {
  equivalenceBound,
  equivalenceLevel,
  estimating,
  explainingDeviation,
  fewestTrainings,
  fewestTrainingsOf,
  isTrainedTooFew,
  oneSidedLevel,
  type PairStatistic,
} from './pair-estimates.ts';
import { hasMissing, powerOfPair, readShares } from './pair-power.ts';
import { excess, pairStatistics } from './pair-statistics.ts';
import { type Doubt, macroSquare, type PairOptions, type PairTable, pairTable } from './pair-table.ts';
import { missingContrast, partContrast } from './study-contrast.ts';
import { directionWord, level, type PairAnalysis, verdictOf } from './verdict.ts';

/** Two models of one family: a model and its sibling checkpoint, other seed or quantization. */
export interface NearCopy {
  readonly of: string;
  readonly copy: string;
}

/** Analyzes every pair of models and judges each. */
export function analyzePairs(
  index: CellIndex,
  nearCopies: readonly NearCopy[],
  options: PairOptions,
): readonly PairRecord[] {
  const pairs = pairsOf(index.models);
  const analyses = pairs.map((pair) =>
    withoutDoubtful(
      analyzePair(index, pair, { ...options, directions: 2 * pairs.length }),
      (options.doubts ?? []).filter(({ base }) => pair.includes(base) || !index.models.includes(base)),
    ),
  );
  const copies = analyses.map((pair) => nearCopies.some((each) => isPair(pair, each)));
  const ps = analyses.flatMap(({ plain }) => plain.map(({ p }) => p));
  const adjusted = adjust(ps);
  const family = ps.filter((p) => p !== null).length;
  return analyses.map((pair, position) => {
    const nearCopy = copies[position] as boolean;
    const beside = nearCopy ? [] : analyses.filter((each, other) => copies[other] === true && shareModel(each, pair));
    const directions = pair.plain.map((each, direction) => {
      const own = { ...each, adjusted: adjusted[2 * position + direction] ?? null, family };
      return { ...own, ...directionWord(own) };
    });
    return { ...pair, nearCopy, plain: directions, ...verdictOf(pair, { directions, nearCopies: beside }) };
  });
}

/** Returns a pair of which an arm is in doubt without intervals and tests: it has no word, and is not in the family of tests. */
function withoutDoubtful(pair: PairAnalysis, doubts: readonly Doubt[]): PairAnalysis {
  const doubtOf = (target: string) => {
    const shifted = pair.shifted?.find((each) => each.target === target)?.shifted;
    return doubts.find((each) => each.target === target || each.target === shifted)?.text ?? null;
  };
  const text = doubtOf(pair.a) ?? doubtOf(pair.b);
  if (text === null) return pair;
  const { I, E, determinant } = pair;
  const untested = (contrast: Contrast) => missingContrast(contrast, withoutInterval(contrast.quantity, text));
  return {
    ...pair,
    plain: pair.plain.map((each) => ({
      ...each,
      ...{ p: null, test: null, explainingDeviation: null, quantity: withoutInterval(each.quantity, text) },
    })),
    I: untested(I),
    E: untested(E),
    beyondRules: pair.beyondRules.map((each) => ({ ...untested({ ...each, b: '' }), b: each.b })),
    shifted:
      pair.shifted?.map((each) => ({
        ...each,
        ...{ difference: untested(each.difference), hardness: untested(each.hardness) },
      })) ?? null,
    determinant: withoutInterval(determinant, text),
    ...{ detectable: null, detectableGain: null, detectableWith: { strings: null, trainings: null } },
  };
}

/** Returns all unordered pairs, in the order of the names. */
export function pairsOf(names: readonly string[]): readonly (readonly [string, string])[] {
  return names.flatMap((a, index) => names.slice(index + 1).map((b) => [a, b] as const));
}

function isPair({ a, b }: Pick<PairAnalysis, 'a' | 'b'>, { of, copy }: NearCopy): boolean {
  return (a === of && b === copy) || (a === copy && b === of);
}

function shareModel(one: PairAnalysis, { a, b }: PairAnalysis): boolean {
  return [a, b].some((model) => model === one.a || model === one.b);
}

/** Adjusts the p values that exist (Holm); the others stay null. */
function adjust(values: readonly (number | null)[]): readonly (number | null)[] {
  const places = values.flatMap((p, index) => (p === null ? [] : [index]));
  const adjusted = holm(places.map((index) => values[index] as number));
  const all: (number | null)[] = values.map(() => null);
  for (const [rank, index] of places.entries()) all[index] = adjusted[rank] ?? null;
  return all;
}

const targets = [0, 1] as const;

/** Options of one pair; `directions`: how many directions the study adjusts together. Absent: those of the pair. */
interface OnePairOptions extends PairOptions {
  readonly directions?: number;
}

/** Computes both directions, double difference and excess of two models on the rows that all predictors share. */
export function analyzePair(
  index: CellIndex,
  [a, b]: readonly [string, string],
  { directions = 2, ...options }: OnePairOptions,
): PairAnalysis {
  const pair = pairTable(index, [a, b], options);
  if (typeof pair === 'string') return withoutDesign([a, b], pair);
  const names = [a, b] as const;
  const statistics = pairStatistics(pair);
  const { plain, worst, shiftedPlain, beyondShifted, worstBeyond, hardness, worstHardness, rules, beyond, ...of } =
    statistics;
  const totals = totalsOf(pair.table.clusters);
  const trainings = fewestTrainingsOf(pair);
  const estimates = estimating(pair, statistics.all, trainings);
  const { estimateOf, correctedOf, twoSidedP, correctedP, isAboveP, equivalenceP } = estimates;
  const [determinant, gain] = [correctedOf(of.determinant), estimateOf(of.meanGain)];
  const found = trainings < fewestTrainings ? null : powerOfPair(pair, { statistics, estimates, directions });
  return {
    a,
    b,
    gainBase: pair.gainBase,
    trainings,
    arms: pair.arms.map(({ base, target, kind, accuracies }) => {
      return { base, target, kind, accuracies: accuracies.toSorted((one, other) => one - other) };
    }),
    accuracy: macroSquare(pair, totals),
    plain: targets.map((target) => ({
      a: names[target],
      b: names[target === 0 ? 1 : 0],
      ...directionOf(pair, target, {
        plain: plain[target],
        worst: worst[target],
        estimates,
        trainings,
        name: names[target],
      }),
    })),
    shifted: shiftedOf(pair, names, (target) => {
      const [difference, atWorst] = [beyondShifted[target] as PairStatistic, worstBeyond[target] as PairStatistic];
      const ofShifted = fewest(pair.arms, ({ kind }) => kind === 'shifted');
      const missing = trainings >= fewestTrainings ? tooFewText('an arm on a shifted self', ofShifted) : null;
      const known = (statistic: PairStatistic) => withoutInterval(estimateOf(statistic), missing);
      return {
        trainings: ofShifted,
        plain: known(shiftedPlain[target] as PairStatistic),
        difference: aboveContrast(
          { a: `about ${names[target]}`, b: 'about its shifted self' },
          known(difference),
          missing === null ? largestP([difference, atWorst].map(isAboveP)) : null,
        ),
        hardness: equivalenceContrast(
          { a: `the other model about ${names[target]}`, b: 'about its shifted self' },
          known(hardness[target] as PairStatistic),
          missing === null
            ? equivalenceP(worstHardness[target] as (typeof worstHardness)[number], equivalenceBound)
            : null,
        ),
      };
    }),
    beyondRules: targets.map((target) =>
      beyondRulesOf(pair, target, { name: names[target], beyond: beyond[target], rules: rules[target], estimates }),
    ),
    I: zeroContrast(estimateOf(of.doubleDifference), twoSidedP(of.doubleDifference)),
    determinant,
    meanGain: gain,
    E: zeroContrast(excessEstimate(determinant, gain, estimateOf(of.excess)), correctedP(of.determinant)),
    detectable: found?.advantage ?? null,
    detectableWith: { strings: found?.withStrings ?? null, trainings: found?.withTrainings ?? null },
    detectableGain: found?.gain ?? null,
    excludedGroups: pair.groups.excluded,
  };
}

/** Returns a difference that must lie above 0, at one-sided 2.5 %. */
function aboveContrast(sides: Pick<Contrast, 'a' | 'b'>, quantity: Quantity, p: number | null): Contrast {
  const isAbove = p !== null && p <= oneSidedLevel;
  return partContrast({ ...sides, quantity, p, word: isAbove ? 'higher' : 'no difference found' });
}

interface RuleInput {
  /** Name of the target. */
  readonly name: string;
  /** Own model minus the best rule that can be tested, and minus each rule. */
  readonly beyond: PairStatistic;
  readonly rules: readonly PairStatistic[];
  readonly estimates: ReturnType<typeof estimating>;
}

/**
 * Returns the own model minus the best rule. Not measured where it is above every rule that can be tested, and a reference was
 * trained too few times for a test: it is then that minus the reference.
 */
function beyondRulesOf(pair: PairTable, target: 0 | 1, { name, beyond, rules, estimates }: RuleInput) {
  const { estimateOf, isAboveP } = estimates;
  const sides = { a: name, b: 'the best rule' };
  const isTested = rules.map((_, rule) => !isTrainedTooFew(pair, target, rule));
  const p = largestP(rules.flatMap((rule, index) => (isTested[index] === true ? [isAboveP(rule)] : [])));
  const untested = isTested.indexOf(false);
  if (untested < 0 || p === null || p > oneSidedLevel) {
    const least = bestRule(
      pair,
      rules.map((rule, index) => (isTested[index] === true ? rule : null)),
      target,
    );
    return { ...aboveContrast(sides, estimateOf(beyond), p), b: least };
  }
  const reference = pair.rules[target][untested];
  const missing = tooFewText(`the reference ${reference?.name}`, reference?.trainings ?? 0);
  const quantity = withoutInterval(estimateOf(rules[untested] as PairStatistic), missing);
  return { ...aboveContrast(sides, quantity, null), b: reference?.name ?? null };
}

/** Returns why so few trainings have no test; null where they are enough. */
function tooFewText(what: string, trainings: number): string | null {
  if (trainings >= fewestTrainings) return null;
  return `${what} was trained ${trainings === 1 ? 'once' : 'twice'}; three trainings would tell`;
}

/** Returns a quantity without its interval, for a reason; the quantity itself where the reason is null. */
function withoutInterval(quantity: Quantity, missing: string | null): Quantity {
  return missing === null ? quantity : { ...quantity, interval: null, missing };
}

/** Returns a difference that must lie within 10 points, at one-sided 5 %. */
function equivalenceContrast(sides: Pick<Contrast, 'a' | 'b'>, quantity: Quantity, p: number | null): Contrast {
  const isWithin = p !== null && p <= equivalenceLevel;
  return partContrast({ ...sides, quantity, p, word: isWithin ? 'within the margin' : 'no difference found' });
}

/** Returns I or E, whose interval decides whether it lies above zero. */
function zeroContrast(quantity: Quantity, p: number | null): Contrast {
  const word = isAboveZero(quantity) ? 'higher' : isBelowZero(quantity) ? 'lower' : 'no difference found';
  return partContrast({ a: 'about themselves', b: 'about each other', quantity, p, word });
}

interface DirectionInput {
  readonly plain: PairStatistic;
  readonly worst: { readonly above: PairStatistic; readonly below: PairStatistic };
  readonly estimates: ReturnType<typeof estimating>;
  readonly trainings: number;
  /** Name of the target. */
  readonly name: string;
}

/** Estimates and tests one direction; below three trainings of each arm it has no p, and of one what seeds would explain. */
function directionOf(pair: PairTable, target: 0 | 1, { plain, worst, estimates, trainings, name }: DirectionInput) {
  const { estimateOf, errorOf, isAboveP, isBelowP } = estimates;
  const isMissing = hasMissing(pair, target);
  const above = largestP([plain, ...(isMissing ? [worst.above] : [])].map(isAboveP));
  const below = largestP([plain, ...(isMissing ? [worst.below] : [])].map(isBelowP));
  const p = above === null || below === null ? null : Math.min(1, 2 * Math.min(above, below));
  const [own, other] = pair.arms
    .filter(({ kind, target: of }) => kind === 'trained' && of === name)
    .map((arm) => arm.trainings.length);
  const [estimate, se] = [estimateOf(plain), errorOf(plain)];
  const arms = [own ?? 1, other ?? 1] as const;
  const isShown = trainings === 1 && estimate.value !== null && se !== null && p !== null && p <= level;
  const ownP = trainings < fewestTrainings ? null : p;
  return {
    ...{ quantity: estimate, p: ownP, detectable: null, trainings, read: readShares(pair, target) },
    test: ownP === null ? null : ('t' as const),
    explainingDeviation: isShown ? explainingDeviation({ value: estimate.value, se, trainings: arms }) : null,
  };
}

/** Returns the smallest number of trainings of the chosen arms. */
function fewest(arms: PairTable['arms'], isChosen: (arm: PairTable['arms'][number]) => boolean): number {
  return Math.min(...arms.filter(isChosen).map(({ trainings }) => trainings.length));
}

/** Returns the rule that the target's own model exceeds least; a lead of null is not looked at. */
function bestRule({ table, rules }: PairTable, leads: readonly (PairStatistic | null)[], target: 0 | 1): string | null {
  const totals = totalsOf(table.clusters);
  const values = leads.map((lead) => lead?.(totals) ?? Number.POSITIVE_INFINITY);
  return rules[target][values.indexOf(Math.min(...values))]?.name ?? null;
}

function largestP(all: readonly (number | null)[]): number | null {
  return all.some((p) => p === null) ? null : Math.max(...(all as readonly number[]));
}

function shiftedOf(
  { shifted }: PairTable,
  names: readonly [string, string],
  estimatesOf: (target: 0 | 1) => Omit<BeyondShiftedSelf, 'target' | 'shifted'>,
): readonly BeyondShiftedSelf[] | null {
  if (shifted === null) return null;
  return targets.map((target) => ({ target: names[target], shifted: shifted[target], ...estimatesOf(target) }));
}

/** Returns the excess of the bias-corrected determinant; missing where the mean gain is not distinguishable from zero. */
function excessEstimate(determinant: Quantity, gain: Quantity, ratio: Quantity): Quantity {
  if (gain.value === null || determinant.value === null) return { ...determinant, value: null, interval: null };
  if (gain.interval !== null && gain.interval[0] > 0) return { ...ratio, value: excess(determinant.value, gain.value) };
  const missing = 'no training effect: the mean gain is not distinguishable from zero';
  return { ...ratio, value: null, interval: null, missing };
}

const untested = {
  test: null,
  p: null,
  detectable: null,
  trainings: 0,
  read: null,
  explainingDeviation: null,
} as const;

function withoutDesign([a, b]: readonly [string, string], reason: string): PairAnalysis {
  const missing = missingEstimate(reason);
  return {
    a,
    b,
    gainBase: null,
    trainings: 0,
    arms: [],
    accuracy: null,
    plain: [
      { a, b, quantity: missing, ...untested },
      { a: b, b: a, quantity: missing, ...untested },
    ],
    shifted: null,
    beyondRules: [a, b].map((target) => ({ ...missingContrast({ a: target, b: 'the best rule' }, missing), b: null })),
    I: zeroContrast(missing, null),
    E: zeroContrast(missing, null),
    determinant: missing,
    meanGain: missing,
    detectable: null,
    detectableWith: { strings: null, trainings: null },
    detectableGain: null,
    excludedGroups: [],
  };
}
