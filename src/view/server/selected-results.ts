import { analyzeRuns } from '../../analyze/analyze-runs.ts';
import { provisionalResults, reselected } from '../../analyze/findings/find-results.ts';
import type { Results } from '../../domain/finding.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { defaultSelection, type SelectedRuns } from '../../run/default-selection.ts';
import { isSealed } from '../../run/people/sealed.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import type { IndexedResults } from '../index/indexed-results.ts';
import type { IndexedRuns } from '../index/indexed-runs.ts';
import { headlineOf } from '../page/page-figures.ts';
import { fingerprintOf } from './build-index.ts';
import { viewSeed } from './open-index.ts';

interface Refresh {
  readonly store: Store;
  readonly experiments: Experiments;
  readonly indexed: IndexedResults;
  readonly pages: IndexedRuns;
}

/** Returns a value that changes whenever the results of runs may change. */
export async function resultsFingerprint(store: Store, runs: readonly RunRecord[]): Promise<string> {
  const labels = (await store.labels()).length;
  const own = await Promise.all(runs.map((run) => fingerprintOf(store, run, labels)));
  return JSON.stringify(runs.map(({ id }, place) => [id, own[place]]));
}

/**
 * Computes the results of the default selection and writes them to the index, unless they are up to date. Reads every
 * answer of the selection: verdicts are adjusted over all of its tests, and other models may be in other runs.
 */
export async function refreshResults({ store, experiments, indexed, pages }: Refresh): Promise<void> {
  if ((await store.runs()).every(isSealed)) return;
  const { runs, selection } = await defaultSelection(store, experiments);
  const fingerprint = await resultsFingerprint(store, runs);
  if (indexed.fingerprint(selection.runs) === fingerprint) return;
  const [only] = runs;
  const page = only !== undefined && runs.length === 1 ? pages.page(only.id) : null;
  if (page !== null) return indexed.put(fingerprint, reselected(page.results, selection), page.headline); // read a moment ago
  const analysis = await analyzeRuns({ store, runs, experiments, seed: viewSeed, selection });
  const results = analysis.results();
  indexed.put(fingerprint, results, await headlineOf(results.findings));
}

/** Returns the results of a selection; without findings while some of its runs are not read. */
export function viewedResults(
  { runs, selection }: SelectedRuns,
  { indexed, isRead }: { readonly indexed: IndexedResults; readonly isRead: (run: string) => boolean },
): Results {
  const results = indexed.results(selection.runs);
  if (results !== null) return reselected(results, selection);
  return provisionalResults(selection, {
    read: runs.filter(({ id }) => isRead(id)).length,
    models: runs.flatMap(({ config }) => config.models.map(({ name }) => name)),
  });
}
