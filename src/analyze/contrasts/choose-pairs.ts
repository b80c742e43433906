import { withoutAsked } from '../../domain/asked.ts';
import type { ModelResponses } from './response-matrix.ts';

/** A model under a condition of a run or log. */
type Place = Pick<ModelResponses, 'model' | 'condition'>;

/** Two sides with the same items: two models, or one model in two runs or under two conditions. */
export interface Pair<Side extends Place = ModelResponses> {
  readonly a: Side;
  readonly b: Side;
}

/** Whether sides are compared on how right their answers are, whatever was predicted, and when. */
export interface ComparedOn {
  readonly isRight: boolean;
}

/**
 * Returns the pairs that are compared, of runs and of logs, in the order of the sides: two models under one condition, or one model in
 * two runs or under two conditions. Where each of several models is there several times, each is compared with itself alone: before
 * and after.
 */
export function comparedPairs<Side extends Place>(sides: readonly Side[], compared: ComparedOn): readonly Pair<Side>[] {
  const repeated = repeatedConditions(sides, compared);
  const isCompared = (a: Side, b: Side) =>
    a.model === b.model || (isSameCondition(a, b, compared) && !repeated.has(conditionOf(a, compared)));
  return sides.flatMap((a, index) => sides.slice(index + 1).flatMap((b) => (isCompared(a, b) ? [{ a, b }] : [])));
}

/** Returns the conditions under which each of several models is there several times. */
export function repeatedConditions(sides: readonly Place[], compared: ComparedOn): ReadonlySet<string> {
  const isRepeated = (own: readonly Place[]) => {
    const models = [...Map.groupBy(own, ({ model }) => model).values()];
    return models.length > 1 && models.every(({ length }) => length > 1);
  };
  const conditions = Map.groupBy(sides, (side) => conditionOf(side, compared));
  return new Set([...conditions].flatMap(([condition, own]) => (isRepeated(own) ? [condition] : [])));
}

/** Returns whether two sides are under one condition; for right answers, when a confidence was stated makes no difference. */
export function isSameCondition(a: Place, b: Place, compared: ComparedOn): boolean {
  return conditionOf(a, compared) === conditionOf(b, compared);
}

/** Returns the condition within which sides are compared. */
export function conditionOf({ condition }: Pick<Place, 'condition'>, { isRight }: ComparedOn): string {
  return isRight ? withoutAsked(condition) : condition;
}
