import { afterAll, beforeAll, expect, test } from 'vitest';
import { executeRun } from '../../src/answers/execute-run.ts';
import { runOutcomes } from '../../src/answers/stored-run.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import type { OutcomeRow } from '../../src/outcome-kinds/outcome-kinds.ts';
import { readSelfExecutionBenchmark } from '../../src/papers/self-execution-benchmark/index.ts';
import { prepareRecording } from '../../src/recordings/import/prepare-recording.ts';
import { recordingsFolder, withoutRecordings } from '../support/reference.ts';
import { type Bench, measured, openBench } from '../support/simulated-run.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** Experiment 4 of the authors' repository: one question per model, requested once. */
test.skipIf(recordingsFolder === null)(
  `of the recorded questions every one but one is answered as its author wants it${withoutRecordings}`,
  async () => {
    const sets = await readSelfExecutionBenchmark(recordingsFolder ?? '');
    const set = sets.find(({ dataset }) => dataset.experiment === 'stump');
    if (set === undefined) throw new Error('the recordings hold the experiment');
    const rows: OutcomeRow[] = [];
    for (const recording of set.recordings) {
      const prepared = prepareRecording(recording, set.dataset, experimentRegistry());
      const stop = new AbortController().signal;
      const { run, ending } = await executeRun(prepared, { store: bench.store, stop, onProgress: () => {} });
      expect(ending.kind, 'a recording lacks no call that is planned').toBe('finished');
      const record = await bench.store.run(run);
      if (record === null) throw new Error('the run is in the store');
      for await (const row of runOutcomes(bench.store, record, experimentRegistry()))
        rows.push({ ...row, model: 'all' });
    }
    for (const reader of ['own', 'recorded']) {
      const own = { rows: rows.filter((row) => row.reader === reader) };
      expect(own.rows.length).toBe(15);
      expect(measured(own, 'fail_rate')).toMatchObject({ n: 14, value: 1 / 14 });
      expect(measured(own, 'well_formed_share').value).toBeCloseTo(14 / 15, 12);
      expect(measured(own, 'out_of_the_box_share').value).toBe(0);
      expect(measured(own, 'impossibility_share').value).toBeCloseTo(1 / 15, 12);
    }
  },
);
