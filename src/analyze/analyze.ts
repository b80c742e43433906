import type { Measure } from '../domain/measure.ts';
import type { Experiments } from '../experiments/registry.ts';
import type { OutcomeRow } from '../outcome-kinds/outcome-kinds.ts';
import type { SalvagedScore } from '../results/answers.ts';
import type { Estimate } from '../results/estimate.ts';
import { CategoricalPoints } from './categorical/categorical-points.ts';
import { othersBehavior } from './compare/others-behavior.ts';
import { ResponseMatrices, type ResponseMatrix } from './contrasts/response-matrix.ts';
import { type DataOf, UnitTables } from './contrasts/unit-tables.ts';
import { Accumulator, type Group } from './estimates/accumulate.ts';
import { estimateGroups } from './estimates/group-estimates.ts';
import { ProbabilityPoints } from './estimates/probability-measures.ts';
import { JudgeComparison } from './judges.ts';
import { SalvagedUnits } from './salvaged-scores.ts';
import { type CollectedScore, ScoreUnits } from './units/score-units.ts';
import type { SharedData } from './units/shared-data.ts';

interface AnalyzeOptions {
  readonly experiments: Experiments;
  /** Returns the data of a run's experiment (`dataOfRuns`); if absent, only rows of one run share items. */
  readonly dataOf?: DataOf;
  /** Which items of runs with different data sets are the same, for comparisons and for what is said beside other models; null or absent: none. */
  readonly shared?: SharedData | null;
}

export interface Analysis {
  readonly estimates: readonly Estimate[];
  /** The models' predictions and behavior, item by item, for `compare`. */
  readonly fields: readonly ResponseMatrix[];
  /** The same with items that different data sets share (`sharedData`), which comparisons pair. */
  readonly compared: readonly ResponseMatrix[];
  /** Sums of each experiment, model and condition, for `conditionSpreads`. */
  readonly groups: readonly Group[];
  /** Which judge gave which response which verdict. */
  readonly judges: JudgeComparison;
  /** The units of every score that has predictions, for the tests of the ladder. */
  readonly scores: readonly CollectedScore[];
  /** Scores with and without salvaged answers; empty where no answer was salvaged. */
  readonly salvaged: readonly SalvagedScore[];
  /** Accuracies by group of task and property. */
  readonly categories: CategoricalPoints;
}

/** Accumulates rows one by one. Memory: sums per cluster, a few numbers per unit and model. */
export class Analyzer {
  readonly #experiments: Experiments;
  readonly #accumulator: Accumulator;
  readonly #behaviors: ResponseMatrices;
  readonly #shared: { readonly matrices: ResponseMatrices; readonly itemName: SharedData['itemName'] } | null;
  readonly #scores: ScoreUnits;
  readonly #judges = new JudgeComparison();
  readonly #probabilities = new ProbabilityPoints();
  readonly #categories: CategoricalPoints;
  readonly #salvaged = new SalvagedUnits();

  constructor({ experiments, dataOf = (run) => run, shared = null }: AnalyzeOptions) {
    this.#experiments = experiments;
    const units = new UnitTables(dataOf);
    this.#accumulator = new Accumulator(experiments);
    this.#behaviors = new ResponseMatrices(experiments, units);
    const sharedUnits = shared === null ? null : new UnitTables(shared.dataOf);
    this.#scores = new ScoreUnits(units, sharedUnits);
    this.#shared =
      shared === null || sharedUnits === null
        ? null
        : { matrices: new ResponseMatrices(experiments, sharedUnits), itemName: shared.itemName };
    this.#categories = new CategoricalPoints(dataOf);
  }

  /** Adds a row, and the title of its item for the item-only classifier. */
  add(row: OutcomeRow, title?: () => string): void {
    const terms = this.#accumulator.add(row).parsed;
    this.#behaviors.add(row, terms, title);
    const item = this.#shared?.itemName(row.run, row.experiment, row.item) ?? row.item;
    const shared = item === row.item ? row : { ...row, item };
    this.#shared?.matrices.add(shared, terms, title);
    this.#scores.add(row, title, shared);
    this.#judges.add(row);
    this.#probabilities.add(row);
    this.#categories.add(row);
    this.#salvaged.add(row);
  }

  /** Adds an outcome with the prediction of a model about its subject, or of the subject about itself. */
  addPrediction(predictor: string, row: OutcomeRow): void {
    this.#scores.addPrediction(predictor, row);
  }

  /** Returns the response matrices of all rows so far, so that models can be compared while estimates are computed. */
  fields(): readonly ResponseMatrix[] {
    return this.#behaviors.fields();
  }

  finish(): Analysis {
    const fields = this.fields();
    const scores = this.#scores.scores();
    const behavior = othersBehavior(scores);
    const groups = this.#accumulator.groups();
    const options = {
      experiments: this.#experiments,
      otherModels: (group: Group, { name }: Measure) => behavior(group, name),
    };
    const estimates = [
      ...estimateGroups(groups, options),
      ...this.#probabilities.estimates(groups, options),
      ...this.#categories.estimates(groups, options),
    ];
    return {
      ...{ estimates, fields, groups, judges: this.#judges, categories: this.#categories },
      compared: this.#shared?.matrices.fields() ?? fields,
      salvaged: this.#salvaged.scores(groups, scores),
      scores,
    };
  }
}
