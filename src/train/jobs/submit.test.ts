import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { suspendedAtSubmission } from '../../../test/support/changed-store.ts';
import { openAiFake } from '../../../test/support/train/fake-dialects.ts';
import { FakeHost } from '../../../test/support/train/fake-host.ts';
import { somePortSettings, someTrainingRequest } from '../../../test/support/train/requests.ts';
import { openStore } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';
import type { Clock } from '../hosts/clock.ts';
import { openAiPort } from '../hosts/openai.ts';
import { planJob, startJob } from '../training.ts';
import { Stopped } from './job-context.ts';

const clock: Clock = { wait: async () => {}, random: () => 0.5 };

it('creates no training job after a suspension, when a second process may have created it', async () => {
  const host = await FakeHost.start(openAiFake);
  const settings = somePortSettings('openai', { baseUrl: host.baseUrl });
  const port = openAiPort(settings, { environment: { OPENAI_API_KEY: 'key-of-the-test' } });
  const planned = planJob(someTrainingRequest({ settings }), port);
  const options = { budget: null, resubmit: false, maxWaitMs: 0 };
  const stop = new AbortController();
  const start = (from: Store, signal: AbortSignal) =>
    startJob({ store: from, port, clock, stop: signal, note: () => {} }, planned, options);
  const folder = mkdtempSync(join(tmpdir(), 'seb-submit-'));
  const store = await openStore(join(folder, 'store.sqlite'));
  const suspended = suspendedAtSubmission(store, () => setTimeout(() => stop.abort(), 600));
  await expect(start(suspended, stop.signal)).rejects.toThrow(Stopped);
  expect(host.charges).toBe(0);
  await start(store, new AbortController().signal);
  expect(host.charges).toBe(1);
  await port.close();
  await store.close();
  await host.server.close();
  rmSync(folder, { recursive: true });
});
