import {
  type BoundsOrReason,
  type ClusterEstimate,
  type Known,
  known,
  ratioOfSums,
  shareBounds,
  sumByCluster,
  tBounds,
  withheld,
} from '../jackknife.ts';
import { type Claim, type PairedDifference, paired } from '../paired.ts';
import type { Constant } from './answer-kind.ts';
import { type CallOrder, callBlocks, type MovementTest, movement } from './call-blocks.ts';
import { type Dealing, type DealtScores, deal, detectableExcess, skillBounds } from './dealing.ts';
import {
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
  /** `constant`: one answer for all units; `quarters`: the best constant of each quarter of the call order; `rule`: a fixed rule. */
  readonly kind: 'constant' | 'quarters' | 'rule';
  /** Score of the constant on the units whose prediction and outcome were read. */
  readonly score: number;
  readonly difference: PairedDifference;
}

/** Whether predictions and outcomes move with the call order. */
interface Movement {
  readonly predictions: MovementTest;
  readonly outcomes: MovementTest;
}

interface ConstantContrasts {
  readonly contrasts: readonly ConstantContrast[];
  /** Null where the calls have no order. */
  readonly movement: Movement | null;
}

/** Returns an answer for each unit: one for all, or one for each group or quarter. */
interface AnswerRule<P> {
  readonly name: string;
  readonly kind: 'constant' | 'quarters';
  readonly answerOf: (unit: number) => P;
}

/** Returns the contrasts of rung B: with every constant, with fixed rules, and with the best of each quarter if the data move. */
function constantContrasts<P, Y>(
  scores: UnitScores<P, Y>,
  numbered: Numbered,
  { quarter }: Pick<CallOrder, 'quarter'>,
): ConstantContrasts {
  const { kind, outcomes, predictions } = scores;
  const best = bestByPart(scores, numbered, numbered.size);
  const moves = quarter === null ? null : movementOf(scores, numbered, { quarter, best });
  const isOneSize = numbered.size.every((size) => size === numbered.size[0]);
  const all = isOneSize ? kind.constants(numbered.read.map((unit) => outcomes[unit] as Y)) : [];
  const rules: AnswerRule<P>[] = all.map(({ name, answer }) => ({ name, kind: 'constant', answerOf: () => answer }));
  if (!isOneSize) rules.push({ name: 'the best order of each size', kind: 'constant', answerOf: best });
  if (quarter !== null && moves !== null && (moves.predictions.moved || moves.outcomes.moved)) {
    const part = numbered.size.map((size, unit) => 4 * size + (quarter[numbered.cluster[unit] as number] as number));
    const answerOf = bestByPart(scores, numbered, part);
    rules.push({ name: 'the best constant of each quarter', kind: 'quarters', answerOf });
  }
  const own = predictions.map((p, unit) => {
    const y = outcomes[unit] ?? null;
    return p === null || y === null ? null : kind.score(p, y);
  });
  const fixed = scores.rules.map((rule) => contrast({ scores, numbered, own }, { kind: 'rule', ...rule }));
  const made = rules.map(({ name, kind: of, answerOf }) => {
    const other = outcomes.map((y, unit) => (y === null ? null : kind.score(answerOf(unit), y)));
    return contrast({ scores, numbered, own }, { name, kind: of, scores: other, answerOf });
  });
  return { contrasts: [...made, ...fixed], movement: moves };
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
  const sides = { own, other: other.scores, cluster, clusters, scale };
  const difference = paired({ ...sides, worst, isPartial, missing: counts.missing });
  return { name: other.name, kind: other.kind, score: sum / n, difference };
}

/** Returns the best constant of each part on the units that were read; of all parts where a part has no such unit. */
function bestByPart<P, Y>(
  { kind, outcomes }: UnitScores<P, Y>,
  { read }: Numbered,
  part: ArrayLike<number>,
): (unit: number) => P {
  const outcome = (unit: number) => outcomes[unit] as Y; // it was read
  const best = new Map<number, Constant<P>>();
  for (const [key, units] of Map.groupBy(read, (unit) => part[unit] as number))
    best.set(key, kind.best(units.map(outcome)));
  const [first] = best.values();
  if (first === undefined) throw new RangeError('no unit was read');
  return (unit) => (best.get(part[unit] as number) ?? first).answer;
}

