import { sumByCluster } from '../jackknife/jackknife.ts';
import { type Claim, type PairedDifference, paired } from '../jackknife/paired.ts';
import type { Constant } from './answer-kind.ts';
import type { CallOrder, MovementTest } from './call-blocks.ts';
import { movement } from './call-blocks.ts';
import type { Numbered, UnitScores } from './unit-scores.ts';

/** Own score minus that of one constant (or fixed rule) on the same units. */
export interface ConstantContrast {
  readonly name: string;
  /** `constant`: one answer for all units; `quarters`: the best constant of each quarter of the call order; `rule`: a fixed rule. */
  readonly kind: 'constant' | 'quarters' | 'rule';
  /** Score of the constant on the units whose prediction and outcome were read. */
  readonly score: number;
  readonly difference: PairedDifference;
}

/** Whether predictions and outcomes move with the call order. */
export interface Movement {
  readonly predictions: MovementTest;
  readonly outcomes: MovementTest;
}

export interface ConstantContrasts {
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
export function constantContrasts<P, Y>(
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
  const worst = (unit: number, claim: Claim) => {
    const [p, y] = [predictions[unit] ?? null, outcomes[unit] ?? null];
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
  let [sum, n] = [0, 0];
  for (const unit of numbered.read) {
    const value = other.scores[unit] ?? null;
    if (value === null) continue;
    sum += value;
    n += 1;
  }
  const { cluster, clusters, counts } = numbered;
  const difference = paired({ own, other: other.scores, cluster, clusters, scale, worst, missing: counts.missing });
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
