import type { Estimate } from '../domain/estimate.ts';
import type { OutcomeRow } from '../domain/outcome.ts';
import type { Experiments } from '../experiments/registry.ts';
import { tallyOf } from '../measures/tally.ts';
import { Accumulator, type Group } from './accumulate.ts';
import { CategoricalPoints } from './categorical/categorical-points.ts';
import { otherModelsBaseline } from './compare/consensus.ts';
import { type DataOf, ResponseMatrices, type ResponseMatrix } from './compare/response-matrix.ts';
import { type ModelContrasts, modelContrasts } from './contrasts.ts';
import { estimateGroups } from './estimates/estimates.ts';
import { JudgeComparison } from './judges.ts';
import { ProbabilityPoints } from './probability-measures.ts';

export interface AnalyzeOptions {
  readonly experiments: Experiments;
  readonly seed: number;
  /** Which data a run's experiment was made with (`dataOfRuns`); without it, only rows of one run share items. */
  readonly dataOf?: DataOf;
}

export interface Analysis {
  readonly estimates: readonly Estimate[];
  /** What the models did, item by item, for `compare`. */
  readonly fields: readonly ResponseMatrix[];
  /** Sums of each experiment, model and condition, for `conditionSpreads`. */
  readonly groups: readonly Group[];
  /** Who judged which response how. */
  readonly judges: JudgeComparison;
  /** What each model's predictions are better than, and the verdict; computed where asked for. */
  contrasts(): readonly ModelContrasts[];
  /** Accuracies of groups of task and property. */
  readonly categories: CategoricalPoints;
}

/** Outcomes in, estimates out: one pass over the rows. */
export async function analyze(rows: AsyncIterable<OutcomeRow>, options: AnalyzeOptions): Promise<readonly Estimate[]> {
  return (await analyzeAll(rows, options)).estimates;
}

/** Estimates and what comparing models needs, from one pass. */
export async function analyzeAll(rows: AsyncIterable<OutcomeRow>, options: AnalyzeOptions): Promise<Analysis> {
  const analyzer = new Analyzer(options);
  for await (const row of rows) analyzer.add(row);
  return analyzer.finish();
}

/** Takes rows one by one; memory: sums a cluster, a few numbers a unit and model. */
export class Analyzer {
  readonly #experiments: Experiments;
  readonly #seed: number;
  readonly #dataOf: DataOf;
  readonly #accumulator = new Accumulator();
  readonly #behaviours: ResponseMatrices;
  readonly #judges = new JudgeComparison();
  readonly #probabilities = new ProbabilityPoints();
  readonly #categories: CategoricalPoints;

  constructor({ experiments, seed, dataOf = (run) => run }: AnalyzeOptions) {
    this.#experiments = experiments;
    this.#seed = seed;
    this.#dataOf = dataOf;
    this.#behaviours = new ResponseMatrices(experiments, dataOf);
    this.#categories = new CategoricalPoints(dataOf);
  }

  add(row: OutcomeRow): void {
    this.#behaviours.add(row, this.#accumulator.add(row).parsed);
    this.#judges.add(row);
    this.#probabilities.add(row);
    this.#categories.add(row);
  }

  /** Takes an outcome with the prediction of a model that was asked about its subject, or of the subject itself. */
  addPrediction(predictor: string, row: OutcomeRow): void {
    this.#behaviours.addPrediction(predictor, row, tallyOf(row.outcome, 'parsed'));
  }

  /** What the models did in all rows so far: models can be compared while estimates are made. */
  fields(): readonly ResponseMatrix[] {
    return this.#behaviours.fields();
  }

  finish(): Analysis {
    const fields = this.fields();
    const consensus = otherModelsBaseline(fields, this.#dataOf);
    const groups = this.#accumulator.groups();
    const options = { experiments: this.#experiments, seed: this.#seed, other_models: consensus };
    const estimates = [
      ...estimateGroups(groups, options),
      ...this.#probabilities.estimates(groups, options),
      ...this.#categories.estimates(groups, options),
    ];
    const contrasting = { experiments: this.#experiments, dataOf: this.#dataOf, seed: this.#seed };
    let contrasts: readonly ModelContrasts[] | null = null; // a report shows them in several places
    return {
      ...{ estimates, fields, groups, judges: this.#judges, categories: this.#categories },
      contrasts: () => {
        contrasts ??= modelContrasts(groups, fields, contrasting);
        return contrasts;
      },
    };
  }
}
