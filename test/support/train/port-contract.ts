import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { planJob, startJob } from '../../../src/train/training.ts';
import type { Fault } from './fake-host.ts';
import { testFollowing } from './following-contract.ts';
import { type Bench, benchOf, day, type PortUnderTest } from './port-bench.ts';
import { somePortSettings, someTrainingRequest } from './requests.ts';

/** Tests the behavior that every port to a host must have, whatever its host does. */
export function portContract(under: PortUnderTest): void {
  describe(`the contract of training ports: ${under.name}`, () => {
    let bench: Bench;
    beforeEach(async () => {
      const made = await benchOf(under);
      bench = made;
      return () => made.close();
    });
    afterEach(() => expect(JSON.stringify(bench.notes)).not.toContain(under.secret));
    testSubmission(under, () => bench);
    testUnclearAnswers(() => bench);
    testLostAnswers(under, () => bench);
    testRefusals(under, () => bench);
    testFollowing(under, () => bench);
  });
}

function testSubmission(under: PortUnderTest, bench: () => Bench): void {
  test('uploads, submits once and follows the job to its trained model', async () => {
    const { host, start, kinds } = bench();
    const job = await start();
    expect(job.state).toMatchObject({ kind: 'succeeded', model: expect.stringContaining('/') });
    expect(host.charges).toBe(1);
    const events = await kinds();
    expect(events.slice(0, 5)).toEqual(['intended', 'uploaded', 'uploaded', 'submitting', 'submitted']);
    expect(events.at(-1)).toBe('succeeded');
    expect(events.filter((kind) => kind === 'status').length).toBeGreaterThan(1);
  });

  test('sends the rows byte by byte, and the tag by which the job is found again', async () => {
    const { host, start } = bench();
    const { key } = await start();
    const bodies = host.server.received.map(({ body }) => body);
    const uploads = bodies.filter((body) => body.includes('filename='));
    expect(uploads).toHaveLength(2);
    expect(uploads[0]).toContain('{"messages":[{"role":"user","content":');
    expect(JSON.stringify(host.jobs[0]?.body)).toContain(key.slice(0, 12));
  });

  test('sends nothing when the job has already succeeded', async () => {
    const { host, start } = bench();
    const first = await start();
    const before = host.requests.length;
    expect(await start()).toEqual(first);
    expect(host.requests.length).toBe(before);
    await expect(start({ resubmit: true })).rejects.toMatchObject({ code: 'job-succeeded' });
  });

  test('submits one job when two processes start it at once', async () => {
    const { host, start } = bench();
    const results = await Promise.allSettled([start(), start(), start()]);
    expect(host.charges).toBe(1);
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    for (const failure of failures) expect(failure).toMatchObject({ code: 'job-busy' });
  });

  test.runIf(under.showsTag)('adopts a job that another store submits during the uploads', async () => {
    const { host, start, port } = bench();
    const other = await benchOf(under);
    const planned = planJob(someTrainingRequest({ settings: somePortSettings(port.name) }), port);
    host.onMoment = async (moment) => {
      if (moment !== 'after upload') return;
      host.onMoment = () => {};
      await startJob({ ...other.context, port }, planned, { budget: null, resubmit: false, maxWaitMs: 0 });
    };
    expect((await start()).state.kind).toBe('succeeded');
    expect(host.charges).toBe(1);
    await other.close();
  });

  test.runIf(under.showsTag)('adopts a job that another store has submitted', async () => {
    const { host, start, port } = bench();
    await start({ maxWaitMs: 0 });
    const other = await benchOf(under);
    const planned = planJob(someTrainingRequest({ settings: somePortSettings(port.name) }), port);
    const options = { budget: null, resubmit: false, maxWaitMs: day };
    expect((await startJob({ ...other.context, port }, planned, options)).state.kind).toBe('succeeded');
    expect(host.charges).toBe(1);
    await other.close();
  });
}

