import { currentLabels, humanJudgements } from '../../answers/outcomes/human-judgements.ts';
import { runItems } from '../../answers/stored-run.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import type { LabelResults } from '../contract/contract-labels.ts';
import { LabelComparison } from './label-results.ts';

interface ReadResults {
  readonly store: Store;
  readonly runs: readonly RunRecord[];
  readonly experiments: Experiments;
}

/** Reads the labeled responses of runs, and the agreement of people and judges on them. */
export async function readLabelResults({ store, runs, experiments }: ReadResults): Promise<LabelResults> {
  const labels = await store.labels();
  const current = currentLabels(labels);
  const change = humanJudgements(labels);
  const comparison = new LabelComparison();
  if (current.length > 0) {
    for (const run of runs) {
      for await (const item of runItems(store, run, experiments)) {
        for (const row of change(item).rows) comparison.add(row);
      }
    }
  }
  const people = [...new Set(current.map(({ by }) => by))];
  const labelers = people.map((name) => ({ name, labels: current.filter(({ by }) => by === name).length }));
  return comparison.results(labelers);
}
