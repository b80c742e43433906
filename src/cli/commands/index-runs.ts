import type { Command } from 'commander';
import { defaultStoreLocation } from '../../store/location.ts';
import { counted } from '../../util/numbers.ts';
import { print, tell } from '../../util/terminal.ts';
import { IndexedResults } from '../../view/search-index/indexed-results.ts';
import { IndexedRuns } from '../../view/search-index/indexed-runs.ts';
import { IndexedStudies } from '../../view/search-index/indexed-studies.ts';
import { indexLocation } from '../../view/server/index-location.ts';
import { forgetOthers, openIndex, refreshIndex, refreshStudies } from '../../view/server/open-index.ts';
import { refreshResults } from '../../view/server/selected-results.ts';
import { isSet, textOption } from '../flags/command-options.ts';
import { withRuns } from '../flags/with-runs.ts';

/** Updates the index of runs; with `--json` every line on stdout is `{"run", "share"}`. */
export async function indexRuns(ids: readonly string[], command: Command): Promise<void> {
  const location = textOption(command, 'store') ?? defaultStoreLocation();
  await withRuns(ids, command, async ({ store, runs, experiments }) => {
    const attributes = textOption(command, 'attributes') ?? null;
    const database = openIndex(indexLocation(location));
    try {
      const isJson = isSet(command, 'json');
      let shown = 0;
      const onProgress = (run: { readonly id: string }, share: number) => {
        if (performance.now() - shown < 200) return;
        shown = performance.now();
        if (isJson) print(JSON.stringify({ run: run.id, share }));
        else tell(`${run.id}: ${Math.round(share * 100)} %\n`);
      };
      const built = await refreshIndex({ store, runs, experiments, database, attributes, onProgress });
      await refreshStudies(store, database);
      await refreshResults({
        store,
        experiments,
        indexed: new IndexedResults(database),
        pages: new IndexedRuns(database),
        studies: new IndexedStudies(database),
        attributes,
      });
      if (ids.length === 0) forgetOthers(database, runs);
      if (!isJson)
        print(
          `${built} of ${counted(runs.length, 'run')} read; ${counted(runs.length - built, 'other was', 'others were')} up to date`,
        );
    } finally {
      database.close();
    }
  });
}
