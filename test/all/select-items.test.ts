import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { measure } from '../../src/measure.ts';
import { openStore } from '../../src/store/open.ts';
import { sebHere } from '../support/in-process.ts';
import { expectRefusal, newFolder, newStore } from '../support/refusal.ts';

const restriction = ['--experiment', 'restriction'];

function runIn(store: string, ...more: readonly string[]) {
  return sebHere(['run', '--model', 'simulated/ada', '--store', store, '--json', ...more]);
}

interface Dry {
  readonly items: { readonly experiments: readonly { readonly items: number }[] };
}

/** Returns the item ids of a store's only run, and its selection. */
async function selectedIn(file: string) {
  const store = await openStore(file);
  const [run] = await store.runs();
  const { dataset } = run?.config.experiments[0] ?? {};
  const items = await store.dataset(dataset?.sha256 ?? '');
  await store.close();
  return {
    ids: [...(items?.items ?? [])].map(({ id }) => id),
    selection: run?.config.selection,
    count: dataset?.items,
  };
}

async function select(...flags: readonly string[]) {
  const store = newStore();
  const { code, stdout, stderr } = await runIn(store, ...flags);
  expect(code, stderr).toBe(0);
  const { run } = JSON.parse(stdout) as { readonly run: string };
  return { run, ...(await selectedIn(store)) };
}

/** Returns the user's requests with a split and a column that is not a field of the experiment. */
function ownRequests(): readonly string[] {
  const file = join(newFolder(), 'requests.csv');
  const rows = ['a,train,kitchen', 'b,test,kitchen', 'c,test,garden', 'd,,garden'].map((row, index) => {
    const [id = '', split = '', topic = ''] = row.split(',');
    return `${id},How do I do thing ${index}?,safe,${split},${topic}\n`;
  });
  writeFileSync(file, `id,prompt,label,split,topic\n${rows.join('')}`);
  return [...restriction, '--items', `restriction=${file}`];
}

describe('seb run --only', () => {
  it('executes the named items in the order of the data, whatever the order of the ids', async () => {
    const ids = ['restriction-00003', 'restriction-00001'];
    const first = await select(...restriction, '--only', ...ids);
    expect(first).toMatchObject({ ids: ids.toSorted(), count: 2, selection: { only: ids.toSorted() } });
    const second = await select(...restriction, '--only', [...ids, ids[0]].toReversed().join(','));
    expect(second.run).toBe(first.run);
  });

  it('reuses the answers of a run of all items', async () => {
    const store = newStore();
    await runIn(store, ...restriction, '--limit', '4');
    const { stdout } = await runIn(store, ...restriction, '--only', 'restriction-00002');
    expect(JSON.parse(stdout)).toMatchObject({ calls: { expected: 3, found: 3, answered: 0 } });
  });

  it('refuses ids that the data do not have, and lists ids that they have', async () => {
    const none = await runIn(newStore(), ...restriction, '--only', 'nope');
    expectRefusal(none, /no item of restriction matches --only nope/, /its ids are restriction-00001, .* and \d+ more/);
    const one = await runIn(newStore(), ...restriction, '--only', 'nope', 'restriction-00002');
    expectRefusal(one, /no items with these ids from --only: nope/, /these ids were found: restriction-00002;/);
  });

  it('refuses an experiment without a selected item in a run of several', async () => {
    const both = ['--experiment', 'association', 'restriction'];
    const refused = await runIn(newStore(), ...both, '--only', 'restriction-00001');
    expectRefusal(refused, /no item of association matches --only restriction-00001/, /--experiment chooses/);
    const { code } = await runIn(newStore(), ...both, '--only', 'restriction-00001', 'association-00002');
    expect(code).toBe(0);
  });
});

describe('seb run --split', () => {
  it('selects by a field or column named split, and by the split rule of an experiment', async () => {
    expect((await select(...ownRequests(), '--split', 'test')).ids).toEqual(['b', 'c']);
    const count = async (...flags: readonly string[]) => {
      const { stdout } = await runIn(newStore(), '--experiment', 'property', '--dry-run', ...flags);
      return (JSON.parse(stdout) as Dry).items.experiments[0]?.items ?? 0;
    };
    const test = await count('--split', 'test');
    expect(test).toBeGreaterThan(50);
    expect(test + (await count('--split', 'train'))).toBe(await count());
  });

  it('refuses a split that the data do not have, and lists their splits', async () => {
    const refused = await runIn(newStore(), ...ownRequests(), '--split', 'dev');
    expectRefusal(refused, /no item of restriction matches --split dev/, /its splits are train, test$/);
    const without = await runIn(newStore(), ...restriction, '--split', 'test');
    expectRefusal(
      without,
      /no item of restriction matches --split test/,
      /no field "split"; its fields are prompt, label/,
    );
  });
});

