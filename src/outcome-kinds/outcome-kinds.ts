import type { Measure, Sums } from '../domain/measure.ts';
import type { UnitPolicy } from '../domain/policy.ts';
import type { SlotKinds } from '../domain/slot.ts';
import type { Stratum } from '../domain/stratum.ts';
import { totalsOf } from '../stats/jackknife.ts';
import { mean } from '../stats/moments.ts';
import { authoredKind } from './authored.ts';
import { binaryKind } from './binary.ts';
import { categoricalKind } from './categorical.ts';
import { decisionKind } from './decision.ts';
import { editKind } from './edit.ts';
import { gradedKind } from './graded.ts';
import { numericKind } from './numeric.ts';
import type { OutcomeKind, ScoredUnit } from './outcome-kind.ts';
import { rankingKind } from './ranking.ts';
import { textKind } from './text.ts';

/** Every kind of outcome, by the `kind` of its outcomes. */
export const outcomeKinds = {
  binary: binaryKind,
  ranking: rankingKind,
  text: textKind,
  authored: authoredKind,
  categorical: categoricalKind,
  numeric: numericKind,
  decision: decisionKind,
  edit: editKind,
  graded: gradedKind,
};

type OutcomeOf<Kind> = Kind extends OutcomeKind<infer O> ? O : never;
/** An outcome of any kind of the list. */
export type Outcome = OutcomeOf<(typeof outcomeKinds)[keyof typeof outcomeKinds]>;

/** Identifies an outcome; `cluster` is the group that intervals are clustered by. */
export interface OutcomeRow {
  readonly run: string;
  readonly experiment: string;
  /** Display name of the subject. */
  readonly model: string;
  readonly condition: string;
  /** Set where the server constrained the answers to their form. */
  readonly constrained?: true;
  readonly item: string;
  readonly cluster: string;
  /** Which reading of the answers the outcome uses; `both` where there is no recorded reading. */
  readonly reader: 'own' | 'recorded' | 'both';
  /** When the prediction's stored answer was asked, in milliseconds; absent: its calls have no order. */
  readonly askedAt?: number;
  /**
   * Part of the run in which the prediction was asked: predictions are shuffled among items of one part. Absent: the order of
   * the calls was not planned.
   */
  readonly part?: string;
  /** Kind of question that the item is, within which predictions are dealt; absent: its data have none. */
  readonly stratum?: Stratum;
  readonly outcome: Outcome;
}

/** Returns what the program does with an outcome of this kind. */
export function kindOfOutcome({ kind }: Outcome): OutcomeKind<Outcome> {
  return outcomeKinds[kind] as OutcomeKind<Outcome>; // called with outcomes of this kind only
}

/** Returns what the program does with the outcomes that a measure is about. */
export function kindOfMeasure({ kind }: Pick<Measure, 'kind'>): OutcomeKind<Outcome> {
  return outcomeKinds[kind as Outcome['kind']] as OutcomeKind<Outcome>; // each measure is made by the file of its kind
}

/** Returns whether models answer the same units, so that they can be compared unit by unit. */
export function hasSharedUnits(kind: Outcome['kind']): boolean {
  return outcomeKinds[kind].hasOwnUnits !== true;
}

let last: { readonly outcome: Outcome; readonly unit: ScoredUnit | null } | null = null;

/**
 * Returns the unit of an outcome; null where its kind has no prediction. All that counts by unit reads one outcome after another, so
 * that its unit is made once.
 */
export function unitOfOutcome(outcome: Outcome): ScoredUnit | null {
  if (outcome !== last?.outcome) last = { outcome, unit: kindOfOutcome(outcome).scoring?.unit(outcome) ?? null };
  return last.unit;
}

/** Returns the terms of an outcome; those of several outcomes add up. */
export function termsOfOutcome(outcome: Outcome, policy: UnitPolicy): readonly number[] {
  return kindOfOutcome(outcome).terms(outcome, policy);
}

/** Returns the sums of the terms of outcomes of one kind. */
export function sumsOf(outcomes: readonly Outcome[], policy: UnitPolicy): Sums {
  return totalsOf(outcomes.map((outcome) => termsOfOutcome(outcome, policy)));
}

/**
 * Returns why a unit does not count, as `slot: reason`; null where it counts. A reason that does not belong to a single
 * answer uses the name of the first slot of its kind.
 */
export function missingReason(outcome: Outcome, slots: SlotKinds): string | null {
  return kindOfOutcome(outcome).missing(outcome, slots);
}

/**
 * Returns the score of an item: of stated probabilities the mean over its units that a report has, else the item measure of its
 * units together; null where no unit counts.
 */
export function itemScore(outcomes: readonly Outcome[]): number | null {
  const [first] = outcomes;
  if (first === undefined) return null;
  const { scoring } = kindOfOutcome(first);
  const deciding = statedIn(outcomes);
  if (scoring === null || deciding === null) return itemAgreement(outcomes);
  const { score } = scoring.answers(deciding);
  const units = outcomes.map((outcome) => scoring.unit(outcome));
  return mean(
    units.flatMap((unit) =>
      unit.prediction === null || unit.outcome === null ? [] : [score(unit.prediction, unit.outcome)],
    ),
  );
}

/** Returns the item measure of an item's units together: of yes/no, the share of executions that the word of a prediction agrees with. */
export function itemAgreement(outcomes: readonly Outcome[]): number | null {
  const [first] = outcomes;
  return first === undefined ? null : kindOfOutcome(first).itemMeasure.value(sumsOf(outcomes, 'parsed'));
}

/** Returns an outcome whose stated probability decides the score of an item; null where none is stated. */
function statedIn(outcomes: readonly Outcome[]): Outcome | null {
  return outcomes.find((outcome) => kindOfOutcome(outcome).scoring?.decides?.(outcome) === true) ?? null;
}

/** Returns the name and the unit of the score of an item, as its report has them. */
export function itemScoreWords(outcome: Outcome): Pick<Measure, 'name' | 'unit' | 'better'> {
  const { scoring, itemMeasure } = kindOfOutcome(outcome);
  if (scoring === null || statedIn([outcome]) === null) return itemMeasure;
  const { measure, unit, better } = scoring.words(outcome);
  return { name: measure, unit, better };
}

/** Returns the mean score of an item over its executions; null for no scores. */
export function meanItemScore(scores: readonly number[]): number | null {
  return mean(scores);
}

/** Returns whether prediction and execution were asked; true where the kind has no prediction, false where none is scored. */
export function isAsked(outcome: Outcome): boolean {
  const { scoring, predictsNothing } = kindOfOutcome(outcome);
  return predictsNothing !== true && (scoring?.isAsked(outcome) ?? true);
}

/** Returns whether no prediction of an outcome is scored. */
export function predictsNothing(outcome: Outcome): boolean {
  return kindOfOutcome(outcome).predictsNothing === true;
}

/** Returns the kind whose units an outcome is about. */
export function unitKind({ kind }: Outcome): Outcome['kind'] {
  return outcomeKinds[kind].unitsOf ?? kind;
}
