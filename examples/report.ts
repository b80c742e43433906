// The steps of `measure` one by one, with progress and a pause on Ctrl-C, and a report of the run in a folder.
// node examples/report.ts           (in a project of your own: import from 'self-execution-benchmark')
import { join } from 'node:path';
import {
  analyzeRuns,
  chosenRuns,
  closeModels,
  executeRun,
  experimentRegistry,
  openStore,
  prepareRun,
  writeReport,
} from '../src/index.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort()); // the same script again goes on with the run

const store = await openStore('.seb/example.sqlite');
try {
  const options = { model: ['simulated/a?self=0.8', 'simulated/b?self=0.2'], experiment: ['association'], limit: 40 };
  const prepared = await prepareRun(options, {}, store);
  const { run, status, progress } = await executeRun(prepared, {
    store,
    stop: stop.signal,
    onProgress: ({ answered, found, expected }) => console.error(`${answered + found}/${expected} calls`),
  }).finally(() => closeModels(prepared));
  console.log(`run ${run} is ${status}, ${progress.failed} calls failed`);

  const read = { store, runs: await chosenRuns(store, [run]), experiments: experimentRegistry() };
  const { estimates } = await analyzeRuns(read);
  console.log(`${estimates.length} estimates`);

  const { written } = await writeReport(read, { folder: 'example-report' });
  console.log(`${written.files.length} files; open ${join(written.folder, 'report.html')}`);
} finally {
  await store.close();
}
