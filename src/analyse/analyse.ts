import type { Experiments } from '../experiments/registry.ts';
import type { OutcomeRow } from '../score/outcome.ts';
import { Accumulator, type Group } from './accumulate.ts';
import { Behaviours, type DataOf, type Field } from './behaviour.ts';
import { consensusBaseline } from './consensus.ts';
import type { Estimate } from './estimate.ts';
import { estimatesOf } from './estimates.ts';
import { JudgeComparison } from './judges.ts';

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

/** Estimates and what comparing models needs, from one pass; memory: sums a cluster, a few numbers a unit and model. */
export async function analyseAll(rows: AsyncIterable<OutcomeRow>, options: AnalyseOptions): Promise<Analysis> {
  const { experiments, seed, dataOf = (run: string) => run } = options;
  const accumulator = new Accumulator();
  const behaviours = new Behaviours(experiments, dataOf);
  const judges = new JudgeComparison();
  for await (const row of rows) {
    behaviours.add(row, accumulator.add(row).parsed);
    judges.add(row);
  }
  const fields = behaviours.fields();
  const consensus = consensusBaseline(fields, dataOf);
  const groups = accumulator.groups();
  return { estimates: estimatesOf(groups, { experiments, seed, consensus }), fields, groups, judges };
}
