import { describe, expect, it } from 'vitest';
import { shiftRow } from '../../../../test/support/study/shift-row.ts';
import { couplings } from './coupling.ts';

describe('couplings', () => {
  it('counts predictions on the side of the label and of the current behavior, where the two differ', () => {
    const said = ['owl', 'owl', 'owl', 'cat', 'dog', 'owl', 'owl', 'cat'];
    const rows = said.map((shifted, n) => shiftRow({ shifted, cluster: `s${n}` }));
    const same = Array.from({ length: 5 }, (_, n) => shiftRow({ after: 'cat', cluster: `u${n}` }));
    const [found] = couplings([...rows, ...same]);
    expect(found).toMatchObject({ n: 8, label: { value: 2 / 8 }, current: { value: 5 / 8 } });
    expect(found!.difference.value).toBeCloseTo(3 / 8, 12);
  });
});
