import { describe, expect, it } from 'vitest';
import { usedGroups } from './groups.ts';

const rows = (group: string, truths: readonly string[]) => truths.map((truth) => ({ group, truth }));
const values = (n: number, rest = 0) => [...Array<string>(n).fill('a'), ...Array<string>(rest).fill('b')];

describe('usedGroups', () => {
  it('uses groups with 20 rows and no value in more than 95 % of them', () => {
    const items = [...rows('few', values(10, 9)), ...rows('flat', values(24, 1)), ...rows('good', values(19, 1))];
    expect(usedGroups([items])).toEqual({
      used: ['good'],
      excluded: [
        { group: 'few', reason: '19 rows, fewer than 20' },
        { group: 'flat', reason: 'one value in 96 % of rows' },
      ],
    });
  });

  it('needs every part to have the group', () => {
    const { used, excluded } = usedGroups([rows('x', values(15, 15)), []]);
    expect(used).toEqual([]);
    expect(excluded).toEqual([{ group: 'x', reason: '0 rows, fewer than 20' }]);
  });
});
