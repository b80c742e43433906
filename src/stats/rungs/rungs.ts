import { isDeepStrictEqual } from 'node:util';
import { hallPs } from '../hall.ts';
import {
  type BoundsOrReason,
  type ClusterEstimate,
  type Known,
  known,
  ratioOfSums,
  shareBounds,
  sumByCluster,
  tail,
  tBounds,
  withheld,
} from '../jackknife.ts';
import { type Claim, type PairedDifference, paired } from '../paired.ts';
import type { Constant } from './answer-kind.ts';
import { type Dealing, type DealtScores, deal, dealtP, type ExactTest, skillBounds } from './dealing.ts';
import { fillAtWorst } from './fill-at-worst.ts';
import { stratumScore } from './stratum-score.ts';
import {
  fewInStrata,
  findNoVerdict,
  type NoVerdict,
  type Numbered,
  numberUnits,
  type UnitCounts,
  type UnitScores,
} from './unit-scores.ts';

/** Own score minus that of one constant (or fixed rule) on the same units. */
interface ConstantContrast {
  readonly name: string;
  /** `constant`: one answer for all units; `rule`: a fixed rule. */
  readonly kind: 'constant' | 'rule';
  /** Score of the constant on the units whose prediction and outcome were read; of a rule, on those that it has an answer for. */
  readonly score: number;
  /** Whether the rule has an answer for each of these units, so that its score can stand beside the own score. */
  readonly isComplete: boolean;
  readonly difference: PairedDifference;
  /** p of "not above it" on the units that were read, whatever is missing. */
  readonly pWithoutMissing: number;
}

/** Returns an answer for each unit: one for all, or one for each size. */
interface AnswerRule<P> {
  readonly name: string;
  readonly answerOf: (unit: number) => P;
}

/** Returns the contrasts of "useful": with every constant, and with fixed rules. */
function constantContrasts<P, Y>(scores: UnitScores<P, Y>, numbered: Numbered): readonly ConstantContrast[] {
  const { kind, outcomes, predictions } = scores;
  const isOneSize = numbered.size.every((size) => size === numbered.size[0]);
  const all = isOneSize ? kind.constants(numbered.read.map((unit) => outcomes[unit] as Y)) : [];
  const rules: AnswerRule<P>[] = all.map(({ name, answer }) => ({ name, answerOf: () => answer }));
  if (!isOneSize) rules.push({ name: 'the best order of each size', answerOf: bestBySize(scores, numbered) });
  const own = predictions.map((p, unit) => {
    const y = outcomes[unit] ?? null;
    return p === null || y === null ? null : kind.score(p, y);
  });
  const fixed = scores.rules.map((rule) => contrast({ scores, numbered, own }, { kind: 'rule', ...rule }));
  const made = rules.map(({ name, answerOf }) => {
    const other = outcomes.map((y, unit) => (y === null ? null : kind.score(answerOf(unit), y)));
    return contrast({ scores, numbered, own }, { name, kind: 'constant', scores: other, answerOf });
  });
  return [...made, ...fixed];
}

interface OwnScores<P, Y> {
  readonly scores: UnitScores<P, Y>;
  readonly numbered: Numbered;
  readonly own: readonly (number | null)[];
}

interface Other<P> {
  readonly name: string;
  readonly kind: ConstantContrast['kind'];
  readonly scores: ArrayLike<number | null>;
  readonly answerOf?: (unit: number) => P;
}

