import { expect, test } from 'vitest';
import { failed } from '../../../src/models/failures/failure.ts';
import type { TrainingPort } from '../../../src/train/hosts/port.ts';
import { cancelJob } from '../../../src/train/jobs/cancel.ts';
import { followJob } from '../../../src/train/jobs/follow.ts';
import { requireJob } from '../../../src/train/jobs/job-journal.ts';
import { planJob, startJob } from '../../../src/train/training.ts';
import { type Bench, day, type PortUnderTest } from './port-bench.ts';
import { somePortSettings, someTrainingRequest } from './requests.ts';

/** Tests what every port must do after a job was submitted. */
export function testFollowing(under: PortUnderTest, bench: () => Bench): void {
  testStates(under, bench);
  testLostJobs(under, bench);
}

function testStates(under: PortUnderTest, bench: () => Bench): void {
  test('refuses the reply that describes another job', async () => {
    const { host, start, kinds } = bench();
    host.addOthers(1);
    host.fail('job', 'other-job');
    await expect(start()).rejects.toThrow(/described job other-0/);
    expect(await kinds()).not.toContain('succeeded');
    expect((await start()).state).toMatchObject({ kind: 'succeeded', model: expect.not.stringContaining('other') });
    expect(host.charges).toBe(1);
  });

  test('treats an unknown state of the host as running, with a warning', async () => {
    const { host, start, notes } = bench();
    const [first = ''] = under.dialect.words;
    host.words = [first, 'SOME_NEW_WORD', ...under.dialect.words];
    expect((await start()).state.kind).toBe('succeeded');
    expect(notes.join()).toContain('SOME_NEW_WORD');
  });

  test('ends at once when the job has failed, with the reason of the host', async () => {
    const { host, start } = bench();
    const [first = ''] = under.dialect.words;
    host.words = [first, under.failedWord];
    const job = await start();
    expect(job.state).toMatchObject({ kind: 'failed', reason: 'the file has too few rows' });
    expect(host.count('job')).toBe(1);
    await expect(start()).rejects.toMatchObject({ code: 'job-ended' });
    host.words = under.dialect.words;
    expect((await start({ resubmit: true })).state.kind).toBe('succeeded');
    expect(host.charges).toBe(2); // the user requested the second charge
  });

  test('ends when the job was cancelled elsewhere', async () => {
    const { host, start } = bench();
    host.words = [under.dialect.words[0] ?? '', under.dialect.cancelledWord];
    expect((await start()).state.kind).toBe('cancelled');
  });

  test('stops following a job that does not end, and continues later', async () => {
    const { host, start, clock } = bench();
    const { words } = under.dialect;
    host.words = words.slice(0, -1);
    const job = await start({ maxWaitMs: 3_600_000 });
    expect(job.state.kind).toBe('running');
    expect(clock.waits.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(3_600_000);
    expect(host.count('job')).toBeLessThan(60);
    host.words = words;
    expect((await start()).state.kind).toBe('succeeded');
    expect(host.charges).toBe(1);
  });
}

function testLostJobs(under: PortUnderTest, bench: () => Bench): void {
  test('records a job that the host no longer has as failed, so that it can be submitted again', async () => {
    const { host, start } = bench();
    await start({ maxWaitMs: 0 });
    host.jobs.length = 0;
    const job = await start();
    expect(job.state).toMatchObject({ kind: 'failed', reason: expect.stringContaining('no longer has the job') });
    expect((await start({ resubmit: true })).state.kind).toBe('succeeded');
    expect(host.charges).toBe(2); // the user requested the second charge
  });

  test('keeps a job whose state the host denies while its list shows the job', async () => {
    const { host, start, context } = bench();
    const job = await start({ maxWaitMs: 0 });
    const unknown: TrainingPort = { ...context.port, job: async () => failed('not-found', 'no such job') };
    await expect(followJob({ ...context, port: unknown }, job, day)).rejects.toMatchObject({
      code: 'training-not-found',
    });
    expect((await start()).state.kind).toBe('succeeded');
    expect(host.charges).toBe(1);
  });

  test('counts earlier attempts against the budget', async () => {
    const { host, context, port } = bench();
    const settings = somePortSettings(port.name);
    const planned = planJob({ ...someTrainingRequest({ settings }), price: 1000 }, port);
    const each = port.estimate === null ? (planned.estimate.maxDollars ?? 0) : 2.5; // the estimate of the fake hosts
    const options = { budget: 1.5 * each, maxWaitMs: day };
    host.words = [under.dialect.words[0] ?? '', under.failedWord];
    expect((await startJob(context, planned, { ...options, resubmit: false })).state.kind).toBe('failed');
    await expect(startJob(context, planned, { ...options, resubmit: true })).rejects.toMatchObject({
      code: 'over-budget',
      message: expect.stringContaining('with the earlier attempt, which the host may have charged'),
    });
    expect(host.charges).toBe(1);
  });

  test('cancels a job', async () => {
    const { host, start, context } = bench();
    host.words = under.dialect.words.slice(0, -1);
    const job = await start({ maxWaitMs: 0 });
    expect((await cancelJob(context, job)).state.kind).toBe('cancelled');
    expect(host.count('cancel')).toBe(1);
  });

  test('explains a state that may not be read, and leaves the job', async () => {
    const { host, start, context } = bench();
    const job = await start({ maxWaitMs: 0 });
    host.fail('job', 'forbidden');
    await expect(followJob(context, job, day)).rejects.toMatchObject({ code: 'training-unauthorized' });
    expect((await requireJob(context.store, job.key)).state).toHaveProperty('id');
  });
}
