import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TrainingJobKey } from '../event.ts';
import { openStore } from '../open.ts';
import type { Store } from '../store.ts';
import type { StoredLabel } from '../stored-label.ts';
import { mergeStore } from './merge-stores.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-merge-'));
afterAll(() => rmSync(folder, { recursive: true }));
let [from, into] = [null as unknown as Store, null as unknown as Store]; // set before each test
let stores = 0;
beforeEach(async () => {
  stores += 1;
  from = await openStore(join(folder, `from-${stores}.sqlite`));
  into = await openStore(join(folder, `into-${stores}.sqlite`));
});
afterEach(async () => {
  await from.close();
  await into.close();
});

const at = (hour: number) => `2026-11-29T${String(hour).padStart(2, '0')}:00:00.000Z`;
const label = (hour: number, value: string | null, by = 'ann'): StoredLabel => ({
  ...{ at: at(hour), by, answer: 'a'.repeat(64), rubric: 'three-way', value, note: '' },
});
const job = 'b'.repeat(64) as TrainingJobKey; // a made key
const event = (number: number, hour = number) => ({ key: job, number, at: at(hour), event: { kind: 'made', number } });

describe('mergeStore', () => {
  it('copies labels, studies and training jobs, once', async () => {
    await from.addLabels([label(1, 'refusal'), label(2, 'compliance', 'bea')]);
    await from.putStudy({ id: 's', at: at(1), record: { step: 'first' } });
    await from.appendEvent(event(0));
    await from.appendEvent(event(1));
    expect(await mergeStore(from, into)).toMatchObject({ labels: 2, studies: 1, jobs: 1 });
    expect(await into.labels()).toEqual(await from.labels());
    expect(await into.studies()).toEqual(await from.studies());
    expect(await into.histories('training')).toEqual(await from.histories('training'));
    expect(await mergeStore(from, into)).toMatchObject({ labels: 0, studies: 0, jobs: 0 });
    expect(await into.labels()).toHaveLength(2);
  });

  it('keeps what is newer in the target, and takes what is newer in the source', async () => {
    await into.addLabels([label(5, 'compliance'), label(1, 'refusal', 'bea')]);
    await from.addLabels([label(3, 'refusal'), label(4, null, 'bea')]);
    await into.putStudy({ id: 'newer', at: at(5), record: { kept: true } });
    await from.putStudy({ id: 'newer', at: at(3), record: { kept: false } });
    await into.putStudy({ id: 'older', at: at(1), record: { kept: true } });
    await from.putStudy({ id: 'older', at: at(4), record: { kept: false } });
    expect(await mergeStore(from, into)).toMatchObject({ labels: 1, studies: 1 });
    expect((await into.labels()).map(({ by, value }) => [by, value])).toEqual([
      ['ann', 'compliance'],
      ['bea', 'refusal'],
      ['bea', null],
    ]);
    expect(Object.fromEntries((await into.studies()).map(({ id, record }) => [id, record]))).toEqual({
      newer: { kept: true },
      older: { kept: false },
    });
  });

  it('continues a job of the source, and leaves one that went on otherwise', async () => {
    await into.appendEvent(event(0));
    await from.appendEvent(event(0));
    await from.appendEvent(event(1));
    await mergeStore(from, into);
    expect(await into.history(job)).toHaveLength(2);
    await into.appendEvent(event(2, 7));
    await from.appendEvent(event(2, 6));
    await from.appendEvent(event(3, 8));
    await mergeStore(from, into);
    expect((await into.history(job)).map(({ at: time }) => time)).toEqual([at(0), at(1), at(7)]);
  });
});