describe('seb run --where', () => {
  it('selects by fields of the item and by further columns, all of which must fit', async () => {
    expect((await select(...ownRequests(), '--where', 'topic=garden')).ids).toEqual(['c', 'd']);
    const narrow = await select(...ownRequests(), '--where', 'topic=garden', 'label=safe', '--split', 'test');
    expect(narrow.ids).toEqual(['c']);
  });

  it('lets --limit take the first of the selected items', async () => {
    const { ids, count } = await select(...restriction, '--where', 'label=safe', '--limit', '3');
    expect(ids).toEqual(['restriction-00002', 'restriction-00003', 'restriction-00006']);
    expect(count).toBe(3);
  });

  it.each([
    ['topic=sea', /matches --where topic=sea/, /its values of topic are kitchen, garden$/],
    ['color=red', /matches --where color=red/, /its fields are prompt, label, split, topic$/],
    ['topic=', /needs FIELD=VALUE, not "topic="/, /SEB_WHERE/],
  ])('refuses %s and lists what exists', async (pair, message, hint) => {
    expectRefusal(await runIn(newStore(), ...ownRequests(), '--where', pair), message, hint);
  });

  it('refuses parts that exclude each other, and a field that is given twice', async () => {
    const excluding = await runIn(newStore(), ...ownRequests(), '--where', 'topic=kitchen', '--only', 'd');
    expectRefusal(excluding, /matches --only d --where topic=kitchen/, /each condition alone matches some items/);
    const twice = await runIn(newStore(), ...ownRequests(), '--where', 'topic=kitchen', 'topic=garden');
    expectRefusal(twice, /--where sets topic twice/, /SEB_WHERE/);
  });
});

describe('a selection of items', () => {
  const flags = ['--where', 'label=safe', '--limit', '3'];

  it('is in the dry run, as text and as JSON', async () => {
    const dry = ['run', '--model', 'simulated/ada', '--dry-run', '--store', newStore(), ...restriction, ...flags];
    expect((await sebHere(dry)).stdout).toMatch(
      /^Items selected by --where label=safe: restriction \(3\)\.\n\n9 calls in total/,
    );
    expect(JSON.parse((await sebHere([...dry, '--json'])).stdout)).toMatchObject({
      items: { selection: { where: { label: 'safe' } }, experiments: [{ experiment: 'restriction', items: 3 }] },
    });
    const all = await sebHere(dry.filter((flag) => !flags.includes(flag)));
    expect(all.stdout).not.toContain('selected');
  });

  it('is in the facts and methods of the report', async () => {
    const store = newStore();
    await runIn(store, ...restriction, ...flags);
    const folder = newFolder();
    await sebHere(['report', '--store', store, '--out', folder]);
    const text = readFileSync(join(folder, 'report.md'), 'utf8');
    expect(text).toContain('\n- selected items: --where label=safe\n');
    expect(text).toContain('3 items, 1 condition (selected by --where label=safe); ');
  });

  it('is kept when the run is resumed', async () => {
    const store = newStore();
    const { stdout } = await runIn(store, ...restriction, ...flags);
    const { run } = JSON.parse(stdout) as { readonly run: string };
    const { code } = await sebHere(['resume', run, '--store', store, '--json']);
    expect(code).toBe(0);
    expect((await selectedIn(store)).selection).toEqual({ where: { label: 'safe' } });
  });

  it('comes from a config file and from variables, too', async () => {
    const file = join(newFolder(), 'seb.config.mjs');
    writeFileSync(file, "export default { where: { label: 'safe' }, limit: 3 };");
    const fromFile = await select(...restriction, '--config', file);
    vi.stubEnv('SEB_WHERE', 'label=safe');
    const fromVariable = await select(...restriction, '--limit', '3');
    vi.unstubAllEnvs();
    expect(fromFile).toEqual(fromVariable);
    expect(fromFile.selection).toEqual({ where: { label: 'safe' } });
  });

  it('without conditions gives the same run as no selection', async () => {
    const file = join(newFolder(), 'seb.config.mjs');
    writeFileSync(file, 'export default { where: {} };');
    const limited = [...restriction, '--limit', '2'];
    expect(await select(...limited, '--config', file)).toEqual(await select(...limited));
  });

  it('is an option of measure()', async () => {
    const selected = { experiments: ['restriction'], only: ['restriction-00001'], store: newStore() };
    const { estimates } = await measure({ models: ['simulated/ada'], ...selected });
    expect(estimates.find(({ measure: name }) => name === 'accuracy')?.n).toBe(1);
  });
});
