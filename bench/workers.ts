/**
 * Measures the answers a second of four workers of a queue, compared with one: the same server, which answers after a
 * second, and 16 calls in flight for each worker. Starts a PostgreSQL server. Run: node bench/workers.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { seb } from '../test/support/command.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { countedServer, startWorker } from '../test/support/run/worker-fleet.ts';

const answerMs = 1_000;
const perWorker = 16;
const callsPerWorker = 250; // the starter set has 500 items
const callsPerItem = 2; // of the experiment association

const folder = mkdtempSync(join(tmpdir(), 'seb-bench-workers-'));
const postgres = await startPostgres();
const rates: number[] = [];
for (const workers of [1, 4]) {
  const server = await countedServer(answerMs);
  const url = await postgres.database(`workers_${workers}`);
  const calls = workers * callsPerWorker;
  const model = ['--model', 'openai-compatible/x', '--base-url', server.url, '--experiment', 'association'];
  const size = ['--limit', String(calls / callsPerItem), '--concurrency', String(workers * perWorker)];
  await seb(['run', '--queue', '--store', url, ...model, ...size, '--concurrency-mode', 'fixed'], { folder });
  server.hold(); // until every worker has started
  const started = Array.from({ length: workers }, () => startWorker(folder, url));
  await Promise.all(started.map(({ said }) => said('working on run')));
  const before = performance.now();
  server.answerAfter(answerMs);
  const ends = await Promise.all(started.map(({ ended }) => ended));
  const seconds = (performance.now() - before) / 1000;
  for (const { code, stderr } of ends) if (code !== 0) throw new Error(stderr);
  if (server.calls() !== calls) throw new Error(`${server.calls()} calls for ${calls} answers`);
  rates.push(calls / seconds);
  const load = loadavg().map((each) => each.toFixed(1));
  console.log(
    `${workers} ${workers === 1 ? 'worker' : 'workers'}: ${calls} calls in ${seconds.toFixed(1)} s, ${(calls / seconds).toFixed(1)} a second, at most ${server.mostInFlight()} in flight; load ${load.join(', ')}`,
  );
  await server.close();
}
const [one = 0, four = 0] = rates;
console.log(`ratio ${(four / one).toFixed(2)}; includes the end of each worker`);
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
