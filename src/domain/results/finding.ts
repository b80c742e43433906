import type { Control, ControlResult } from '../control.ts';
import type { Better, Measure } from '../measure.ts';
import type { VerdictWord } from './verdict-words.ts';

/** Returns whether less than half of the units could be read. */
export function isMostlyMissing({ usable, total }: Pick<Finding, 'usable' | 'total'>): boolean {
  return usable < total / 2;
}

/** Returns how a reason names the units that a score is about, where not all were asked or could be read. */
export function readableUnits({ usable, total, notAsked = 0 }: Pick<Finding, 'usable' | 'total' | 'notAsked'>): string {
  if (notAsked === 0) return `on the ${usable} of ${total} that could be read`;
  const unread = total - usable - notAsked;
  return `on ${usable} of ${total} units: ${notAsked} not asked${unread === 0 ? '' : `, ${unread} not readable`}`;
}

/** What a score is compared with. `coin`: the only one that may be called chance. */
export const referenceNames = ['coin', 'best constant answer', 'item rule', 'other models'] as const;
type ReferenceName = (typeof referenceNames)[number];

/** What a model's prediction adds to what all models share about the items. */
interface BeyondSharedValue {
  /** Mean held-out gain in log score, in nats per unit. */
  readonly value: number;
  readonly interval: readonly [number, number] | null;
  /** Two-sided sign-flip test by cluster, not adjusted. */
  readonly p: number;
  /** Number of models, this one included. */
  readonly models: number;
}

/**
 * What was found about one model, experiment and condition. Computed once by `findResults`; every surface renders it and
 * computes nothing. Keys are the same in `seb report --json`, `GET /api/overview` and an exported page.
 */
export interface Finding {
  readonly run: string;
  readonly experiment: string;
  /** What is predicted, in plain words. */
  readonly task: string;
  readonly condition: string;
  readonly model: string;
  readonly measure: string;
  readonly unit: Measure['unit'];
  /** Which of two scores is better. */
  readonly better: Better;
  /** Score of the model's predictions of itself, policy `parsed`; null where nothing is usable. */
  readonly score: number | null;
  /** 95 % interval of the score. */
  readonly scoreInterval: readonly [number, number] | null;
  /** The number that the verdict is tested against. */
  readonly reference: { readonly name: ReferenceName; readonly value: number | null };
  /** By how much the score is better than the reference: above 0 where the model is better. */
  readonly difference: number | null;
  /** Interval of the difference at `level`. */
  readonly differenceInterval: readonly [number, number] | null;
  /** Level at which the intervals of all findings of the selection hold together. */
  readonly level: number;
  /** Number of units in the score. */
  readonly n: number;
  /** Number of units with a usable prediction and outcome, and of all units. */
  readonly usable: number;
  readonly total: number;
  /** Number of units that are missing because a call of theirs was not sent; absent: none. */
  readonly notAsked?: number;
  /** Score of the other models' behavior as the prediction. */
  readonly others: number | null;
  /** Score of a rule that knows the item and not the model as the prediction. */
  readonly itemRule: number | null;
  readonly beyondShared: BeyondSharedValue | null;
  /** Score of a re-execution of the model as the prediction. */
  readonly reexecution: number | null;
  /** Smallest difference that 80 % of such runs would find at `level`. */
  readonly detectable: number | null;
  readonly verdict: VerdictWord;
  /** Why, where a reader would not guess the verdict from the numbers beside it; null where they say it. */
  readonly reason: string | null;
  /** p value of the verdict's test, adjusted over the findings of the selection. */
  readonly p: number | null;
}

/** Returns a key that a finding shares with the estimate of its score (policy `parsed`). */
export function scoreKey(
  of: Pick<Finding, 'experiment' | 'model' | 'condition' | 'measure'> & { readonly run: string | null },
): string {
  return JSON.stringify([of.run, of.experiment, of.model, of.condition, of.measure]);
}

/** What a control found about one model and experiment. Secondary: it changes no verdict. */
export interface ControlFinding
  extends Pick<
    Finding,
    | 'run'
    | 'experiment'
    | 'task'
    | 'condition'
    | 'model'
    | 'measure'
    | 'unit'
    | 'better'
    | 'score'
    | 'scoreInterval'
    | 'reference'
    | 'difference'
    | 'differenceInterval'
    | 'level'
    | 'n'
    | 'usable'
    | 'total'
    | 'p'
  > {
  readonly control: Control;
  /** Score of the model's predictions of itself, from the finding that the control belongs to; null where it has none. */
  readonly prediction: number | null;
  readonly result: ControlResult;
  /** What the result means for the finding, in one sentence. */
  readonly meaning: string;
}

/**
 * How an ensemble combines yes/no predictions: the majority, the mean of stated probabilities, or a cross-fitted logistic
 * regression on them.
 */
export const ensembleCombinations = ['vote', 'mean probability', 'stacked'] as const;
export type EnsembleCombination = (typeof ensembleCombinations)[number];

/** Shares of right predictions of a model by ensembles of others, and with its own prediction. Secondary. */
export interface EnsembleFinding {
  readonly run: string;
  readonly experiment: string;
  readonly condition: string;
  /** The model that is predicted. */
  readonly model: string;
  readonly combination: EnsembleCombination;
  /** Number of members, with and without the target. */
  readonly members: number;
  readonly without: number | null;
  /** With the target's own prediction in place of one of the others, averaged over the one that is left out. */
  readonly withTarget: number | null;
  readonly difference: number | null;
  readonly interval: readonly [number, number] | null;
  /** Two-sided sign-flip test by cluster. */
  readonly p: number | null;
  /** Adjusted (Holm) over all lines about ensembles. */
  readonly adjustedP: number | null;
  /** Whether the target's own prediction helps, at 5 % after adjustment. */
  readonly helps: boolean;
  /** Number of units. */
  readonly n: number;
  /** Share of right votes by number of members; empty for other combinations. */
  readonly curve: readonly {
    readonly members: number;
    readonly without: number | null;
    readonly withTarget: number | null;
  }[];
}

/** What choosing a wording on one half of the items gains on the other half. Secondary. */
export interface WordingChoice {
  readonly run: string;
  readonly experiment: string;
  readonly model: string;
  readonly measure: string;
  readonly unit: Measure['unit'];
  /** The default wording. */
  readonly usual: string;
  /** The best wording on each half; it is scored on the other half. */
  readonly chosen: readonly [string, string];
  readonly score: number | null;
  readonly usualScore: number | null;
  /** Above 0 where the chosen wordings are better. */
  readonly gain: number | null;
  readonly interval: readonly [number, number] | null;
  readonly clusters: number;
}
