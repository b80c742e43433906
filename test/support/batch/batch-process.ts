import { setTimeout as sleep } from 'node:timers/promises';
import { advanceBatches } from '../../../src/answers/batch/run-batch.ts';
import { prepareRun } from '../../../src/answers/prepare/prepare.ts';
import { closeModels } from '../../../src/answers/prepare/prepared-run.ts';
import { openStore } from '../../../src/store/open.ts';

/** Program that runs batches as `seb run --batch` and `seb collect --watch` do, without their pauses. */
const [location = '', baseUrl = '', limit = '10'] = process.argv.slice(2);
const store = await openStore(location);
const options = { model: ['openai-compatible/x'], baseUrl, experiment: ['association'], limit: Number(limit) };
const prepared = await prepareRun(options, {}, store);
const pace = { retries: 6, pauseFactor: 0.002, searchAgainMs: 20, maxRequests: 10 };
const timeouts = { timeoutMs: 2000, idleMs: 300 };
const stop = new AbortController().signal;
try {
  for (;;) {
    const progress = await advanceBatches(prepared, {
      store,
      stop,
      resubmit: false,
      isStart: false,
      note: () => {},
      pace,
      timeouts,
    });
    if (progress.open.length === 0) {
      const { status, answered, failed, left } = progress;
      process.stdout.write(JSON.stringify({ status, answered, failed, left }));
      break;
    }
    await sleep(5);
  }
} finally {
  await closeModels(prepared);
  await store.close();
}
