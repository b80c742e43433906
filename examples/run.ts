// A run from a script: two simulated subjects, one experiment, two executions an item; then the numbers.
// node examples/run.ts          (in a project of your own: import from 'self-execution-benchmark')
import { analyse, executeRun, experimentRegistry, openStore, prepareRun, runOutcomes } from '../src/index.ts';

const store = await openStore('.seb/example.sqlite');
const options = {
  model: ['simulated/knows-itself?self=1', 'simulated/guesses?self=0'],
  experiment: ['association'],
  limit: 100,
  samples: 2,
};
const prepared = await prepareRun(options, {}, store);
const { run, status } = await executeRun(prepared, {
  store,
  stop: new AbortController().signal,
  onProgress: () => {},
});

const record = await store.run(run);
if (record === null) throw new Error('a run that was carried out is in the store');
const experiments = experimentRegistry();
const estimates = await analyse(runOutcomes(store, record, experiments), { experiments, seed: 1 });
for (const { model, measure, policy, value, interval, base_rate } of estimates) {
  if (policy === 'parsed' && measure === 'accuracy') console.log(model, { value, interval, base_rate, status });
}
await store.close();
