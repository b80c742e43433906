import type { RaschReport } from '../../analyze/rasch/rasch-table.ts';
import type { PublishedResults } from '../../data/files/published-results.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Call } from '../../domain/call.ts';
import type { Dataset } from '../../domain/dataset.ts';
import type { RunId } from '../../domain/run-config.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { JudgeAgreement, ReadingCount, SalvagedScore, ServedModel } from '../../results/answers.ts';
import type { AttributeResults } from '../../results/attributes.ts';
import type { Comparison } from '../../results/comparison.ts';
import type { ConditionSpread, Estimate, GroupAccuracy } from '../../results/estimate.ts';
import type { ReportSection, ReportTable } from '../../results/page.ts';
import type { Results } from '../../results/results.ts';
import type { Worth } from '../../results/worth.ts';
import type { RunRecord } from '../../store/store.ts';
import type { Figure } from '../figures/render/figure.ts';

/** A data set as a report lists it. A used data set that is not listed counts as not redistributable. */
export type DatasetNote = Pick<Dataset, 'name' | 'experiment' | 'licence' | 'origin' | 'redistributable' | 'sha256'>;

/** One call of an item with its answer, for transcripts. */
export interface TranscriptCall extends Call {
  /** Display name of the called model. */
  readonly model: string;
  /** Null without an answer. */
  readonly answer: Answer | null;
  /** ISO 8601; null if the call was not sent. */
  readonly askedAt: string | null;
  readonly latencyMs: number | null;
}

/** A model and the run with its executions, which predictions of another run are about. */
export interface ExecutedIn {
  readonly run: RunId;
  readonly model: string;
}

/** Facts that are known before outcomes are read. */
export interface ReportSource {
  readonly experiments: Experiments;
  readonly runs: readonly RunRecord[];
  readonly datasets: readonly DatasetNote[];
  /** Returns the text of an item, shown in Inspect logs if its data is redistributable; absent: the item's id is shown. */
  readonly itemText?: (place: Pick<OutcomeRow, 'run' | 'experiment' | 'item'>) => string | null;
}

/** Everything in a report besides the outcomes. */
export interface ReportFacts extends ReportSource {
  readonly estimates: readonly Estimate[];
  readonly comparison: Comparison | null;
  /** Measures over the conditions of each run with several, under the policies `parsed` and `failures-wrong`. */
  readonly spreads: readonly ConditionSpread[];
  readonly agreements: readonly JudgeAgreement[];
  /** What was found about the runs: every surface shows these findings. */
  readonly results: Results;
  /** Accuracies by group of task and property; absent or empty where no experiment has such groups. */
  readonly groups?: readonly GroupAccuracy[];
  /** What given attributes of the models say about their scores; absent or null without attributes. */
  readonly attributes?: AttributeResults | null;
  readonly served: readonly ServedModel[];
  /** How the answers were read, by model and kind of call; absent: not counted. */
  readonly readings?: readonly ReadingCount[];
  /** Scores with and without salvaged answers; absent: not computed. */
  readonly salvaged?: readonly SalvagedScore[];
  /** Fit of the benchmark table from which abilities are taken; null if none. */
  readonly rasch: RaschReport | null;
  /** The published results to draw for comparison; null if none. */
  readonly published: PublishedResults | null;
  /** Whether asking first pays, as `seb worth` found; absent: not shown. */
  readonly worth?: Worth;
  /** Figures of studies that used the runs, after those of the runs; absent: none. */
  readonly studyFigures?: readonly Figure[];
  /** Tables that stand with the verdict of the study that the runs belong to; absent: none. */
  readonly studyTables?: readonly ReportTable[];
  /** The other sections of that study; absent: none. */
  readonly studySections?: readonly ReportSection[];
}