function contrast<P, Y>({ scores, numbered, own }: OwnScores<P, Y>, other: Other<P>): ConstantContrast {
  const { kind, predictions, outcomes } = scores;
  const { scale } = kind;
  const worstAt = (unit: number, y: Y | null, claim: Claim) => {
    const p = predictions[unit] ?? null;
    const isHigher = claim === 'higher';
    if (p === null && y === null) return 0;
    if (y !== null)
      return (
        (isHigher ? kind.lowest(y) : scale.highest) - (other.scores[unit] ?? (isHigher ? scale.highest : scale.lowest))
      );
    const range = scale.highest - scale.lowest;
    if (other.answerOf === undefined || p === null) return isHigher ? -range : range;
    const answer = other.answerOf(unit);
    return isHigher ? kind.lowestDifference(p, answer) : -kind.lowestDifference(answer, p);
  };
  const isPartial = (unit: number) => outcomes[unit] !== null && (scores.lost[unit] as number) > 0;
  const worst = (unit: number, claim: Claim) => {
    const [mine, theirs, y] = [own[unit] ?? null, other.scores[unit] ?? null, outcomes[unit] ?? null];
    const read = mine === null || theirs === null ? worstAt(unit, y, claim) : mine - theirs;
    if (!isPartial(unit)) return read;
    const lost = scores.lost[unit] as number;
    return (1 - lost) * read + lost * worstAt(unit, null, claim);
  };
  let [sum, n] = [0, 0];
  for (const unit of numbered.read) {
    const value = other.scores[unit] ?? null;
    if (value === null) continue;
    sum += value;
    n += 1;
  }
  const { cluster, clusters, counts } = numbered;
  const sides = { own, other: other.scores, cluster, clusters, scale, isAgainstConstant: true };
  const { missing } = counts;
  const difference = paired({ ...sides, worst, isPartial, missing });
  const read = missing.atWorst ? paired({ ...sides, missing: { ...missing, atWorst: false } }) : difference;
  const isComplete = n === numbered.read.length;
  return { name: other.name, kind: other.kind, score: sum / n, isComplete, difference, pWithoutMissing: read.p.higher };
}

/** Returns the best constant of each size on the units that were read; of all sizes where a size has no such unit. */
function bestBySize<P, Y>({ kind, outcomes }: UnitScores<P, Y>, { read, size }: Numbered): (unit: number) => P {
  const outcome = (unit: number) => outcomes[unit] as Y; // it was read
  const best = new Map<number, Constant<P>>();
  for (const [key, units] of Map.groupBy(read, (unit) => size[unit] as number))
    best.set(key, kind.best(units.map(outcome)));
  const [first] = best.values();
  if (first === undefined) throw new RangeError('no unit was read');
  return (unit) => (best.get(size[unit] as number) ?? first).answer;
}

/** A number with its interval of 95 %. */
export interface Measured {
  readonly value: number;
  readonly se: number | null;
  readonly interval: BoundsOrReason;
}

/** One-sided p with the missing values at their worst for the claim, and of the units that were read. */
interface TestedP {
  readonly p: number;
  readonly pWithoutMissing: number;
}

/** The predictions fit the model's own outcomes better than the same predictions shuffled among the items. */
export interface Informative extends TestedP {
  /** Fisher's exact test, the exact test of midranks, or t on the centered diagonal. */
  readonly test: Dealing['test'];
  /** What t and the interval are taken over. */
  readonly over: Dealing['over'];
  /** Score minus chance, with the t interval of the read units. */
  readonly excess: Measured;
  /** Smallest true excess that 4 of 5 such runs would find at one-sided 2.5 %. */
  readonly detectable: Known<number>;
}

/** `Informative` holds, and the score is above every constant. */
export interface Useful extends TestedP {
  /** Largest one-sided p against a constant. */
  readonly pConstants: number;
  /** The constant with the largest p, which decides. */
  readonly hardest: ConstantContrast;
  /** How many missing rows at their worst this would survive; null where none is missing, or where it does not hold anyway. */
  readonly survives: number | null;
}

/** The tests of a score. Holm's families, other models and the words on top of them are the caller's. */
export interface RungTests {
  readonly kind: 'tests';
  readonly informative: Informative;
  /** The other tail: the predictions fit worse than dealt. */
  readonly opposite: TestedP;
  readonly useful: Useful;
}

/** Everything that one score of one model tells without other models. */
export interface Rungs {
  readonly counts: UnitCounts;
  /** Parts of the planned order that predictions are shuffled within; null: the order was not planned (drift is not excluded). */
  readonly parts: number | null;
  /** Strata that predictions are shuffled within; null: none. */
  readonly strata: number | null;
  /** Score of the best constant of each stratum, cross-fitted; null without strata. */
  readonly stratum: number | null;
  /** Mean unit score over the read units; withheld without one, as are the numbers below. */
  readonly score: Known<Measured>;
  /** Score of the same predictions shuffled among the items. */
  readonly chance: Known<number>;
  /** (score - chance) / (highest - chance): Cohen's kappa for yes/no. */
  readonly skill: Known<Measured>;
  /** Share of ordered pairs within cells, where midranks are tested; else null. */
  readonly auroc: number | null;
  /** Every constant with its score and the own score minus it; the one with the highest score first. */
  readonly constants: readonly ConstantContrast[];
  readonly result: RungTests | NoVerdict;
}

