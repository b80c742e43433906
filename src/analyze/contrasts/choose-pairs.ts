import { withoutAsked } from '../../domain/asked.ts';
import { shellWord } from '../../util/shell-word.ts';
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
function isSameCondition(a: Place, b: Place, compared: ComparedOn): boolean {
  return conditionOf(a, compared) === conditionOf(b, compared);
}

/** Returns the condition within which sides are compared. */
export function conditionOf({ condition }: Pick<Place, 'condition'>, { isRight }: ComparedOn): string {
  return isRight ? withoutAsked(condition) : condition;
}

/** The models of a new side and of its baseline. */
export type ModelPair = readonly [string, string];

/**
 * Returns the models that a gate compares, of runs and of logs: each with itself where both sides have it; where both sides have none in
 * common, the only model of each. Null where the user must name them.
 */
export function pairedModels(now: Iterable<string>, before: Iterable<string>): readonly ModelPair[] | null {
  const [newer, older] = [new Set(now), new Set(before)];
  const common = [...newer].filter((model) => older.has(model));
  if (common.length > 0) return common.map((model) => [model, model]);
  const [[first], [second]] = [newer, older].map((models) => [...models]) as [string[], string[]];
  if (first === undefined || second === undefined) return [];
  return newer.size === 1 && older.size === 1 ? [[first, second]] : null;
}

/** Returns the pairs of a new side and its baseline that a gate checks: of the given models, under one condition. */
export function gatePairs<Side extends Place>(
  { now, before }: { readonly now: readonly Side[]; readonly before: readonly Side[] },
  models: readonly ModelPair[],
  compared: ComparedOn,
): readonly Pair<Side>[] {
  return now.flatMap((a) =>
    before.flatMap((b) => {
      const isPaired = models.some(([newer, older]) => a.model === newer && b.model === older);
      return isPaired && isSameCondition(a, b, compared) ? [{ a, b }] : [];
    }),
  );
}

/** Returns why a gate cannot tell the new model from its baseline, and the flag that settles it. `sources`: what holds the models. */
export function openGate(sources: readonly string[], [newer, older]: ModelPair) {
  const [first = '', second] = sources;
  const open =
    second === undefined
      ? `${first} does not say which of its models is new`
      : `${first} and ${second} have no model in common`;
  return {
    reason: `a gate checks a new side against its baseline, and ${open}`,
    advice: `name both, the new one first: \`--model ${shellWord(newer)} ${shellWord(older)}\` if ${newer} is new`,
  };
}
