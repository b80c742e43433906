import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqlitePlace } from '../../../test/support/stores.ts';
import { fakeClock } from '../../../test/support/train/fake-clock.ts';
import { openAiFake } from '../../../test/support/train/fake-dialects.ts';
import { FakeHost } from '../../../test/support/train/fake-host.ts';
import { somePortSettings, someTrainingRequest } from '../../../test/support/train/requests.ts';
import { openStore } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';
import { openAiPort } from '../hosts/openai.ts';
import type { TrainingPort } from '../hosts/port.ts';
import { planJob, startJob } from '../training.ts';
import { cancelJob } from './cancel.ts';
import type { JobContext } from './job-context.ts';
import { requireJob } from './job-journal.ts';

const place = sqlitePlace();
let host: FakeHost;
let port: TrainingPort;
let store: Store;
let context: JobContext;

beforeAll(async () => {
  host = await FakeHost.start(openAiFake);
  port = openAiPort(somePortSettings('openai', { baseUrl: host.baseUrl }), {
    environment: { OPENAI_API_KEY: 'key-of-the-test' },
  });
});
afterAll(async () => {
  await port.close();
  await host.server.close();
  await place.stop();
});
beforeEach(async () => {
  store = await openStore(await place.fresh());
  context = { store, port, clock: fakeClock(), stop: new AbortController().signal, note: () => {} };
  return () => store.close();
});

const options = { budget: null, resubmit: false, maxWaitMs: 0 };

/** Starts a job whose submission fails: refused, or without a reply and with a list that cannot be read afterwards. */
async function startedWith(seed: number, fault: 'lost' | 'forbidden') {
  const planned = planJob(someTrainingRequest({ settings: somePortSettings('openai'), seed }), port);
  host.fail('create', fault);
  host.onMoment = (moment) => {
    if (fault === 'lost' && moment === 'after create') host.fail('list', 'forbidden');
  };
  await expect(startJob(context, planned, options)).rejects.toMatchObject({ code: 'training-unauthorized' });
  host.onMoment = () => {};
  return await requireJob(store, planned.key);
}

describe('cancelJob', () => {
  test('cancels a job that its host refused in the journal alone', async () => {
    const job = await startedWith(1, 'forbidden');
    expect(job.state.kind).toBe('refused');
    expect((await cancelJob(context, job)).state).toMatchObject({ kind: 'cancelled', id: null });
    expect(host.count('cancel')).toBe(0);
  });

  test('finds and cancels a job whose submission got no answer', async () => {
    const job = await startedWith(2, 'lost');
    expect(job.state.kind).toBe('unresolved');
    expect((await cancelJob(context, job)).state).toMatchObject({ kind: 'cancelled', id: 'ftjob-1' });
    host.words = openAiFake.words;
  });

  test('refuses while another process submits the job', async () => {
    const job = await startedWith(3, 'forbidden');
    const lease = await store.leaseTrainingJob(job.key);
    await expect(cancelJob(context, job)).rejects.toMatchObject({ code: 'job-busy' });
    await lease?.release();
    expect((await requireJob(store, job.key)).state.kind).toBe('refused');
  });
});
