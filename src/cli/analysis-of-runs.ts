import { Analyser, type Analysis } from '../analyse/analyse.ts';
import { type ConditionSpread, conditionSpreads } from '../analyse/conditions.ts';
import { conditionsOfRuns, dataOfRuns } from '../analyse/data-of-runs.ts';
import type { JudgeAgreement } from '../analyse/judges.ts';
import type { Experiments } from '../experiments/registry.ts';
import { runItems } from '../pipeline.ts';
import type { ScoredItem } from '../score/outcomes.ts';
import type { RunRecord, Store } from '../store/store.ts';

/** An analysis with what is only computed where it is asked for. */
export interface RunsAnalysis extends Analysis {
  /** How measures vary over the conditions of each run that has several: the headline of each experiment, or all. */
  spreads(measures: 'headlines' | 'all'): readonly ConditionSpread[];
  agreements(): readonly JudgeAgreement[];
}

export interface ReadRuns {
  readonly store: Store;
  readonly runs: readonly RunRecord[];
  readonly experiments: Experiments;
  readonly seed: number;
}

/** Reads, scores and analyses runs of a store: estimates, and what comparing their models and conditions needs. */
export async function analyseRuns(read: ReadRuns): Promise<RunsAnalysis> {
  return analysisOf(await readRuns(read), read);
}

/** Reads and scores runs. What is read is given to `also` too, item by item, so that it need not be read again. */
export async function readRuns(
  { store, runs, experiments, seed }: ReadRuns,
  also?: (item: ScoredItem) => Promise<void>,
): Promise<Analyser> {
  const analyser = new Analyser({ experiments, seed, dataOf: dataOfRuns(runs) });
  store.readInPlace(true);
  try {
    for (const run of runs) {
      for await (const item of runItems(store, run, experiments)) {
        for (const row of item.rows) analyser.add(row);
        await also?.(item);
      }
    }
  } finally {
    store.readInPlace(false);
  }
  return analyser;
}

/** Of runs that were read. */
export function analysisOf(analyser: Analyser, { runs, experiments, seed }: ReadRuns): RunsAnalysis {
  const analysis = analyser.finish();
  const options = { experiments, conditionsOf: conditionsOfRuns(runs), seed };
  let agreements: readonly JudgeAgreement[] | null = null; // a report shows them in two places
  return {
    ...analysis,
    spreads: (measures) =>
      (['parsed', 'failures-wrong'] as const).flatMap((policy) =>
        conditionSpreads(analysis.groups, { ...options, policy, measures }),
      ),
    agreements: () => {
      agreements ??= analysis.judges.agreements(seed);
      return agreements;
    },
  };
}