function movementOf<P, Y>(
  { kind, predictions, outcomes }: UnitScores<P, Y>,
  numbered: Numbered,
  { quarter, best }: { readonly quarter: Int32Array; readonly best: (unit: number) => P },
): Movement {
  const test = (value: (unit: number) => number) => {
    const { sums, weights } = sumByCluster(numbered.read, { ...numbered, value });
    return movement(sums, weights, quarter);
  };
  return {
    predictions: test((unit) => kind.predictionLevel(predictions[unit] as P, best(unit))),
    outcomes: test((unit) => kind.outcomeLevel(outcomes[unit] as Y, best(unit))),
  };
}

/** Returns the level of a unit that shows a change of the model: prediction + outcome. */
export function changeLevel<P, Y>(scores: UnitScores<P, Y>, numbered: Numbered): (unit: number) => number {
  const best = bestByPart(scores, numbered, numbered.size);
  const { kind, predictions, outcomes } = scores;
  return (unit) =>
    kind.predictionLevel(predictions[unit] as P, best(unit)) + kind.outcomeLevel(outcomes[unit] as Y, best(unit));
}

/** A number with its interval of 95 %. */
export interface Measured {
  readonly value: number;
  readonly se: number | null;
  readonly interval: BoundsOrReason;
}

/** Rung A: the predictions fit the model's own outcomes better than the same predictions dealt to other items. */
export interface Informative {
  /** Fisher's exact test, or t on the double-centered diagonal. */
  readonly test: 'exact' | 't';
  /** One-sided p, with the missing values at their worst where the missing rule asks it. */
  readonly p: number;
  /** Score minus chance, with the t interval of the read units. */
  readonly excess: Measured;
  /** Smallest true excess that 4 of 5 such runs would find at one-sided 2.5 %. */
  readonly detectable: Known<number>;
}

/** Rung B: rung A holds, and the score is above every constant. */
export interface Useful {
  /** Largest of rung A's p and of the one-sided p against every constant. */
  readonly p: number;
  /** Largest one-sided p against a constant. */
  readonly pConstants: number;
  /** The constant with the largest p: what rung B is decided by. */
  readonly hardest: ConstantContrast;
}

/** The tests of a score. Holm's families, rung C and the words on top of them are the caller's. */
export interface RungTests {
  readonly kind: 'tests';
  readonly informative: Informative;
  /** The other tail of rung A: the predictions fit worse than dealt. */
  readonly opposite: { readonly p: number };
  readonly useful: Useful;
}

/** Everything that one score of one model tells without other models. */
export interface Rungs {
  readonly counts: UnitCounts;
  /** Blocks of the call order that predictions are dealt in, and whether there is an order (if not: drift is not excluded). */
  readonly blocks: { readonly count: number; readonly ordered: boolean };
  /** Mean unit score over the read units; withheld without one, as are the numbers below. */
  readonly score: Known<Measured>;
  /** Score of the same predictions dealt to other items. */
  readonly chance: Known<number>;
  /** (score - chance) / (highest - chance): Cohen's kappa for yes/no. */
  readonly skill: Known<Measured>;
  /** Every constant with its score and the own score minus it; the one with the highest score first. */
  readonly constants: readonly ConstantContrast[];
  /** Whether predictions or outcomes move with the call order; null without an order. */
  readonly movement: Movement | null;
  readonly result: RungTests | NoVerdict;
}

