import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../src/store/open.ts';
import type { Clock } from '../../src/train/hosts/clock.ts';
import { openPort } from '../../src/train/hosts/registry.ts';
import { planJob, startJob } from '../../src/train/training.ts';
import { AppError } from '../../src/util/app-error.ts';
import { somePortSettings, someTrainingRequest } from './train/requests.ts';

/**
 * Program that starts or continues a training job as `seb train start` does, with a clock that runs a thousand times as
 * fast.
 */
const [location = '', baseUrl = '', seed = '1'] = process.argv.slice(2);
const clock: Clock = {
  wait: async (milliseconds, signal) => {
    await sleep(milliseconds / 1000, undefined, { signal }).catch(() => {});
  },
  random: Math.random,
};
const settings = somePortSettings('openai', { baseUrl });
const store = await openStore(location);
const port = await openPort(settings, { environment: { OPENAI_API_KEY: 'key-of-the-test' }, clock });
try {
  const planned = planJob(someTrainingRequest({ settings, seed: Number(seed) }), port);
  const context = { store, port, clock, stop: new AbortController().signal, note: () => {} };
  const job = await startJob(context, planned, { budget: null, resubmit: false, maxWaitMs: 3_600_000 });
  process.stdout.write(JSON.stringify({ key: job.key, state: job.state }));
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stdout.write(JSON.stringify({ refused: error.code, message: error.message }));
} finally {
  await port.close();
  await store.close();
}
