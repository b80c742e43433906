import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, test } from 'vitest';
import { someAnswer, someRun } from '../../test/support/answers.ts';
import { dialects, sqlitePlace, startedPlace } from '../../test/support/stores.ts';
import { randomInteger, seededRandom } from '../util/random.ts';
import { openStore } from './open.ts';

const writer = new URL('../../test/support/store-writer.ts', import.meta.url).pathname;

interface Written {
  readonly inserted: ReadonlySet<number>;
  readonly exists: ReadonlySet<number>;
  /** All other output of the writer. */
  readonly other: readonly string[];
}

/** Reads a writer's output until it ends; kills it with SIGKILL after a number of insertions. */
async function follow(child: ChildProcess, killAfter = Number.POSITIVE_INFINITY): Promise<Written> {
  const inserted = new Set<number>();
  const exists = new Set<number>();
  const other: string[] = [];
  for await (const line of createInterface({ input: child.stdout! })) {
    const [word = '', number] = line.split(' ');
    if (word === 'inserted') inserted.add(Number(number));
    else if (word === 'exists') exists.add(Number(number));
    else other.push(word);
    if (inserted.size >= killAfter) child.kill('SIGKILL');
  }
  return { inserted, exists, other };
}

function write(location: string, { first = 0, count = 10_000, run = '' as string, length = 0 } = {}) {
  const parameters = [writer, location, first, count, run, length].map(String);
  return spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
}

const keyOf = (number: number) => someAnswer(number).key;

describe.each(dialects)('an answer in $dialect', ({ dialect, start }) => {
  const place = startedPlace(start);

  test('that was acknowledged is stored after a kill at any moment', { timeout: 600_000 }, async () => {
    const location = await place.fresh();
    const random = seededRandom('kill', 1);
    const acknowledged = new Set<number>();
    const kills = dialect === 'sqlite' ? 20 : 5; // a server is not killed with its client
    for (let kill = 0; kill < kills; kill += 1) {
      const killAfter = 1 + randomInteger(random, 400);
      const { inserted, exists } = await follow(write(location, { first: kill * 500 }), killAfter);
      expect(inserted.size).toBeGreaterThanOrEqual(killAfter);
      expect([...inserted].filter((number) => acknowledged.has(number))).toEqual([]);
      for (const number of [...inserted, ...exists]) acknowledged.add(number);
    }
    const store = await openStore(location);
    const answers = await store.answers([...acknowledged].map(keyOf));
    for (const number of acknowledged) {
      expect(answers.get(keyOf(number))).toMatchObject({ answer: { text: `${number} ` }, attempts: 1 });
    }
    await store.close();
  });

  test('belongs to one of two processes that insert it at once', { timeout: 240_000 }, async () => {
    const location = await place.fresh();
    const runs = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'];
    const count = 3000;
    const both = await Promise.all(runs.map((run) => follow(write(location, { count, run }))));
    const store = await openStore(location);
    const numbers = Array.from({ length: count }, (_, number) => number);
    const answers = await store.answers(numbers.map(keyOf));
    expect(answers.size).toBe(count);
    for (const [index, { inserted, exists, other }] of both.entries()) {
      expect(other).toEqual(['open']);
      expect(inserted.size + exists.size).toBe(count);
      for (const number of inserted) expect(answers.get(keyOf(number))?.run).toBe(runs[index]);
      expect(await store.spent(runs[index] as never)).toEqual({ dollars: inserted.size * 0.25, unknown: 0 });
    }
    expect(both.reduce((sum, { inserted }) => sum + inserted.size, 0)).toBe(count);
    await store.close();
  });

  test.runIf(dialect === 'postgres')(
    'is stored on another connection when the server ends one',
    { timeout: 240_000 },
    async () => {
      const location = await place.fresh();
      const store = await openStore(location);
      const insertions: Promise<string>[] = [];
      const end = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'seb'";
      for (let number = 0; number < 5; number += 1) {
        for (let more = 0; more < 50; more += 1) insertions.push(store.insertAnswer(someAnswer(number * 50 + more)));
        await place.execute(location, end);
        expect(await store.existing([keyOf(1000)])).toEqual(new Set());
      }
      expect(await Promise.all(insertions)).toHaveLength(250);
      const keys = Array.from({ length: 250 }, (_, number) => keyOf(number));
      expect((await store.answers(keys)).size).toBe(250);
      await store.close();
    },
  );
});

describe('a disk without space', () => {
  const place = sqlitePlace();
  afterAll(() => place.stop());

  test('ends the insertions with a clear error and keeps all stored answers', { timeout: 240_000 }, async () => {
    const location = await place.fresh();
    // A limit on file size simulates a full disk: in units of 512 bytes (dash) or 1024 (bash).
    const command = `ulimit -f 4000; exec "$@"`;
    const parameters = ['-c', command, 'sh', process.execPath, writer, location, 0, 10_000, someRun.id, 20_000].map(
      String,
    );
    const { inserted, other } = await follow(spawn('sh', parameters, { stdio: ['ignore', 'pipe', 'inherit'] }));
    expect(other).toEqual(['open', 'store-disk']);
    expect(inserted.size).toBeGreaterThan(0);
    const store = await openStore(location);
    expect((await store.existing([...inserted].map(keyOf))).size).toBe(inserted.size);
    const later = 10_001;
    expect(await store.insertAnswer(someAnswer(later))).toBe('inserted');
    expect((await store.answers([...inserted].map(keyOf))).size).toBe(inserted.size);
    await store.close();
  });
});
