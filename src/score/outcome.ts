import type { Slot } from '../plan/call.ts';
import type { ReadingStep } from '../read/reading.ts';

export const absenceReasons = ['declined', 'truncated', 'unparsed', 'filtered', 'failed', 'not-asked'] as const;
export type AbsenceReason = (typeof absenceReasons)[number];

/** A value that was read, or the named reason why there is none. */
export type Part<T> =
  | { readonly kind: 'present'; readonly value: T; readonly step: ReadingStep }
  | { readonly kind: 'absent'; readonly slot: Slot; readonly reason: AbsenceReason; readonly detail: string };

/** One yes/no property of one item: a forecast of it, and what each execution showed. */
export interface BinaryOutcome {
  readonly kind: 'binary';
  /** The property inside its item (the option word); '' where an item has one. */
  readonly unit: string;
  readonly forecast: Part<boolean>;
  /** Forecast probability that the property holds, in [0, 1]; null where not elicited. */
  readonly probability: number | null;
  /** One per execution, in sample order. */
  readonly executions: readonly Part<boolean>[];
  /** What a rule that knows the item but not the model would say; null where the data set has no label. */
  readonly label: boolean | null;
}

/** What one execution of one ranked question showed. */
export interface Solve {
  readonly correct: Part<boolean>;
  /** Completion tokens, reasoning included; null where the server did not count them. */
  readonly tokens: number | null;
}

/** One group of questions: the order that was forecast, and what each execution of each question showed. */
export interface RankingOutcome {
  readonly kind: 'ranking';
  /** Names of the ranked questions, in the data set's order. */
  readonly units: readonly string[];
  /** Unit names from easiest to hardest. */
  readonly forecast: Part<readonly string[]>;
  readonly forecastTokens: number | null;
  /** executions[sample][unit], units in the order of `units`. */
  readonly executions: readonly (readonly Solve[])[];
  /** Order by an item-only rule (question length), easiest first. */
  readonly label: readonly string[] | null;
}

export type Outcome = BinaryOutcome | RankingOutcome;

/** Where an outcome belongs; `cluster` is the group that intervals are clustered by. */
export interface OutcomeRow {
  readonly run: string;
  readonly experiment: string;
  /** Display name of the subject. */
  readonly model: string;
  readonly condition: string;
  readonly item: string;
  readonly cluster: string;
  /** Whose reading of the answers it is; `both` where there is no recorded one. */
  readonly reader: 'own' | 'recorded' | 'both';
  readonly outcome: Outcome;
}
