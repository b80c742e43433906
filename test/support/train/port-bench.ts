import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import type { TrainingPort } from '../../../src/train/hosts/port.ts';
import type { JobContext } from '../../../src/train/jobs/job-context.ts';
import { jobHistory } from '../../../src/train/jobs/job-journal.ts';
import { planJob, type StartOptions, startJob } from '../../../src/train/training.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { type FakeDialect, FakeHost } from './fake-host.ts';
import { somePortSettings, someTrainingRequest } from './requests.ts';

/** A port and its fake host. */
export interface PortUnderTest {
  readonly name: string;
  readonly dialect: FakeDialect;
  readonly open: (baseUrl: string, environment: Readonly<Record<string, string>>) => TrainingPort;
  readonly environment: Readonly<Record<string, string>>;
  /** The host's state of a failed job. */
  readonly failedWord: string;
  readonly secret: string;
  /** Whether the host's job list has pages. */
  readonly hasPages: boolean;
  /** Whether the host's list shows the tag of a job, so that a job of another store is found too. */
  readonly showsTag: boolean;
}

/** A port with one job, and everything that a test inspects. */
export interface Bench {
  readonly host: FakeHost;
  readonly store: Store;
  readonly port: TrainingPort;
  readonly clock: FakeClock;
  readonly notes: string[];
  readonly context: JobContext;
  start(options?: Partial<StartOptions>): ReturnType<typeof startJob>;
  kinds(): Promise<readonly string[]>;
}

/** One day in milliseconds. */
export const day = 86_400_000;

export async function benchOf(under: PortUnderTest): Promise<Bench & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'seb-port-'));
  const host = await FakeHost.start(under.dialect);
  const store = await openStore(join(folder, 'store.sqlite'));
  const port = under.open(host.baseUrl, under.environment);
  const clock = fakeClock();
  const notes: string[] = [];
  const stop = new AbortController().signal;
  const context: JobContext = { store, port, clock, stop, note: (line) => notes.push(line) };
  const planned = planJob(someTrainingRequest({ settings: somePortSettings(port.name) }), port);
  return {
    host,
    store,
    port,
    clock,
    notes,
    context,
    start: (options = {}) => startJob(context, planned, { budget: null, resubmit: false, maxWaitMs: day, ...options }),
    kinds: async () => (await jobHistory(store, planned.key)).map(({ event }) => event.kind),
    async close() {
      await port.close();
      await store.close();
      await host.server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
