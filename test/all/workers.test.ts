import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runItems } from '../../src/answers/stored-run.ts';
import type { RunId } from '../../src/domain/run-config.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { openStore } from '../../src/store/open.ts';
import type { RunRecord } from '../../src/store/store.ts';
import { seededRandom } from '../../src/util/random.ts';
import { type Started, seb } from '../support/command.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { type CountedServer, countedServer, numberOf, rowsOf, startWorker } from '../support/run/worker-fleet.ts';

/** Processes that are killed or suspended in the test of faults; the long form is SEB_WORKER_FAULTS=40. */
const faults = Number(process.env.SEB_WORKER_FAULTS ?? 3);
const suspendMs = 40_000; // longer than a lease
const atOnce = 64;

describe('seb run --queue and seb worker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seb-workers-'));
  const workers: Started[] = [];
  let postgres: TestPostgres;
  let server: CountedServer;
  let url: string;
  let databases = 0;

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    databases += 1;
    url = await postgres.database(`workers_${databases}`);
    server = await countedServer(100);
  });
  afterEach(async () => {
    for (const { child, ended } of workers.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
    await server.close();
  });

  const queue = async (flags: readonly string[]): Promise<string> => {
    const model = ['--model', 'openai-compatible/x', '--base-url', server.url, '--experiment', 'association'];
    const { stdout, stderr, code } = await seb(['run', '--queue', '--json', '--store', url, ...model, ...flags], {
      folder,
    });
    expect(stderr).toMatch(/^(?:note: [^\n]+\n)?$/); // a few items are said to be few
    expect(code).toBe(0);
    return (JSON.parse(stdout) as { readonly run: string }).run;
  };
  const work = (): Started => {
    const started = startWorker(folder, url);
    workers.push(started);
    return started;
  };
  const stored = () => numberOf(url, 'select count(*) from seb.answers');
  const statusOf = async (run: string) =>
    (await rowsOf(url, `select status from seb.runs where id = '${run}'`))[0]?.status;

  it('sends each call once, with as many in flight as one process and as many for each worker', async () => {
    const run = await queue(['--limit', '500', '--concurrency', String(atOnce), '--concurrency-mode', 'fixed']);
    server.hold(100);
    const four = [work(), work(), work(), work()];
    await Promise.all(four.map(({ said }) => said('working on run')));
    const shares = async () =>
      (await rowsOf(url, 'select granted from seb.endpoint_shares')).map(({ granted }) => granted);
    await expect.poll(shares).toEqual([16, 16, 16, 16]);
    server.hold();
    await expect.poll(() => server.inFlight()).toBe(atOnce);
    server.answerAfter(20);
    for (const { ended } of four) expect(await ended).toMatchObject({ code: 0 });
    expect(await statusOf(run)).toBe('finished');
    expect([server.calls(), await stored(), server.mostInFlight()]).toEqual([1000, 1000, atOnce]);
    expect(await rowsOf(url, 'select * from seb.endpoint_shares')).toEqual([]);
    expect(await rowsOf(url, 'select * from seb.leases')).toEqual([]);
  }, 240_000);

  it('pays twice at most for what was in flight when workers are killed or suspended and the database restarts', async () => {
    const random = seededRandom(`faults ${faults}`);
    const limit = String(120 * (faults + 1));
    const runs = [
      await queue(['--limit', limit, '--concurrency', '32']),
      await queue(['--limit', limit, '--seed', '2', '--concurrency', '32']),
    ];
    server.answerAfter(400);
    let alive = [work(), work(), work(), work()];
    await Promise.all(alive.map(({ said }) => said('working on run')));
    let lost = 0;
    for (let fault = 0; fault < faults; fault += 1) {
      await sleep(1_000 + 2_000 * random());
      const [victim, ...others] = alive;
      if (victim === undefined) throw new Error('no worker is left');
      lost += await numberOf(
        url,
        `select coalesce(sum(granted), 0) from seb.endpoint_shares join seb.leases using (owner) where pid = ${victim.child.pid}`,
      );
      if (fault === 0) {
        victim.child.kill('SIGSTOP');
        setTimeout(() => victim.child.kill('SIGCONT'), suspendMs);
        alive = [...others, work()];
      } else {
        victim.child.kill('SIGKILL');
        alive = [...others, work()];
      }
      if (fault === 1) {
        await alive.at(-1)?.said('working on run'); // a worker that cannot open the store at its start ends
        await postgres.restart();
      }
    }
    for (const { ended, child } of workers) {
      const { signal, code, stderr } = await ended;
      expect(signal === 'SIGKILL' || code === 0, `worker ${child.pid}: ${code} ${stderr}`).toBe(true);
    }
    expect(await Promise.all(runs.map(statusOf))).toEqual(['finished', 'finished']);
    const paid = server.calls() - (await stored());
    expect(paid).toBeLessThanOrEqual(lost);
    expect(server.mostInFlight()).toBeLessThanOrEqual(32 + lost); // calls of a killed process go on at the server
  }, 3_600_000);

  it('keeps dollars and reserves of all workers below the budget, and ends', async () => {
    const prices = join(folder, 'prices.json');
    writeFileSync(
      prices,
      JSON.stringify({ 'openai-compatible': { models: { x: { cost: { input: 1000, output: 1000 } } } } }),
    );
    const budget = 4;
    const money = ['--prices', prices, '--budget', String(budget), '--max-output-tokens', '200'];
    const run = await queue(['--limit', '150', '--concurrency', '24', ...money]);
    const three = [work(), work(), work()];
    const ends = await Promise.all(three.map(({ ended }) => ended));
    for (const { code, stderr } of ends) {
      expect(stderr).toMatch(/stopped to stay within its\s+budget/);
      expect(code).toBe(2);
    }
    const spent = await numberOf(url, 'select sum(cost) from seb.answers');
    const oneCall = 0.2 + 0.2; // its output at the limit, and at most its prompt
    expect(spent).toBeGreaterThan(budget - 2 * oneCall);
    expect(spent).toBeLessThanOrEqual(budget);
    expect(server.mostDollars({ answer: 0.18, reserve: 0.2 })).toBeLessThanOrEqual(budget); // 180 tokens; 200 of output
    expect(await statusOf(run)).toBe('paused');
  }, 240_000);

  it('completes the items that it has begun before a budget halts it, with several workers', async () => {
    const prices = join(folder, 'prices.json');
    writeFileSync(
      prices,
      JSON.stringify({ 'openai-compatible': { models: { x: { cost: { input: 0, output: 1 } } } } }),
    );
    const [limit, samples] = [300, 3];
    const half = (limit * (1 + samples)) / 2;
    const money = ['--prices', prices, '--budget', String((half * 30) / 1e6), '--max-output-tokens', '40'];
    const run = await queue(['--limit', String(limit), '--samples', String(samples), '--concurrency', '16', ...money]);
    await Promise.all([work(), work(), work(), work()].map(({ ended }) => ended));
    expect(await stored()).toBeGreaterThan(0.95 * half);
    expect(await stored()).toBeLessThanOrEqual(half);
    const store = await openStore(url);
    const record = await store.run(run as RunId);
    let [answered, complete] = [0, 0];
    for await (const item of runItems(store, record as RunRecord, experimentRegistry())) {
      const calls = item.asked();
      answered += Number(calls.some((call) => call.stored !== null));
      complete += Number(calls.every((call) => call.stored !== null));
    }
    await store.close();
    expect(complete / answered).toBeGreaterThanOrEqual(0.8);
  }, 240_000);

  it('continues after a database that was away for seconds', async () => {
    server.answerAfter(1);
    const first = await queue(['--limit', '2']);
    const worker = startWorker(folder, url, ['--wait']);
    workers.push(worker);
    await expect.poll(() => statusOf(first), { timeout: 60_000 }).toBe('finished');
    await postgres.restart(4_000); // the worker looks for blocks each second
    const second = await queue(['--limit', '4']);
    await expect.poll(() => statusOf(second), { timeout: 60_000 }).toBe('finished');
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toMatchObject({ code: 130 });
  }, 240_000);

  it('refuses to execute a run alone while workers do', async () => {
    const run = await queue(['--limit', '20', '--concurrency', '8', '--concurrency-mode', 'fixed']);
    server.hold();
    const worker = work();
    await expect.poll(() => server.inFlight()).toBe(8);
    const refused = await seb(['resume', run, '--store', url], { folder });
    expect(refused.stderr).toContain(`workers are executing run ${run}`);
    expect(refused.code).toBe(1);
    const listed = await seb(['list', '--json', '--store', url], { folder });
    const [{ queue: inQueue }] = JSON.parse(listed.stdout) as [{ readonly queue: Record<string, number> | null }];
    expect(inQueue).toMatchObject({ workers: 1 });
    expect(inQueue?.held).toBeGreaterThan(0);
    const { stdout: lines } = await seb(['list', '--store', url], { folder });
    expect(lines).toMatch(/in the queue: \d+ blocks of items wait, \d+ are being executed; 1 worker/);
    server.answerAfter(1);
    expect(await worker.ended).toMatchObject({ code: 0 });
    expect((await seb(['list', '--store', url], { folder })).stdout).not.toContain('in the queue');
  }, 240_000);

  it('sends no call that is in a request file, of its own run or another, and names the file', async () => {
    server.answerAfter(1);
    const run = await queue(['--limit', '4']);
    const written = await seb(['resume', run, '--write-requests', 'out', '--store', url], { folder });
    expect(written).toMatchObject({ code: 0, stdout: expect.stringMatching(/out\/.*: 8 calls/) });
    const paused = async () => {
      const { code, stderr } = await work().ended;
      expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([
        2,
        expect.stringMatching(/is paused because 8 calls are already in a request file of run \w+ \(.*out\//),
      ]);
    };
    await paused();
    expect([server.calls(), await statusOf(run)]).toEqual([0, 'paused']);
    const other = await queue(['--limit', '6']);
    await paused();
    expect([server.calls(), await statusOf(other)]).toEqual([4, 'paused']);
  }, 240_000);

  it('refuses to write files and to submit a batch of a run while workers execute it', async () => {
    const flags = ['--limit', '20', '--concurrency', '8', '--concurrency-mode', 'fixed'];
    const run = await queue(flags);
    server.hold();
    const worker = work();
    await expect.poll(() => server.inFlight()).toBe(8);
    const model = ['--model', 'openai-compatible/x', '--base-url', server.url, '--experiment', 'association'];
    for (const command of [
      ['resume', run, '--write-requests', 'busy'],
      ['run', '--batch', ...model, ...flags],
    ]) {
      const refused = await seb([...command, '--store', url], { folder });
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`workers are executing run ${run}`)]);
    }
    server.answerAfter(1);
    expect(await worker.ended).toMatchObject({ code: 0 });
    expect(server.calls()).toBe(40);
  }, 240_000);

  it('ends after the calls in flight on SIGTERM, and the next worker continues', async () => {
    const run = await queue(['--limit', '40', '--concurrency', '8']);
    server.hold(100);
    const first = work();
    await expect.poll(stored, { timeout: 120_000 }).toBeGreaterThan(4);
    server.answerAfter(300);
    first.child.kill('SIGTERM');
    expect(await first.ended).toMatchObject({ code: 130 });
    expect(await stored()).toBe(server.calls());
    expect(await work().ended).toMatchObject({ code: 0 });
    expect(await statusOf(run)).toBe('finished');
    expect(server.calls()).toBe(80);
  }, 240_000);

  it('executes the items of a killed worker in another within a minute', async () => {
    const run = await queue(['--limit', '8', '--concurrency', '16', '--concurrency-mode', 'fixed']);
    server.hold();
    const killed = work();
    await expect.poll(() => server.inFlight()).toBe(16);
    const other = work();
    server.answerAfter(1);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await expect.poll(() => statusOf(run), { timeout: 60_000 }).toBe('finished');
    expect(await other.ended).toMatchObject({ code: 0 });
    expect(await stored()).toBe(16);
  }, 240_000);

  it('is not loaded by a run on one machine', async () => {
    const log = join(folder, 'modules.log');
    const preload = new URL('../support/module-log.ts', import.meta.url).href;
    const environment = { NODE_OPTIONS: `--import ${preload}`, SEB_TEST_MODULES: log };
    const ended = await seb(['run', '--model', 'simulated/a', '--experiment', 'association', '--limit', '2'], {
      folder,
      environment,
    });
    expect(ended.code).toBe(0);
    const modules = readFileSync(log, 'utf8');
    expect(modules).toContain('/src/answers/execute-run.ts');
    expect(modules).not.toMatch(/pg-boss|\/answers\/workers\/|\/store\/postgres\//);
  }, 900_000);
});
