import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sebHere } from '../support/in-process.ts';
import { newFolder } from '../support/refusal.ts';

const folder = newFolder();

/** Writes a table of the models `new` and `base`; null: no score. */
function tableOf(name: string, items: readonly (readonly [number | null, number | null])[]): string {
  const lines = items.flatMap(([first, second], item) => [
    `new,q${item},${first ?? ''}`,
    `base,q${item},${second ?? ''}`,
  ]);
  const file = join(folder, name);
  writeFileSync(file, `model,item_id,is_correct\n${lines.join('\n')}\n`);
  return file;
}

async function compared(file: string): Promise<string> {
  return (await sebHere(['compare', file])).stdout.replaceAll(/\s+/g, ' ');
}

describe('seb compare of logs with missing answers', async () => {
  // 25 of 171 items differ, all for `new`, which lacks 29 others that `base` has right on 18
  const items = Array.from({ length: 200 }, (_, item): readonly [number | null, number] => {
    if (item < 25) return [1, 0];
    if (item < 54) return [null, Number(item < 43)];
    return [item % 2, item % 2];
  });
  const text = await compared(tableOf('missing.csv', items));

  it('promises to find only what it finds with these at their worst', () => {
    expect(text).toContain('No difference found between new and base');
    const [, value] = /\+(\d+\.\d) points/.exec(text) ?? [];
    const [, promised] = /Differences below about (\d+\.\d) points would usually be missed/.exec(text) ?? [];
    expect(Number(promised)).toBeGreaterThan(Number(value)); // it was 8.0 beside +14.6, which was not found
  });

  it('counts as equal and as deciding only items that both have a score for', () => {
    expect(text).toContain(
      'equal on 146 of 171 items that both have a score for; the other 25 decide, and 29 that lack an answer, at their worst',
    );
  });
});

describe('seb compare at the edge of a level', () => {
  it('prints a p that does not contradict the word', async () => {
    const items = Array.from({ length: 100 }, (_, item): readonly [number, number] =>
      item < 21 ? [1, 0] : item < 31 ? [0, 1] : [item % 2, item % 2],
    );
    const text = await compared(tableOf('edge.csv', items));
    expect(text).toContain('No difference found');
    expect(text).toContain('p = 0.0501'); // scipy: binom.sf(21, 31, .5) * 2 + binom.pmf(21, 31, .5)
  });
});

describe('right answers of few items', () => {
  it.each([
    [2, false],
    [5, false],
    [6, true],
  ])('%i items have an interval: %s', async (count, has) => {
    const items = Array.from({ length: count }, (_, item): readonly [number, null] => [Number(item > 0), null]);
    const rows = items.map(([score], item) => `m,q${item},${score}`).join('\n');
    const file = join(folder, `few-${count}.csv`);
    writeFileSync(file, `model,item_id,is_correct\n${rows}\n`);
    const { right } = JSON.parse((await sebHere(['report', file, '--json'])).stdout);
    expect(right[0].right.interval !== null).toBe(has);
    expect(right[0].right.missing).toBe(has ? null : `${count} items, fewer than the 6 that an interval needs`);
  });
});
