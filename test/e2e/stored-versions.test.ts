import { copyFileSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { runFormat } from '../../src/store/records/runs.ts';
import { sha256 } from '../../src/util/canonical-json.ts';
import { sebHere } from '../support/in-process.ts';
import { answersHash, numbersOf } from '../support/stored-numbers.ts';

const folder = fileURLToPath(new URL('../golden/stores', import.meta.url));
const versions = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

/** Measures that a version reported and later versions do not, with the reason. */
const gone: Readonly<Record<string, RegExp>> = {
  // ceiling_... and label_... are renamed to reexecution_... and item_rule_...; no question needs the others (docs/statistics.md)
  '0.1': /^((ceiling|label)_|(balanced_accuracy|criterion|d_prime|majority_accuracy)$)/,
  '0.2': /^(balanced_accuracy|criterion|d_prime|majority_accuracy)$/,
};

function copyOf(version: string): string {
  const store = join(mkdtempSync(join(tmpdir(), 'seb-version-')), 'store.sqlite');
  copyFileSync(join(folder, version, 'store.sqlite'), store);
  return store;
}

function recordedIn(version: string, file: string): string {
  return readFileSync(join(folder, version, file), 'utf8').trim();
}

/** Returns the columns of a version's numbers.tsv after the names of an estimate, by these names. */
function recordedNumbers(version: string): ReadonlyMap<string, Readonly<Record<string, number | null>>> {
  const [header = '', ...lines] = recordedIn(version, 'numbers.tsv').split('\n');
  const fields = header.split('\t').slice(5);
  return new Map(
    lines
      .map((line) => line.split('\t'))
      .filter(([, , , measure = '']) => gone[version]?.test(measure) !== true)
      .map((cells) => [
        cells.slice(0, 5).join('\t'),
        Object.fromEntries(fields.map((field, index) => [field, readNumber(cells[index + 5])])),
      ]),
  );
}

function readNumber(cell: string | undefined): number | null {
  return cell === undefined || cell === '' ? null : Number(cell);
}

/** Measures whose intervals are withheld where margins are skewed; earlier versions printed them (docs/statistics.md). */
const withheldBounds = /\t(f1|mcc|precision|recall)\t/;

/**
 * Hash over the intervals that a version reported otherwise: it drew bootstraps, later versions take the jackknife over
 * groups with t (docs/statistics.md). The columns of 0.1 have no intervals.
 */
const otherIntervals: Readonly<Record<string, { readonly count: number; readonly hash: string }>> = {
  '0.2': { count: 383, hash: 'a1df947eec74a9725d01b3cacaf36b1a548317a5a8c8ef01dff392cd8b93ff82' },
};

const bounds: ReadonlySet<string> = new Set(['low', 'high']);

/** An id that is not the hash of the configuration, as after a version that restructured configurations. */
const keptId = 'abcdefabcdef';

/** Makes a finished run look unfinished, so that resuming looks up every call, and gives it another id. */
function reopenRun(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`delete from completions; update runs set status = 'paused', id = '${keptId}'`);
  database.close();
}

describe.each(versions)('a store of version %s', (version) => {
  it('keeps the bytes of every call and answer', async () => {
    const store = await openStore(copyOf(version));
    expect(await answersHash(store)).toBe(recordedIn(version, 'answers.sha256'));
    await store.close();
  });

  it('reports the numbers that its version reported', async () => {
    const { code, stdout, stderr } = await sebHere(['report', '--json', '--store', copyOf(version)]);
    expect(code, stderr).toBe(0);
    const now = numbersOf(stdout);
    const then = recordedNumbers(version);
    expect(then.size).toBeGreaterThan(500);
    const differing = [...then].filter(([name, numbers]) => {
      const estimate = now.get(name);
      return Object.entries(numbers).some(([field, value]) => !bounds.has(field) && estimate?.[field] !== value);
    });
    expect(differing.map(([name, numbers]) => ({ name, recorded: numbers, now: now.get(name) }))).toEqual([]);

    const intervals = [...then].flatMap(([name, { low, high }]) => {
      const estimate = now.get(name);
      const isEqual = low === undefined || (estimate?.low === low && estimate.high === high);
      return isEqual ? [] : [{ name, recorded: low, value: estimate?.value, low: estimate?.low, high: estimate?.high }];
    });
    const unexplained = intervals.filter(({ name, recorded, value, low, high }) => {
      if (recorded === null) return true;
      if (low === null && high === null) return !withheldBounds.test(name);
      return !(Number(low) <= Number(value) && Number(value) <= Number(high));
    });
    expect(unexplained).toEqual([]);
    const lines = intervals.map(({ name, low, high }) => `${name}\t${low ?? ''}\t${high ?? ''}`);
    const found = { count: lines.length, hash: sha256(lines.toSorted().join('\n')) };
    expect(found).toEqual(otherIntervals[version] ?? { count: 0, hash: sha256('') });
  }, 240_000);

  it('resumes without sending a call, under the id that its run has', async () => {
    const file = copyOf(version);
    const before = await openStore(file);
    const [record] = await before.runs();
    await before.close();
    reopenRun(file);
    const { code, stdout, stderr } = await sebHere(['resume', keptId, '--store', file, '--json']);
    expect(code, stderr).toBe(0);
    const { run, status, calls } = JSON.parse(stdout) as {
      readonly run: string;
      readonly status: string;
      readonly calls: { readonly found: number; readonly answered: number; readonly failed: number };
    };
    expect({ run, status }).toEqual({ run: keptId, status: 'finished' });
    expect(calls).toMatchObject({ answered: 0, failed: 0 });
    expect(calls.found).toBeGreaterThan(500);
    const after = await openStore(file);
    expect((await after.runs()).map(({ id, config }) => ({ id, config }))).toEqual([
      { id: keptId, config: record?.config },
    ]);
    await after.close();
  }, 240_000);

  it('is refused when its run comes from a newer version', async () => {
    const file = copyOf(version);
    await (await openStore(file)).close();
    const database = new DatabaseSync(file);
    database.exec(`update runs set format = ${runFormat + 1}`);
    database.close();
    const { code, stderr } = await sebHere(['list', '--store', file]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/run \w+ has format \d+; this program knows formats up to \d+/);
    expect(stderr).toContain('update self-execution-benchmark');
  });
});
