import { analyzeRuns, type ReadRuns, readRuns } from '../../analyze/analyze-runs.ts';
import { provisionalResults, reselected } from '../../analyze/findings/find-results.ts';
import { defaultSelection, type SelectedRuns } from '../../answers/default-selection.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { reportSource } from '../../report/write-report-files.ts';
import type { Results } from '../../results/results.ts';
import type { Store } from '../../store/store.ts';
import { studyOfSelection, studyStory } from '../../study/report/study-story.ts';
import type { RunPage } from '../contract/contract.ts';
import { headlineFigure } from '../page/page-figures.ts';
import { PagePass } from '../page/page-pass.ts';
import { comparisonOf, runPageOf } from '../page/run-page.ts';
import { studyHeadline } from '../page/study-page.ts';
import type { IndexedResults } from '../search-index/indexed-results.ts';
import type { IndexedRuns } from '../search-index/indexed-runs.ts';
import type { IndexedStudies } from '../search-index/indexed-studies.ts';
import { attributesIn, factsOf } from './build-index.ts';
import { attributesMark, resultsFingerprint } from './fingerprints.ts';

interface Refresh {
  readonly store: Store;
  readonly experiments: Experiments;
  readonly indexed: IndexedResults;
  readonly pages: IndexedRuns;
  readonly studies: IndexedStudies;
  /** File with attributes of the models; null for none. */
  readonly attributes: string | null;
}

/**
 * Computes the results of the default selection, and the page of several runs, and writes them to the index, unless they
 * are up to date. Reads every answer of the selection: verdicts are adjusted over all of its tests, and other models may
 * be in other runs.
 */
export async function refreshResults({
  store,
  experiments,
  indexed,
  pages,
  studies,
  attributes,
}: Refresh): Promise<void> {
  if ((await store.runs()).length === 0) return;
  const { runs, selection } = await defaultSelection(store, experiments);
  const fingerprint = await resultsFingerprint(store, runs, attributesMark(attributes));
  if (indexed.fingerprint(selection.runs) === fingerprint) return;
  const [only] = runs;
  const page = only !== undefined && runs.length === 1 && selection.kind !== 'study' ? pages.page(only.id) : null;
  if (page !== null) {
    const results = reselected(page.results, selection); // read a moment ago
    return indexed.put({ fingerprint, results, headline: page.headline, page: null, comparison: page.comparison });
  }
  const read = { store, runs, experiments, selection, ...attributesIn(attributes) };
  if (selection.kind === 'study') {
    const id = await studyOfSelection(store, selection);
    const found = id === null ? null : studies.page(id);
    const study = found === null ? {} : { study: studyStory({ ...found.results, sections: found.sections }) };
    const analysis = await analyzeRuns({ ...read, ...study });
    const results = analysis.results();
    const headline = studyHeadline(found) ?? (await headlineFigure(results.findings));
    const comparison = await comparisonOf({ comparison: analysis.comparison(), runs, results, experiments });
    return indexed.put({ fingerprint, results, headline, page: null, comparison });
  }
  const together = await pageOf(read);
  const { results, headline, comparison } = together;
  indexed.put({ fingerprint, results, headline, page: together, comparison });
}

/** Returns the page about several runs together. */
async function pageOf(read: ReadRuns): Promise<RunPage> {
  const { itemText } = await reportSource(read);
  const pass = new PagePass(read.experiments);
  const gathered = await readRuns(read, async ({ rows }) => {
    for (const row of rows) pass.add(row, itemText?.(row) ?? row.item);
  });
  return runPageOf(await factsOf(read, gathered), pass.finish());
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