/** Returns the score, chance, skill, constants and rungs A and B of one score. */
export function rungs<P, Y>(scores: UnitScores<P, Y>): Rungs {
  const numbered = numberUnits(scores);
  const { counts, read } = numbered;
  if (read.length === 0) {
    const reason = 'no unit has both a prediction and an outcome';
    const none = withheld(reason);
    const result = findNoVerdict(scores, numbered, null) ?? {
      kind: 'no verdict',
      word: 'too few',
      reason,
    };
    const blocks = { count: 1, ordered: false };
    return { counts, blocks, score: none, chance: none, skill: none, constants: [], movement: null, result };
  }
  const order = callBlocks({ ...numbered, units: read, askedAt: scores.askedAt, level: changeLevel(scores, numbered) });
  const units = dealtUnits(scores, numbered, order);
  const dealing = deal(units);
  const { contrasts, movement } = constantContrasts(scores, numbered, order);
  const score = measuredScore(scores, numbered);
  const noVerdict = findNoVerdict(scores, numbered, dealing);
  const { skill } = dealing;
  return {
    ...{ counts, blocks: { count: order.blocks, ordered: order.quarter !== null } },
    ...{ score: known(score), chance: known(dealing.chance) },
    skill: skill === null ? withheld('chance is perfect') : known(measured(skill, skillBounds(units, skill))),
    constants: contrasts.toSorted((one, other) => other.score - one.score),
    movement,
    result: noVerdict ?? testsOf({ scores, numbered, order }, { dealing, contrasts }),
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
  readonly order: CallOrder;
}

/** Returns the read units in their dealing groups: blocks of the call order, and offers within them. */
function dealtUnits<P, Y>(scores: UnitScores<P, Y>, numbered: Numbered, order: CallOrder): DealtScores<P, Y> {
  const { cluster, offer, read } = numbered;
  const group = offer.map((own, unit) => own * order.blocks + (order.block[cluster[unit] as number] as number));
  return { ...scores, ...numbered, units: read, group, isExact: isExact(scores, numbered) };
}

function isExact<P, Y>({ kind, executions, predictions, outcomes }: UnitScores<P, Y>, numbered: Numbered): boolean {
  if (kind.name !== 'yes-no' || executions > 2 || numbered.clusters !== predictions.length) return false;
  const isWhole = (value: unknown, unit: number) => value !== null && ((value as number) * unit) % 1 === 0;
  return numbered.read.every((unit) => isWhole(predictions[unit], 1) && isWhole(outcomes[unit], 2));
}

function testsOf<P, Y>(
  prepared: Prepared<P, Y>,
  { dealing, contrasts }: { readonly dealing: Dealing; readonly contrasts: readonly ConstantContrast[] },
): RungTests {
  const { scores, numbered } = prepared;
  const above = Math.max(dealing.p.above, ...atWorst(prepared, 'lowest').map(({ p }) => p.above));
  const below = Math.max(dealing.p.below, ...atWorst(prepared, 'highest').map(({ p }) => p.below));
  const [hardest] = contrasts.toSorted((one, other) => other.difference.p.higher - one.difference.p.higher);
  if (hardest === undefined) throw new RangeError('no constant to compare with');
  const pConstants = hardest.difference.p.higher;
  return {
    kind: 'tests',
    informative: {
      test: dealing.test,
      p: above,
      excess: measured(dealing.excess, tBounds(dealing.excess)),
      detectable: detectableExcess(dealing, numbered.read.length, scores.kind.scale.highest),
    },
    opposite: { p: below },
    useful: { p: Math.max(above, pConstants), pConstants, hardest },
  };
}

/** Returns the dealings with the missing values at the lowest or the highest unit score; none within the tolerance. */
function atWorst<P, Y>({ scores, numbered, order }: Prepared<P, Y>, worst: 'lowest' | 'highest'): readonly Dealing[] {
  if (!numbered.counts.missing.atWorst) return [];
  const { kind, predictions, outcomes } = scores;
  const readByOffer = Map.groupBy(numbered.read, (unit) => numbered.offer[unit] as number);
  const readOf = Array.from(
    predictions.keys(),
    (unit) => readByOffer.get(numbered.offer[unit] as number) ?? numbered.read,
  );
  const values = new Map<readonly number[], { readonly predictions: readonly P[]; readonly outcomes: readonly Y[] }>();
  const valuesOf = (units: readonly number[]) => {
    const found = values.get(units) ?? {
      predictions: units.map((each) => predictions[each] as P),
      outcomes: units.map((each) => outcomes[each] as Y),
    };
    values.set(units, found);
    return found;
  };
  return [false, true].map((alternative) => {
    const filled = predictions.map((prediction, unit) => {
      const outcome = outcomes[unit] ?? null;
      const lost = outcome === null ? 0 : (scores.lost[unit] as number);
      if (prediction !== null && outcome !== null && lost === 0) return { prediction, outcome };
      const filling = { worst, alternative, ...valuesOf(readOf[unit] as readonly number[]) };
      const made = kind.fill({ prediction, outcome }, filling);
      if (lost === 0) return made;
      const rest = kind.fill({ prediction: made.prediction, outcome: null }, filling);
      return { prediction: made.prediction, outcome: kind.mix(made.outcome, rest.outcome, lost) };
    });
    return deal({
      ...dealtUnits(scores, numbered, order),
      units: Array.from(predictions.keys()),
      predictions: filled.map(({ prediction }) => prediction),
      outcomes: filled.map(({ outcome }) => outcome),
    });
  });
}
