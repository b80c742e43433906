import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { dialects, FreshStore } from '../../../test/support/stores.ts';
import type { RunId } from '../../domain/run-config.ts';
import { openStore } from '../open.ts';
import { packLines } from '../outcomes-to-keep.ts';

const run = 'run-1' as RunId;
const other = 'run-2' as RunId;
const lines = Array.from({ length: 300 }, (_, number) => JSON.stringify({ number, text: `“${number}” \u202e` }));
const blocks = [packLines(lines.slice(0, 1)), packLines(lines.slice(1, 200)), packLines(lines.slice(200))];

describe.each(dialects)('kept outcomes in a $dialect store', ({ start }) => {
  const opened = new FreshStore(start);
  const found = async (of: RunId, key: string) => {
    const kept = await opened.store.keptOutcomes(of, key);
    return kept === null ? null : [...kept].flat();
  };

  it('are returned as they were kept, also twice and after reopening', async () => {
    expect(await found(run, 'a')).toBeNull();
    await opened.store.keepOutcomes(run, { key: 'a', blocks });
    expect(await found(run, 'a')).toEqual(lines);
    await opened.reopen();
    expect(await found(run, 'a')).toEqual(lines);
    const kept = await opened.store.keptOutcomes(run, 'a');
    expect([...(kept ?? [])].flat()).toEqual([...(kept ?? [])].flat());
  });

  it('are not returned under another key or for another run, and replace those kept before', async () => {
    await opened.store.keepOutcomes(run, { key: 'a', blocks });
    await opened.store.keepOutcomes(other, { key: 'a', blocks: blocks.slice(0, 1) });
    await opened.store.keepOutcomes(run, { key: 'b', blocks: blocks.slice(0, 2) });
    expect(await found(run, 'a')).toBeNull();
    expect(await found(run, 'b')).toEqual(lines.slice(0, 200));
    expect(await found(other, 'a')).toEqual(lines.slice(0, 1));
  });

  it('are not returned where a block is lost, changed or another', async () => {
    for (const damage of [
      'delete from seb.kept_outcomes where number = 1',
      'delete from seb.kept_outcomes where number = 2',
      'update seb.kept_outcomes set bytes = (select bytes from seb.kept_outcomes where number = 2) where number = 1',
      'update seb.kept_outcomes set number = number + 10 where number < 2',
    ]) {
      await opened.store.keepOutcomes(run, { key: 'a', blocks });
      await opened.execute(damage);
      expect(await found(run, 'a'), damage).toBeNull();
    }
  });

  it('are kept by two processes at once without a fault', async () => {
    const second = await openStore(opened.location);
    const kept = await Promise.allSettled(
      [opened.store, second].map((store, index) => store.keepOutcomes(run, { key: `${index}`, blocks })),
    );
    await second.close();
    expect(kept.some(({ status }) => status === 'fulfilled')).toBe(true);
    const both = [await found(run, '0'), await found(run, '1')].filter((each) => each !== null);
    expect(both).toEqual([lines]);
  });

  it('are whole, or those kept before, after kills while they are written', { timeout: 120_000 }, async () => {
    const keeper = new URL('../../../test/support/outcome-keeper.ts', import.meta.url).pathname;
    for (let kill = 0; kill < 6; kill += 1) {
      const child = spawn(process.execPath, [keeper, opened.location], { stdio: ['ignore', 'pipe', 'inherit'] });
      let acknowledged = -1;
      for await (const line of createInterface({ input: child.stdout })) {
        if (line === 'open') setTimeout(() => child.kill('SIGKILL'), 150 + 37 * kill);
        else acknowledged = Number(line);
      }
      const kept = [acknowledged, acknowledged + 1].map((key) => found(run, `${key}`)); // one more may be on disk
      const whole = (await Promise.all(kept)).filter((each) => each !== null);
      expect(whole.map(({ length }) => length)).toEqual(acknowledged < 0 && whole.length === 0 ? [] : [5_000]);
    }
  });

  it('go with the first run that is removed, since runs share answers', async () => {
    await opened.store.keepOutcomes(run, { key: 'a', blocks });
    await opened.store.removeRun(other, { used: new Map(), jobs: [] });
    expect(await found(run, 'a')).toBeNull();
  });
});