function testUnclearAnswers(bench: () => Bench): void {
  test.each<Fault>(['lost', 'error-after', 'doubled', 'other-reply'])(
    'adopts the job when the answer to its start is %s',
    async (fault) => {
      const { host, start, kinds } = bench();
      host.fail('create', fault);
      const job = await start();
      expect(job.state.kind).toBe('succeeded');
      expect(host.charges).toBe(1);
      expect(host.count('create')).toBe(1);
      expect(await kinds()).toContain('submitted');
    },
  );

  test('looks twice, 30 s apart, before it sends the start again', async () => {
    const { host, start, clock } = bench();
    host.fail('create', 'unavailable');
    const job = await start();
    expect(job.state.kind).toBe('succeeded');
    expect(host.charges).toBe(1);
    expect(host.count('create')).toBe(2);
    expect(clock.waits).toContain(30_000);
    expect(host.count('list')).toBe(4); // before and after the uploads, and twice before the second request
  });

  test('sends at most one further start after replies that were lost, unless the user adds --resubmit', async () => {
    const { host, start } = bench();
    host.fail('create', 'lost', 'lost', 'lost');
    const hide = (moment: string) => {
      if (moment === 'after create') host.jobs.length = 0; // the list never shows a job
    };
    host.onMoment = hide;
    await expect(start()).rejects.toMatchObject({ code: 'job-unknown', hint: expect.stringContaining('--resubmit') });
    expect(host.count('create')).toBe(2);
    await expect(start()).rejects.toMatchObject({ code: 'job-unknown' });
    expect(host.count('create')).toBe(2);
    host.onMoment = () => {};
    // The third reply is lost too, but the list shows its job.
    expect((await start({ resubmit: true })).state.kind).toBe('succeeded');
    expect(host.count('create')).toBe(3);
  });

  test('finds a job that appears in the list only at the second look', async () => {
    const { host, start, context } = bench();
    const hidden: (typeof host.jobs)[number][] = [];
    host.fail('create', 'lost');
    host.onMoment = (moment) => {
      if (moment === 'after create') hidden.push(...host.jobs.splice(0));
    };
    const { clock } = context;
    const wait = clock.wait.bind(clock);
    clock.wait = async (milliseconds, signal) => {
      if (milliseconds === 30_000) host.jobs.push(...hidden);
      await wait(milliseconds, signal);
    };
    expect((await start()).state.kind).toBe('succeeded');
    expect(host.charges).toBe(1);
  });
}

function testLostAnswers(under: PortUnderTest, bench: () => Bench): void {
  test('repeats lost uploads, which cost nothing', async () => {
    const { host, start } = bench();
    host.fail('upload', 'lost', 'error-after', 'unavailable');
    expect((await start()).state.kind).toBe('succeeded');
    expect(host.charges).toBe(1);
  });

  test("finds the job among other users' jobs", async () => {
    const { host, start } = bench();
    host.pageSize = 10;
    host.fail('create', 'lost');
    host.onMoment = (moment) => {
      if (moment === 'after create') host.addOthers(under.hasPages ? 250 : 25);
    };
    expect((await start()).state.kind).toBe('succeeded');
    expect(host.charges).toBe(1);
  });

  test('submits nothing while the list of jobs is incomplete', async () => {
    const { host, start, kinds } = bench();
    host.fail('list', ...Array.from({ length: 20 }, () => 'truncated' as const));
    await expect(start()).rejects.toMatchObject({
      code: expect.stringMatching(/job-list-incomplete|training-bad-response/),
    });
    expect(host.charges).toBe(0);
    expect(await kinds()).toEqual(['intended']);
  });

  test('retries lost lists and states', async () => {
    const { host, start } = bench();
    host.fail('list', 'lost', 'doubled', 'unavailable');
    host.fail('job', 'lost', 'error-after', 'doubled', 'unavailable');
    expect((await start()).state.kind).toBe('succeeded');
    expect(host.charges).toBe(1);
  });
}

function testRefusals(under: PortUnderTest, bench: () => Bench): void {
  test('explains a permission that is missing, and does not retry it', async () => {
    const { host, start, kinds } = bench();
    host.fail('create', 'forbidden');
    await expect(start()).rejects.toMatchObject({
      code: 'training-unauthorized',
      message: expect.stringContaining('You do not have permission'),
      hint: expect.stringContaining('The request was not retried'),
    });
    expect(host.count('create')).toBe(1);
    expect((await kinds()).at(-1)).toBe('refused');
    expect((await start()).state.kind).toBe('succeeded'); // with permission, the job is submitted
    expect(host.charges).toBe(1);
  });

  test('uploads the files again when the host has lost them', async () => {
    const { host, start, kinds } = bench();
    host.fail('create', 'files-lost');
    expect((await start()).state.kind).toBe('succeeded');
    expect(host.charges).toBe(1);
    expect(await kinds()).toContain('files-lost');
  });

  test('keeps the key out of messages and the store when the host repeats it', async () => {
    const { host, start, store } = bench();
    host.fail('create', 'echo');
    const error: unknown = await start().catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('HTTP 400');
    expect(String(error)).not.toContain(under.secret);
    expect(JSON.stringify(await store.histories('training'))).not.toContain(under.secret);
  });

  test('refuses a budget when neither the price nor an estimate of the host is known', async () => {
    const { host, start, port } = bench();
    if (port.estimate === null) await expect(start({ budget: 5 })).rejects.toMatchObject({ code: 'price-unknown' });
    else await expect(start({ budget: 1 })).rejects.toMatchObject({ code: 'over-budget' });
    expect(host.charges).toBe(0);
  });
}