/** Returns the score, chance, skill, constants and the tests of one score. */
export function rungs<P, Y>(scores: UnitScores<P, Y>): Rungs {
  const numbered = numberUnits(scores);
  const { counts, read, stratum } = numbered;
  const common = {
    counts,
    parts: scores.planned ? new Set(scores.part).size : null,
    strata: stratum === null ? null : new Set(stratum).size,
  };
  if (read.length === 0) {
    const reason = 'no unit has both a prediction and an outcome';
    const none = withheld(reason);
    const result = findNoVerdict(scores, numbered, null) ?? { kind: 'no verdict', word: 'too few', reason };
    const nothing = { score: none, chance: none, skill: none, auroc: null, stratum: null, constants: [] };
    return { ...common, ...nothing, result };
  }
  const units = dealtUnits(scores, numbered);
  const dealing = deal(units);
  const contrasts = constantContrasts(scores, numbered);
  const noVerdict = findNoVerdict(scores, numbered, dealing);
  const skill = dealing?.skill ?? null;
  const undealt = withheld('no two groups of items can be dealt to each other');
  return {
    ...common,
    score: known(measuredScore(scores, numbered)),
    chance: dealing === null ? undealt : known(dealing.chance),
    skill: skill === null ? withheld('chance is perfect') : known(measured(skill, skillBounds(units, skill))),
    auroc: dealing?.auroc ?? null,
    stratum: stratumScore(scores, numbered),
    constants: contrasts.toSorted((one, other) => other.score - one.score),
    result: noVerdict ?? testsOf({ scores, numbered }, { dealing: dealing as Dealing, contrasts }), // null is no verdict
  };
}

function measured({ value, se }: ClusterEstimate, interval: BoundsOrReason): Measured {
  return { value, se, interval };
}

function measuredScore<P, Y>(
  { kind, predictions, outcomes, executions }: UnitScores<P, Y>,
  numbered: Numbered,
): Measured {
  const value = (unit: number) => kind.score(predictions[unit] as P, outcomes[unit] as Y);
  const { sums, weights } = sumByCluster(numbered.read, { ...numbered, value });
  const estimate = ratioOfSums(sums, weights) as ClusterEstimate; // there are units
  const isShare = kind.isShare || (kind.scale.lowest === 0 && numbered.read.every((unit) => value(unit) % 1 === 0));
  const trials = numbered.read.length * (kind.isShare ? executions : 1);
  return measured(estimate, isShare ? shareBounds(estimate, trials) : tBounds(estimate, kind.scale));
}

interface Prepared<P, Y> {
  readonly scores: UnitScores<P, Y>;
  readonly numbered: Numbered;
}

function dealtUnits<P, Y>(scores: UnitScores<P, Y>, numbered: Numbered): DealtScores<P, Y> {
  return { ...scores, ...numbered, units: numbered.read, exact: exactTest(scores, numbered) };
}

/** Returns the exact test that applies: each cluster is one yes/no, or one stated probability of one execution. */
function exactTest<P, Y>(scores: UnitScores<P, Y>, { clusters, read }: Numbered): ExactTest {
  const { kind, executions, predictions, outcomes } = scores;
  if (clusters !== predictions.length) return 'none';
  const isWhole = (value: unknown) => value !== null && (value as number) % 1 === 0;
  if (kind.name === 'probability')
    return executions === 1 && read.every((unit) => isWhole(outcomes[unit])) ? 'midranks' : 'none';
  return kind.name === 'yes-no' && read.every((unit) => isWhole(predictions[unit])) ? 'yes-no' : 'none';
}

