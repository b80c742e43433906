import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type CallKey, callKey, callText } from '../src/domain/call.ts';
import type { RunId } from '../src/domain/run-config.ts';
import { openStore } from '../src/store/open.ts';
import type { Store, StoredAnswer } from '../src/store/store.ts';

/*
 * Speed and size of the store: node bench/store.ts [--answers N] [--in-flight N] [--store FILE_OR_URL]
 * Every insertion is durable before it counts. Without --store, an SQLite file in a temporary folder is used and removed.
 */
const { values } = parseArgs({
  options: {
    answers: { type: 'string', default: '100000' },
    'in-flight': { type: 'string', default: '64' },
    store: { type: 'string' },
  },
});
const count = Number(values.answers);
const inFlight = Number(values['in-flight']);
const run = 'benchmark000' as RunId; // no run of its own: only the journal is measured

const nouns = 'river stone candle market window orange tunnel coffee garden silver planet hammer blanket forest'.split(
  ' ',
);

/** Differs from answer to answer; made from its number, so that no list of a million keys is held. */
function noun(number: number, index: number): string {
  const mixed = Math.imul(number + 1, 2_654_435_761 + 2 * index) >>> 0;
  return `${nouns[mixed % nouns.length]} ${mixed % 1009}`;
}

/** Text of a prediction of the association experiment, about as long as hosted models make them. */
function call(number: number): string {
  const content =
    'Assume that you were asked to list 5 words that you associate with a target word, and have provided such a list. ' +
    `Which of the following option words do you believe appeared in it? Target word: ${number}. Option words: ` +
    `${noun(number, 1)}, ${noun(number, 2)}, ${noun(number, 3)}. Answer with a JSON object only: one key per option word, true or false.`;
  const sampling = { temperature: 0, maxOutputTokens: 512 };
  const messages = [{ role: 'user', content }] as const;
  return callText({ model: 'openai/gpt-4.1-mini', sampling, messages, slot: 'forecast', sample: 0 });
}

function answer(number: number): StoredAnswer {
  const asked = call(number);
  const [first, second, third] = [noun(number, 1), noun(number, 2), noun(number, 3)];
  const raw = { prompt_tokens: 120, completion_tokens: number % 200, total_tokens: 120 + (number % 200) };
  return {
    key: callKey(asked),
    call: asked,
    answer: {
      kind: 'answered',
      text: `First I would think of ${noun(number, 4)}. {"${first}": true, "${second}": false, "${third}": true}`,
      reasoning: null,
      usage: { input: 120, cachedInput: 0, output: raw.completion_tokens, reasoning: 0, raw },
      served: { model: 'gpt-4.1-mini-2025-04-14', fingerprint: `fp_${noun(number, 5)}`, upstream: null },
      finishReason: 'stop',
      logprobs: null,
    },
    run,
    askedAt: new Date(1_790_000_000_000 + number).toISOString(),
    latencyMs: (number % 100_003) / 100,
    attempts: 1,
    cost: (number % 997) / 1e6,
  };
}

/** Runs the action and prints its time a unit, with the processor time of this process. */
async function measured(name: string, units: number, action: () => Promise<void>): Promise<void> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await action();
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(before);
  const perSecond = Math.round(units / seconds).toLocaleString('en');
  const cpu = ((user + system) / units).toFixed(1);
  console.log(`${name.padEnd(34)} ${seconds.toFixed(2).padStart(8)} s ${perSecond.padStart(10)}/s  ${cpu} µs CPU each`);
}

/** Inserts all, in tenths, so that a slow-down with the size shows. */
async function insertAll(store: Store): Promise<void> {
  let next = 0;
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    const end = Math.floor((count * tenth) / 10);
    const begin = next;
    const lane = async () => {
      while (next < end) {
        next += 1;
        await store.insertAnswer(answer(next - 1));
      }
    };
    await measured(`insert, tenth ${tenth}`, end - begin, async () => {
      await Promise.all(Array.from({ length: inFlight }, lane));
    });
  }
}

/** Hands all keys, as many at a time as a run looks up, to the action. */
async function forAllKeys(action: (keys: readonly CallKey[]) => Promise<unknown>): Promise<void> {
  const partSize = 512;
  for (let begin = 0; begin < count; begin += partSize) {
    const numbers = Array.from({ length: Math.min(partSize, count - begin) }, (_, index) => begin + index);
    await action(numbers.map((number) => callKey(call(number))));
  }
}

async function lookUpAll(store: Store): Promise<void> {
  await measured('keys alone', count, () => forAllKeys(async () => {}));
  let found = 0;
  await measured('keys and existing', count, () =>
    forAllKeys(async (keys) => {
      found += (await store.existing(keys)).size;
    }),
  );
  if (found !== count) throw new Error(`${found} of ${count} answers are there`);
  await measured('keys and answers', count, () => forAllKeys((keys) => store.answers(keys)));
  await measured('spent', 1, async () => {
    await store.spent(run);
  });
}

await measured('making keys and answers', count / 10, async () => {
  for (let number = 0; number < count / 10; number += 1) answer(-1 - number);
});
const folder = mkdtempSync(join(tmpdir(), 'seb-bench-'));
const location = values.store ?? join(folder, 'store.sqlite');
const store = await openStore(location);
await insertAll(store);
await lookUpAll(store);
await store.close();
if (values.store === undefined) console.log(`bytes an answer: ${Math.round(statSync(location).size / count)}`);
console.log(`peak memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
rmSync(folder, { recursive: true });
