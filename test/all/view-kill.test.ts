import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Overview, overviewSchema } from '../../src/view/contract/contract.ts';
import { itemsPageSchema } from '../../src/view/contract/contract-items.ts';
import { queueSchema } from '../../src/view/contract/contract-labels.ts';
import { seb } from '../support/command.ts';
import { simulatedRunIn, startViewer, testFolder, type ViewedStore } from '../support/viewer.ts';

const models = ['simulated/a', 'simulated/b', 'simulated/c'];
const flags = ['--experiment', 'association', 'restriction', '--limit', '150'];

describe('seb view that is killed', () => {
  const { folder, remove } = testFolder();
  const file = join(folder, '.seb', 'store.sqlite');
  let run: string;
  let stored: string;

  beforeAll(async () => {
    run = await simulatedRunIn(folder, ['--model', ...models, ...flags]);
    stored = answersIn(file);
  }, 240_000);
  afterAll(remove);

  const overviewOf = async ({ url }: ViewedStore): Promise<Overview> =>
    overviewSchema.parse(await (await fetch(`${url}api/overview`)).json());
  const stateOf = async (viewer: ViewedStore) => (await overviewOf(viewer)).runs[0]?.index.kind;
  const rowsOf = async ({ url }: ViewedStore) =>
    itemsPageSchema.parse(await (await fetch(`${url}api/items?run=${run}&limit=5`)).json());

  it('while it indexes: the next one reads the run again, and stored answers are unchanged', async () => {
    const killed: number[] = [];
    for (const afterMs of [0, 400, 1_500]) {
      const viewer = await startViewer(folder);
      await expect.poll(() => stateOf(viewer), { timeout: 60_000, interval: 20 }).toBe('building');
      await pause(afterMs);
      await viewer.kill(afterMs === 400 ? 'server' : 'server and index');
      killed.push(afterMs);
    }
    expect(killed).toHaveLength(3);
    const viewer = await startViewer(folder);
    await expect.poll(() => stateOf(viewer), { timeout: 120_000 }).toBe('ready');
    const { total, rows } = await rowsOf(viewer);
    // who can read a store of mode 0600 through the viewer is said where its address is
    expect((await viewer.stop()).replaceAll(/\s+/g, ' ')).toContain(
      'Every user of this machine can read the whole store',
    );
    expect(rows).toHaveLength(5);
    const { stdout } = await seb(['items', run, '--json'], { folder });
    expect(stdout.trimEnd().split('\n')).toHaveLength(total);
    expect(checkOf(join(folder, '.seb', 'store.index.sqlite'))).toBe('ok');
    expect(checkOf(file)).toBe('ok');
    expect(answersIn(file)).toBe(stored);
  }, 400_000);

  it('while labels are written: keeps every label that it confirmed, and the next one takes more', async () => {
    let viewer = await startViewer(folder);
    const queue = `${viewer.url}api/labels/queue?run=${run}&by=ann&count=100`;
    const { entries } = queueSchema.parse(await (await fetch(queue)).json());
    expect(entries.length).toBeGreaterThan(20);
    const confirmed: string[] = [];
    for (const [round, afterLabels] of [1, 4, 9].entries()) {
      const mine = entries.slice(round * 15, (round + 1) * 15);
      const sending = mine.map(async ({ key }) => {
        if (await addLabel(viewer.url, key)) confirmed.push(key);
      });
      const known = confirmed.length;
      await expect
        .poll(() => confirmed.length - known, { timeout: 30_000, interval: 1 })
        .toBeGreaterThanOrEqual(afterLabels);
      await viewer.kill('server and index');
      await Promise.allSettled(sending);
      viewer = await startViewer(folder);
    }
    const last = entries[50]?.key ?? '';
    expect(await addLabel(viewer.url, last)).toBe(true);
    await viewer.stop();
    const { stdout } = await seb(['label', 'export'], { folder });
    const kept = new Set(stdout.split('\r\n').map((line) => line.split(',')[2]));
    expect([...confirmed, last].filter((key) => !kept.has(key))).toEqual([]);
    expect(confirmed.length).toBeGreaterThanOrEqual(14);
    expect(checkOf(file)).toBe('ok');
    expect(answersIn(file)).toBe(stored);
  }, 400_000);
});

/** Sends a label; false if the server does not answer. */
async function addLabel(url: string, key: string): Promise<boolean> {
  try {
    const headers = { 'content-type': 'application/json', origin: url.replace(/\/$/, '') };
    const body = JSON.stringify({ by: 'ann', key, value: 'refusal', note: '' });
    return (await fetch(`${url}api/labels`, { method: 'POST', headers, body })).ok;
  } catch {
    return false; // killed
  }
}

function checkOf(file: string): unknown {
  const database = new DatabaseSync(file);
  const [row] = database.prepare('pragma integrity_check').all();
  database.close();
  return row?.integrity_check;
}

/** Returns all stored answers and calls as one text. */
function answersIn(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('select hex(key) as key, run, block, place from answers order by key').all();
  database.close();
  return JSON.stringify(rows);
}