function testsOf<P, Y>(
  prepared: Prepared<P, Y>,
  { dealing, contrasts }: { readonly dealing: Dealing; readonly contrasts: readonly ConstantContrast[] },
): RungTests {
  const above = Math.max(dealing.p.above, ...atWorst(prepared, 'lowest').map((p) => p.above));
  const below = Math.max(dealing.p.below, ...atWorst(prepared, 'highest').map((p) => p.below));
  const [hardest] = contrasts.toSorted((one, other) => other.difference.p.higher - one.difference.p.higher);
  if (hardest === undefined) throw new RangeError('no constant to compare with');
  const pConstants = hardest.difference.p.higher;
  const pWithoutMissing = Math.max(dealing.p.above, ...contrasts.map((each) => each.pWithoutMissing));
  const { test, over, detectable } = dealing;
  return {
    kind: 'tests',
    informative: {
      ...{ test, over, detectable, p: above, pWithoutMissing: dealing.p.above },
      excess: measured(dealing.excess, tBounds(dealing.excess)),
    },
    opposite: { p: below, pWithoutMissing: dealing.p.below },
    useful: {
      ...{ p: Math.max(above, pConstants), pWithoutMissing, pConstants, hardest },
      survives: survivingLosses(prepared, hardest),
    },
  };
}

/**
 * Returns how many missing rows the word `useful` would survive against a constant, each a group of its own with the lowest
 * difference that it could have; null where no row is missing, or where the read rows are not above the constant.
 */
function survivingLosses<P, Y>(
  { scores, numbered }: Prepared<P, Y>,
  { pWithoutMissing, name }: ConstantContrast,
): number | null {
  const { kind, predictions, outcomes } = scores;
  const { read, counts } = numbered;
  if (kind.name !== 'probability' || !counts.missing.atWorst || pWithoutMissing > tail) return null;
  const known = read.map((unit) => outcomes[unit] as Y);
  const constant = kind.constants(known).find((each) => each.name === name);
  if (constant === undefined) return null;
  const value = (unit: number) =>
    kind.score(predictions[unit] as P, outcomes[unit] as Y) - kind.score(constant.answer, outcomes[unit] as Y);
  const lowest = known.reduce((least, y) => Math.min(least, kind.lowest(y) - kind.score(constant.answer, y)), 0);
  const { sums, weights } = sumByCluster(read, { ...numbered, value });
  for (let lost = 1; lost <= read.length; lost += 1) {
    const rows = Array.from({ length: lost });
    const filled = { sums: [...sums, ...rows.map(() => lowest)], weights: [...weights, ...rows.map(() => 1)] };
    const estimate = ratioOfSums(filled.sums, filled.weights);
    if (estimate === null || hallPs(estimate, filled).above > tail) return lost - 1;
  }
  return read.length;
}

/**
 * Returns the one-sided p of `informative` where predictions are shuffled within given cells, in place of parts and strata; 1 where
 * the cells leave too little to deal.
 */
export function informativeWithin<P, Y>(scores: UnitScores<P, Y>, cells: readonly string[]): number {
  const within = { ...scores, part: cells.map(() => ''), strata: cells };
  const prepared = { scores: within, numbered: numberUnits(within) };
  const dealing = deal(dealtUnits(within, prepared.numbered));
  if (dealing === null || fewInStrata(within, prepared.numbered) !== null) return 1;
  return Math.max(dealing.p.above, ...atWorst(prepared, 'lowest').map((p) => p.above));
}

/** Returns the p of dealings with the missing values at the lowest or the highest fit; none where nothing is missing. */
function atWorst<P, Y>({ scores, numbered }: Prepared<P, Y>, worst: 'lowest' | 'highest'): readonly Dealing['p'][] {
  if (!numbered.counts.missing.atWorst) return [];
  const units = dealtUnits(scores, numbered);
  const fill = (alternative: boolean) =>
    fillAtWorst({ scores, numbered, isRanked: units.exact === 'midranks' }, { worst, alternative });
  const [one, other] = [fill(false), fill(true)];
  return (isDeepStrictEqual(one, other) ? [one] : [one, other]).flatMap((filled) => {
    const p = dealtP({ ...units, units: [...scores.predictions.keys()], ...filled });
    return p === null ? [] : [p];
  });
}
