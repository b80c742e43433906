import type { Measure } from '../measure.ts';
import type { SelfRunLevel } from './self-run-levels.ts';

/** What the tool `run_myself` did for the predictions of one model in one condition. Secondary: it changes no verdict. */
export interface ToolFinding {
  readonly run: string;
  readonly experiment: string;
  readonly condition: string;
  readonly model: string;
  readonly measure: string;
  readonly unit: Measure['unit'];
  readonly level: SelfRunLevel;
  /** Name of the model that ran inner sessions; `itself`: the subject. */
  readonly executor: string;
  /** Number of predictions whose first turn has an answer, and of those that ran at least one inner session. */
  readonly predictions: number;
  readonly used: number;
  /** Inner sessions with an answer, on all levels, and how many of their prompts are an execution prompt or contain one. */
  readonly sessions: number;
  readonly prompts: { readonly equal: number; readonly contains: number; readonly other: number };
  /** Sessions that a limit refused or cut off, that a person did not allow, and that failed. */
  readonly cut: number;
  readonly denied: number;
  readonly failed: number;
  /** Score of the predictions with the tool, and of those without it in the condition that is equal otherwise. */
  readonly score: number | null;
  readonly without: number | null;
  /** By how much the score with the tool is better, paired by cluster, with its 95 % interval. */
  readonly gain: number | null;
  readonly interval: readonly [number, number] | null;
  /** Score of a re-execution as the prediction, from the condition without the tool. */
  readonly reexecution: number | null;
  /** Gain divided by what a re-execution gains; null where a re-execution is not better than predictions without the tool. */
  readonly gapClosed: number | null;
  /** Calls and US dollars beyond those of the predictions without the tool; dollars are null where a cost is unknown. */
  readonly extraCalls: number;
  readonly extraDollars: number | null;
  /** Calls and US dollars for each additional right unit; null without a gain, and where the score is not a share. */
  readonly callsPerRight: number | null;
  readonly dollarsPerRight: number | null;
}
