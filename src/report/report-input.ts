import type { GroupAccuracy } from '../analyze/categorical/categorical-points.ts';
import type { Comparison } from '../analyze/compare/comparison-types.ts';
import type { ConditionSpread } from '../analyze/conditions.ts';
import type { ModelContrasts } from '../analyze/contrasts.ts';
import type { JudgeAgreement } from '../analyze/judges.ts';
import type { RaschReport } from '../analyze/rasch/rasch-table.ts';
import type { ServedModel } from '../analyze/served-models.ts';
import type { Answer } from '../domain/answer.ts';
import type { Call } from '../domain/call.ts';
import type { Dataset } from '../domain/dataset.ts';
import type { Estimate } from '../domain/estimate.ts';
import type { OutcomeRow } from '../domain/outcome.ts';
import type { Experiments } from '../experiments/registry.ts';
import type { PublishedResults } from '../files/published-results.ts';
import type { RunRecord } from '../store/store.ts';

/** A data set as a report names it. One that a run used and that is not listed counts as not redistributable. */
export type DatasetNote = Pick<Dataset, 'name' | 'experiment' | 'licence' | 'origin' | 'redistributable' | 'sha256'>;

/** One call of an item with what came back, for transcripts. */
export interface TranscriptCall extends Call {
  /** Display name of the model that was asked. */
  readonly model: string;
  /** Null where there is no answer. */
  readonly answer: Answer | null;
  /** ISO 8601; null where nothing was sent. */
  readonly askedAt: string | null;
  readonly latencyMs: number | null;
}

/** What is known before any outcome is read. */
export interface ReportSource {
  readonly experiments: Experiments;
  readonly runs: readonly RunRecord[];
  readonly datasets: readonly DatasetNote[];
  /** Text of an item, shown in Inspect logs where its data may be passed on; absent: the item's id is shown. */
  readonly itemText?: (place: Pick<OutcomeRow, 'run' | 'experiment' | 'item'>) => string | null;
}

/** Everything that a report says beside the outcomes themselves. */
export interface ReportFacts extends ReportSource {
  readonly estimates: readonly Estimate[];
  readonly comparison: Comparison | null;
  /** Measures over the conditions of each run that has several, under the policies `parsed` and `failures-wrong`. */
  readonly spreads: readonly ConditionSpread[];
  readonly agreements: readonly JudgeAgreement[];
  readonly contrasts: readonly ModelContrasts[];
  /** Accuracies of groups of task and property; absent or empty where no experiment has such groups. */
  readonly groups?: readonly GroupAccuracy[];
  /** Which models served the answers. */
  readonly served: readonly ServedModel[];
  /** Fit of the benchmark table that abilities are taken from; null for none. */
  readonly rasch: RaschReport | null;
  /** The published results to draw beside; null for none. */
  readonly published: PublishedResults | null;
}

/** Everything that a report is made of. The same input gives the same bytes: no clock is read. */
export interface ReportInput extends ReportFacts {
  /** Read once, in order; rows of one item, model and condition are next to each other. */
  readonly outcomes: AsyncIterable<OutcomeRow>;
  /** Calls of the item that a row belongs to; absent: Inspect logs have no model events. */
  readonly transcript?: (row: OutcomeRow) => Promise<readonly TranscriptCall[]>;
}
