import { isComplete } from '../domain/recorded.ts';
import type { Selection } from '../results/results.ts';
import type { RunRecord } from '../store/store.ts';

/** Returns what runs are called together, without looking at the store: unfinished runs have no counts. */
export function selectionOf(runs: readonly RunRecord[]): Selection {
  const [only] = runs;
  const isOne = only !== undefined && runs.length === 1;
  return {
    kind: isOne ? 'run' : 'runs',
    name: isOne ? runName(only) : countText(runs),
    runs: runs.map(({ id }) => id),
    unfinished: runs.flatMap((run) => (isComplete(run) ? [] : [`${runName(run)}: ${run.status}`])),
  };
}

/** Returns a run as a reader knows it: `run NAME`, with its own name or that of its repetition, else its id. */
export function runName({ id, provenance, config }: Pick<RunRecord, 'id' | 'provenance' | 'config'>): string {
  return `run ${provenance.name ?? config.repeatAs ?? id}`;
}

export function countText(runs: readonly RunRecord[]): string {
  return `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}`;
}
