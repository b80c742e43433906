/**
 * A run of a million calls, gone through again when finished, and again with a hundredth of its answers taken away:
 *   node bench/million.ts [--calls N] [--samples K] [--server] [--main FILE] [--folder FOLDER]
 * A simulated subject answers at once, or, with --server, a server on this machine; every answer is on disk before it
 * counts. --folder is kept, or the store is made in a temporary folder and removed. Memory and processor time come from
 * /proc: on other systems they are missing.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ItemBase } from '../src/domain/dataset.ts';
import { generateItems } from '../workshop/generators.ts';
import { startLoopback } from './loopback.ts';
import { type MeasuredExecution, watch } from './watch.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000000' },
    samples: { type: 'string', default: '5' },
    server: { type: 'boolean', default: false },
    main: { type: 'string', default: fileURLToPath(new URL('../src/cli/main.ts', import.meta.url)) },
    folder: { type: 'string' },
  },
});
const samples = Number(values.samples);
const itemCount = Math.ceil(Number(values.calls) / (1 + 2 * samples)); // a prediction; executions and their judgements
const mostGenerated = 10_000;

const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'seb-million-'));
mkdirSync(folder, { recursive: true });
const itemsFile = join(folder, 'items.jsonl');
const store = join(folder, 'store.sqlite');
const server = values.server ? await startLoopback(0) : null;
const model =
  server === null ? ['simulated/a'] : ['openai-compatible/m', '--base-url', server.url, '--concurrency', '64'];

/** Requests of the generator; beyond what its templates give, the same with a number. */
async function writeItems(): Promise<void> {
  const items = generateItems('restriction', Math.min(itemCount, mostGenerated));
  const lines = Array.from({ length: itemCount }, (_, number) => {
    const item = items[number % items.length] as ItemBase & { readonly prompt: string }; // of this generator
    const round = Math.floor(number / items.length);
    const own = round === 0 ? item : { ...item, pair: undefined, prompt: `${item.prompt} (${round})` };
    return JSON.stringify({ ...own, id: `request-${number + 1}` });
  });
  writeFileSync(itemsFile, `${lines.join('\n')}\n`);
}

function executeOnce(): Promise<MeasuredExecution> {
  const what = ['--experiment', 'restriction', '--items', `restriction=${itemsFile}`, '--samples', String(samples)];
  return watch([resolve(values.main), 'run', '--model', ...model, ...what, '--store', store, '--json'], folder);
}

function inStore(sql: string): number {
  const database = new DatabaseSync(store);
  const rows = database.prepare(sql).get();
  database.close();
  return Number(Object.values(rows ?? {})[0]);
}

/** Every hundredth answer, wherever it lies. */
function takeAway(): number {
  const before = inStore('select count(*) from answers');
  inStore('delete from answers where rowid % 100 = 37 returning 1');
  return before - inStore('select count(*) from answers');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

function say(what: string, { seconds, cpuSeconds, peak, sent, found }: MeasuredExecution): void {
  const counts = `${sent.toLocaleString('en')} sent, ${found.toLocaleString('en')} found`;
  console.log(
    `${what}: ${counts}, ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of processor time, peak ${megabytes(peak)}`,
  );
}

/** Calls a second, processor time and memory by tenth of the calls; the last against the first. */
function sayTenths({ tenths }: MeasuredExecution): void {
  for (const [index, { calls, seconds, cpuSeconds, resident }] of tenths.entries()) {
    const each = ((cpuSeconds * 1e6) / calls).toFixed(1);
    console.log(
      `tenth ${index + 1}: ${Math.round(calls / seconds)} calls/s, ${each} µs a call, ${megabytes(resident)}`,
    );
  }
  const [first, last] = [tenths[0], tenths.at(-1)];
  if (first === undefined || last === undefined) return;
  const rate = (((last.calls / last.seconds) * first.seconds) / first.calls - 1) * 100;
  const cost = (((last.cpuSeconds / last.calls) * first.calls) / first.cpuSeconds - 1) * 100;
  console.log(`last tenth against the first: ${rate.toFixed(1)} % calls/s, ${cost.toFixed(1)} % processor time a call`);
}

await writeItems();
const whole = await executeOnce();
say(`run of ${itemCount.toLocaleString('en')} items, ${samples} executions each`, whole);
sayTenths(whole);
const size = statSync(store).size;
console.log(`store: ${megabytes(size)}, ${(size / whole.sent).toFixed(0)} bytes an answer`);
say('finished, the same again', await executeOnce());
const missing = takeAway();
const repaired = await executeOnce();
say(`${missing.toLocaleString('en')} answers taken away`, repaired);
console.log(repaired.sent === missing ? 'exactly what was missing was sent' : 'WRONG: not what was missing was sent');
say('finished again', await executeOnce());
const answers = inStore('select count(*) from answers');
console.log(answers === whole.sent ? 'no answer lost, none twice' : `WRONG: ${answers} answers in the store`);
server?.close();
if (values.folder === undefined) rmSync(folder, { recursive: true });
