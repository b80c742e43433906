import { describe, expect, test } from 'vitest';
import { GroupCommit } from './group-commit.ts';

/** Records groups as they are committed; each commit waits until it is released. */
function groups({ maxEntries = 100, maxWeight = 100, paceMs = 0, enough = 1 } = {}) {
  const committed: string[][] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const group = new GroupCommit<string, string>({
    commit: async (entries) => {
      committed.push([...entries]);
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
      return entries.map((entry) => `${entry} stored`);
    },
    weight: (entry) => entry.length,
    maxEntries,
    maxWeight,
    paceMs,
    enough,
  });
  const gate = async (number: number) => {
    while (gates[number] === undefined) await new Promise((resolve) => setImmediate(resolve));
    return gates[number];
  };
  return { group, committed, gate };
}

describe('a group commit', () => {
  test('commits entries of the same turn together, then those that arrived meanwhile', async () => {
    const { group, committed, gate } = groups();
    const first = [group.add('a'), group.add('b')];
    await gate(0);
    const second = [group.add('c'), group.add('d'), group.add('e')];
    (await gate(0)).resolve();
    expect(await Promise.all(first)).toEqual(['a stored', 'b stored']);
    (await gate(1)).resolve();
    expect(await Promise.all(second)).toEqual(['c stored', 'd stored', 'e stored']);
    expect(committed).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
  });

  test('does not settle before the commit', async () => {
    const { group, gate } = groups();
    let isAnswered = false;
    const added = group.add('a').then(() => {
      isAnswered = true;
    });
    await gate(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isAnswered).toBe(false);
    (await gate(0)).resolve();
    await added;
  });

  test('rejects all entries of a failed group, and none of the next', async () => {
    const { group, gate } = groups();
    const first = Promise.allSettled([group.add('a'), group.add('b')]);
    await gate(0);
    const next = group.add('c');
    (await gate(0)).reject(new Error('disk full'));
    expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    (await gate(1)).resolve();
    expect(await next).toBe('c stored');
  });

  test('keeps groups small, by number and by weight', async () => {
    const { group, committed, gate } = groups({ maxEntries: 3, maxWeight: 4 });
    const all = ['a', 'b', 'c', 'd', 'ee', 'ff', 'g', 'too heavy', 'h'].map((entry) => group.add(entry));
    for (let number = 0; number < 5; number += 1) (await gate(number)).resolve();
    await Promise.all(all);
    expect(committed).toEqual([['a', 'b', 'c'], ['d', 'ee'], ['ff', 'g'], ['too heavy'], ['h']]);
  });

  test('commits an entry that is added while it becomes idle', async () => {
    const { group, gate } = groups();
    let chain: Promise<unknown> = group.add('0');
    for (let number = 1; number <= 20; number += 1) {
      (await gate(number - 1)).resolve();
      await chain;
      for (let turns = number; turns > 0; turns -= 1) await null; // a different number of microtasks each time
      chain = group.add(String(number));
    }
    (await gate(20)).resolve();
    expect(await chain).toBe('20 stored');
    await group.drain();
  });

  test('does not wait for its pace once enough entries have arrived', async () => {
    const { group, committed, gate } = groups({ paceMs: 60_000, enough: 3 });
    const first = group.add('a');
    (await gate(0)).resolve();
    await first;
    await new Promise((resolve) => setImmediate(resolve)); // now the entry waits
    const more = ['b', 'c', 'd'].map((entry) => group.add(entry));
    (await gate(1)).resolve();
    expect(await Promise.all(more)).toEqual(['b stored', 'c stored', 'd stored']);
    expect(committed).toEqual([['a'], ['b', 'c', 'd']]);
  });
});
