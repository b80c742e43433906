import { describe, expect, it } from 'vitest';
import { shiftRow } from '../../../../test/support/study/shift-row.ts';
import { drifts } from './drift.ts';

describe('drifts', () => {
  it('counts changed values, those of a re-execution, and right predictions on either side', () => {
    const rows = Array.from({ length: 20 }, (_, n) =>
      shiftRow({
        cluster: `s${n}`,
        after: n < 5 ? 'owl' : 'cat',
        beforeAgain: n < 2 ? 'dog' : 'cat',
        shifted: n < 3 ? 'owl' : 'cat',
      }),
    );
    const [drift] = drifts([...rows, shiftRow({ after: null }), shiftRow({ group: 'a small group', after: 'owl' })]);
    expect(drift).toMatchObject({
      target: 'ann',
      n: 20,
      share: { changed: { value: 5 / 20 }, noise: { value: 2 / 20 }, beyondNoise: { value: 3 / 20 } },
      accuracyBefore: { value: 17 / 20 },
      accuracyAfter: { value: 18 / 20 },
    });
  });
});
