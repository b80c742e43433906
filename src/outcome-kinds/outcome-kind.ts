import type { Measure } from '../domain/measure.ts';
import type { Observed } from '../domain/outcome.ts';
import type { UnitPolicy } from '../domain/policy.ts';
import type { SlotKinds } from '../domain/slot.ts';
import type { AnswerKind } from '../stats/rungs/answer-kind.ts';

/** The two values of a yes/no outcome as verb phrases whose subject is the model, such as "lists it". */
export interface OutcomeWords {
  readonly yes: string;
  readonly no: string;
}

/** Prediction and behavior of one outcome as a log of samples holds them: values, or the reasons why they are missing. */
export interface UnitFacts {
  readonly unit: string;
  readonly predicted: unknown;
  readonly actual: unknown;
  readonly probability?: number;
}

/** Prediction, execution and agreement of one outcome in words, as a row of a table shows them. */
export interface UnitTexts {
  readonly unit: string;
  readonly prediction: string;
  readonly outcome: string;
  /** Number of usable executions with the majority outcome. */
  readonly agree: number;
  /** Number of usable executions. */
  readonly executions: number;
  /** Majority outcome in a form that is equal for models that behaved alike; null where outcomes are not comparable. */
  readonly behavior: string | null;
  readonly judgesDiffer: boolean;
}

/** One unit of a score, as the statistics read it; null where a value was asked and is unusable. */
export interface ScoredUnit {
  readonly prediction: unknown;
  readonly outcome: unknown;
  /** Number of executions behind the outcome, and the share of those asked that could not be used. */
  readonly executions: number;
  readonly lost: number;
  /** The data set's label, or another rule about the item alone, as a prediction; null where there is none. */
  readonly label: unknown;
  /** What the unit offers: predictions are shuffled among units with the same offer only; null: among all. */
  readonly offer: string | null;
  /** Scores of fixed rules, by name; empty where there are none. */
  readonly rules: readonly (readonly [name: string, prediction: unknown])[];
}

/** How a score is shown. */
export interface ScoreWords {
  readonly measure: string;
  readonly unit: 'share' | 'doublings';
  readonly better: 'higher' | 'lower';
}

/** How outcomes of a kind with predictions become a score that the tests of the ladder read. */
interface Scoring<O> {
  /** Returns the score functions of the outcome's predictions and executions. */
  answers(outcome: O): AnswerKind<unknown, unknown>;
  words(outcome: O): ScoreWords;
  /**
   * Returns whether an outcome decides `answers` and `words` for all outcomes of its score, whichever comes first: a missing
   * prediction does not tell that probabilities were asked. Absent: every outcome tells the same.
   */
  decides?(outcome: O): boolean;
  /** Returns whether prediction and execution were asked: false where one of them waits for a call that was not sent yet. */
  isAsked(outcome: O): boolean;
  /** Returns the unit of an outcome that was asked. */
  unit(outcome: O): ScoredUnit;
}

/**
 * All that the program does with outcomes of one kind. A new kind is a file here, with the type of its outcomes, and a line in
 * `outcome-kinds.ts`.
 */
export interface OutcomeKind<O> {
  /** Null: the kind has no prediction, so it has scores and no verdict. */
  readonly scoring: Scoring<O> | null;
  /** Returns the terms of an outcome, which the measures of the kind read from sums over outcomes. */
  terms(outcome: O, policy: UnitPolicy): readonly number[];
  /** Measure in [0, 1] that a single item has in logs and records, and a model on the items of an experiment that it was not trained on. */
  readonly itemMeasure: Measure;
  /** Whether predictions of several models can be scored next to each other, so that other models can be asked too. */
  readonly canOthersPredict: boolean;
  /** Set where each model makes its own units, so that two models have none in common. */
  readonly hasOwnUnits?: true;
  /** Set where no prediction is scored, now or later: all that is compared is how right the executions are. */
  readonly predictsNothing?: true;
  /** Kind whose units these are, too: outcomes of both are about the same items. Absent: the own kind. */
  readonly unitsOf?: 'binary';
  /** Returns why an outcome does not count, as `slot: reason`; null where it counts. */
  missing(outcome: O, slots: SlotKinds): string | null;
  /** Returns the values of an outcome that can be missing. */
  parts(outcome: O): readonly Observed<unknown>[];
  /** Returns the number of executions. */
  executions(outcome: O): number;
  /** Returns the outcome with only its k-th execution (from 0). */
  atExecution(outcome: O, k: number): O;
  facts(outcome: O): UnitFacts;
  texts(outcome: O, words: OutcomeWords): UnitTexts;
  /** Returns whether the prediction is right; null where the score decides (more than a half). */
  isRight(outcome: O): boolean | null;
  /** Returns the outcome without anything that reveals its item, or an answer that may quote it. */
  withheld(outcome: O): O;
}
