import { shareBounds, tBounds } from '../jackknife/bounds.ts';
import { type Estimate, ratioOfSums, sumByCluster } from '../jackknife/jackknife.ts';
import { type BoundsOrReason, type Known, known, withheld } from '../jackknife/known.ts';
import { type CallOrder, callBlocks } from './call-blocks.ts';
import { type ConstantContrast, changeLevel, constantContrasts, type Movement } from './constants.ts';
import { type Dealing, type DealtScores, deal, detectableExcess, skillBounds } from './dealing.ts';
import { findNoVerdict, type NoVerdict } from './no-verdict.ts';
import { type Numbered, numberUnits, type UnitCounts, type UnitScores } from './unit-scores.ts';

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

function measured({ value, se }: Estimate, interval: BoundsOrReason): Measured {
  return { value, se, interval };
}

function measuredScore<P, Y>(
  { kind, predictions, outcomes, executions }: UnitScores<P, Y>,
  numbered: Numbered,
): Measured {
  const value = (unit: number) => kind.score(predictions[unit] as P, outcomes[unit] as Y);
  const { sums, weights } = sumByCluster(numbered.read, { ...numbered, value });
  const estimate = ratioOfSums(sums, weights) as Estimate; // there are units
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
      if (prediction !== null && outcome !== null) return { prediction, outcome };
      const filling = { worst, alternative, ...valuesOf(readOf[unit] as readonly number[]) };
      return kind.fill({ prediction, outcome }, filling);
    });
    return deal({
      ...dealtUnits(scores, numbered, order),
      units: Array.from(predictions.keys()),
      predictions: filled.map(({ prediction }) => prediction),
      outcomes: filled.map(({ outcome }) => outcome),
    });
  });
}
