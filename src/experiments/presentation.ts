import type { PublishedModel } from '../data/files/published-results.ts';
import type { Policy } from '../domain/policy.ts';
import type { OutcomeWords } from '../outcome-kinds/outcome-kind.ts';
import type { Estimate } from '../results/estimate.ts';

/** Columns of the score table that an experiment can omit because they are meaningless for it. */
export type ScoreReference = 'itemRule' | 'otherModels' | 'reexecution';

/** A measure that is shown next to the headline of its experiment. */
export interface SecondaryMeasure {
  readonly measure: string;
  /** Column header. */
  readonly name: string;
  /** Description of the column in one sentence. */
  readonly help: string;
  /** Whether it is a similarity, shown between its value for other prompts and for a re-execution. */
  readonly isSimilarity?: true;
  /** Whether the value means nothing where the model is right no more often than a coin without the change. */
  readonly needsAboveCoin?: true;
  /** Whether the column is omitted where it is 0 everywhere. */
  readonly isDetail?: true;
}

/** One measure under one policy as a panel of a figure: a dot per model. */
export interface FigurePanel {
  /** Title of the panel. */
  readonly panel: string;
  readonly measure: string;
  readonly policy: Policy;
  /** `share`: 0 to 1; `difference`: fitted to the values; `count`: whole numbers from 0. */
  readonly scale: 'share' | 'difference' | 'count';
  /** Position of a dashed line, such as chance. */
  readonly reference?: number;
  /** Reference values of the estimate that are marked next to its dot, with their names in the legend. */
  readonly marks?: readonly (readonly [field: 'baseRate' | 'reexecution', label: string])[];
  /** Key in `Presentation.published`, if it is not the measure's name. */
  readonly publishedMeasure?: string;
}

interface NamedFigure {
  /** File name without extension: lower case, digits and hyphens. */
  readonly name: string;
  readonly title: string;
  readonly caption: string;
  /** Data that the figure needs, for the reader of a report that lacks it. */
  readonly needs: string;
}

/** A figure of an experiment as data; `report/figures/experiment-figures.ts` draws it. */
export type ExperimentFigure =
  | (NamedFigure & { readonly kind: 'panels'; readonly panels: readonly FigurePanel[] })
  | (NamedFigure & {
      readonly kind: 'scatter';
      readonly x: FigurePanel;
      readonly xTitle: string;
      readonly y: FigurePanel;
      readonly yTitle: string;
    });

/** Texts about an experiment, used in every table, figure and page. */
export interface Presentation {
  /** What is predicted, as the end of "predicts ...": "words it lists". At most 22 characters. */
  readonly task: string;
  /** Whether results name the task by its data set, because data sets of the experiment are different tasks. */
  readonly isNamedByData?: true;
  /** Whether the first screen also shows how often answers are right: they were given before any prediction was thought of. */
  readonly showsRight?: true;
  /** The question to the model, in one line. */
  readonly question: string;
  /** The question and the meaning of the headline score, for readers who do not know the paper. */
  readonly explanation: string;
  /** Words between what a model stated and how often that happened: `said 91 % on average, was right on 27 %`; absent: it came true in. */
  readonly happened?: string;
  /** Words for yes/no outcomes; absent: yes and no. */
  readonly outcomeWords?: OutcomeWords;
  /** References that are meaningless for this experiment. */
  readonly without?: readonly ScoreReference[];
  readonly secondaryMeasures?: readonly SecondaryMeasure[];
  readonly figures?: readonly ExperimentFigure[];
  /** Returns caveats about the scores, computed from the experiment's estimates. */
  readonly caveats?: (estimates: readonly Estimate[]) => readonly string[];
  /** Published values of a model, by measure (or `publishedMeasure`); null where not published. */
  readonly published?: Readonly<Record<string, (model: PublishedModel) => number | null>>;
  /** Published values that are related to attributes of the models; absent: the score of the paper's summary. */
  readonly publishedScores?: readonly string[];
}
