import type { Experiments } from '../experiments/registry.ts';
import type { OutcomeRow } from '../score/outcome.ts';
import { Accumulator, type Group } from './accumulate.ts';
import { Behaviours, type DataOf, type Field } from './behaviour.ts';
import { consensusBaseline } from './consensus.ts';
import type { Estimate } from './estimate.ts';
import { estimatesOf } from './estimates.ts';
import { JudgeComparison } from './judges.ts';
import { ProbabilityPoints } from './probability-measures.ts';

export interface AnalyseOptions {
  readonly experiments: Experiments;
  readonly seed: number;
  /** Which data a run's experiment was made with (`dataOfRuns`); without it, only rows of one run share items. */
  readonly dataOf?: DataOf;
}

export interface Analysis {
  readonly estimates: readonly Estimate[];
  /** What the models did, item by item, for `compare`. */
  readonly fields: readonly Field[];
  /** Sums of each experiment, model and condition, for `conditionSpreads`. */
  readonly groups: readonly Group[];
  /** Who judged which response how. */
  readonly judges: JudgeComparison;
}

/** Outcomes in, estimates out: one pass over the rows. */
export async function analyse(rows: AsyncIterable<OutcomeRow>, options: AnalyseOptions): Promise<readonly Estimate[]> {
  return (await analyseAll(rows, options)).estimates;
}

/** Estimates and what comparing models needs, from one pass. */
export async function analyseAll(rows: AsyncIterable<OutcomeRow>, options: AnalyseOptions): Promise<Analysis> {
  const analyser = new Analyser(options);
  for await (const row of rows) analyser.add(row);
  return analyser.finish();
}

/** Takes rows one by one; memory: sums a cluster, a few numbers a unit and model. */
export class Analyser {
  readonly #experiments: Experiments;
  readonly #seed: number;
  readonly #dataOf: DataOf;
  readonly #accumulator = new Accumulator();
  readonly #behaviours: Behaviours;
  readonly #judges = new JudgeComparison();
  readonly #probabilities = new ProbabilityPoints();

  constructor({ experiments, seed, dataOf = (run) => run }: AnalyseOptions) {
    this.#experiments = experiments;
    this.#seed = seed;
    this.#dataOf = dataOf;
    this.#behaviours = new Behaviours(experiments, dataOf);
  }

  add(row: OutcomeRow): void {
    this.#behaviours.add(row, this.#accumulator.add(row).parsed);
    this.#judges.add(row);
    this.#probabilities.add(row);
  }

  /** What the models did in all rows so far: models can be compared while estimates are made. */
  fields(): readonly Field[] {
    return this.#behaviours.fields();
  }

  finish(): Analysis {
    const fields = this.fields();
    const consensus = consensusBaseline(fields, this.#dataOf);
    const groups = this.#accumulator.groups();
    const options = { experiments: this.#experiments, seed: this.#seed, consensus };
    const estimates = [...estimatesOf(groups, options), ...this.#probabilities.estimates(groups, options)];
    return { estimates, fields, groups, judges: this.#judges };
  }
}
