import { type AnswerKind, bestOf, type Constant } from '../../stats/rungs/answer-kind.ts';
import type { CollectedScore } from '../units/score-units.ts';

/** Which score: a model under one condition of one run. */
type Place = Pick<CollectedScore, 'run' | 'experiment' | 'model' | 'condition'>;

/** Outcomes of the models of one row, by unit number: one run of each model. */
interface Row {
  readonly kind: AnswerKind<unknown, unknown>;
  readonly outcomesOf: ReadonlyMap<string, ReadonlyMap<number, unknown>>;
  /** Every constant, the best of all outcomes first; empty where constants are graded. */
  readonly constants: readonly Constant<unknown>[];
}

/**
 * Returns the score of the other models' behavior as the prediction of a model: for each unit the one answer that fits the
 * outcomes of the others best, on the units where the own prediction counts. Of answers that fit equally well, the one that
 * fits all units best. For the measure of the score only; null for others, and without another model on the same items.
 */
export function othersBehavior(scores: readonly CollectedScore[]): (place: Place, measure: string) => number | null {
  const rowOf = new Map<string, Row>();
  const means = new Map<CollectedScore, number | null>();
  const rowKey = ({ data, condition }: CollectedScore) => JSON.stringify([data, condition]);
  for (const [key, own] of Map.groupBy(scores, rowKey)) rowOf.set(key, makeRow(own));
  return ({ run, experiment, model, condition }, measure) => {
    const own = scores.find(
      (each) =>
        each.model === model && each.run === run && each.experiment === experiment && each.condition === condition,
    );
    const row = own === undefined ? undefined : rowOf.get(rowKey(own));
    if (own === undefined || row === undefined || own.words.measure !== measure) return null;
    if (own.kind.name === 'pairs') return null; // texts have no answer that fits several others
    const mean = means.get(own) ?? meanScore(own, row);
    means.set(own, mean);
    return mean === null || own.words.better === 'higher' ? mean : -mean;
  };
}

function makeRow(scores: readonly CollectedScore[]): Row {
  const chosen = [...Map.groupBy(scores, ({ model }) => model).values()].map(
    (own) => own.toSorted((a, b) => b.unit.length - a.unit.length)[0] as CollectedScore,
  );
  const [{ kind }] = chosen as [CollectedScore]; // a group has one
  if (chosen.length < 2) return { kind, outcomesOf: new Map(), constants: [] }; // there is no other model
  const outcomes = chosen.flatMap((own) => own.outcomes.filter((outcome) => outcome !== null));
  const constants = outcomes.length === 0 ? [] : kind.constants(outcomes);
  const total = (constant: Constant<unknown>) =>
    outcomes.reduce((sum: number, outcome) => sum + kind.score(constant.answer, outcome), 0);
  const totals = new Map(constants.map((constant) => [constant, total(constant)]));
  return {
    kind,
    outcomesOf: new Map(
      chosen.map((own) => [own.model, new Map(own.unit.map((unit, index) => [unit, own.outcomes[index] ?? null]))]),
    ),
    constants:
      constants.length < 2 ? [] : constants.toSorted((a, b) => (totals.get(b) as number) - (totals.get(a) as number)),
  };
}

function meanScore(own: CollectedScore, { kind, outcomesOf, constants }: Row): number | null {
  const others = [...outcomesOf].flatMap(([model, outcomes]) => (model === own.model ? [] : [outcomes]));
  let [sum, count] = [0, 0];
  for (const [index, unit] of own.unit.entries()) {
    const outcome = own.outcomes[index] ?? null;
    if (outcome === null || (own.predictions[index] ?? null) === null) continue;
    const theirs = others.map((each) => each.get(unit) ?? null).filter((each) => each !== null);
    if (theirs.length === 0) continue;
    const best = constants.length === 0 ? kind.best(theirs) : bestOf(constants, theirs, kind.score);
    sum += kind.score(best.answer, outcome);
    count += 1;
  }
  return count === 0 ? null : sum / count;
}
