import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someRows } from '../../../test/support/train/examples.ts';
import { groupOf, labelOf } from './row.ts';
import { scrambleLabels } from './scramble.ts';

describe('scrambleLabels', () => {
  const sizes = fc.array(fc.integer({ min: 2, max: 40 }), { minLength: 2, maxLength: 40 });
  const seeds = Array.from({ length: 40 }, (_, index) => index + 1);

  it('leaves no row whose label is surely its own, where its group has another row before or beside it', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 3000 }), (groups, more) => {
        const rows = someRows([990 + (more % 40), ...groups]);
        const seen = rows.map(() => new Set<string>());
        for (const seed of seeds) {
          const scrambled = scrambleLabels(rows, seed);
          for (const [index, row] of scrambled.entries()) seen[index]?.add(labelOf(row));
        }
        const known = new Set<string>();
        for (const [index, row] of rows.entries()) {
          const end = index < 1000 ? 1000 : 2000;
          const beside = rows.slice(end === 1000 ? 0 : 1000, end).filter((other) => groupOf(other) === groupOf(row));
          if (beside.length > 1 || (end > 1000 && known.has(groupOf(row))))
            expect(seen[index]).not.toEqual(new Set([labelOf(row)]));
          if (index < 1000) known.add(groupOf(row));
        }
      }),
      { numRuns: 4 },
    );
  });

  it('gives a validation row that is alone in its group a label of the training rows', () => {
    const [validation, ...train] = someRows([30]);
    if (validation === undefined) throw new Error('no rows');
    const labels = seeds.map((seed) => scrambleLabels([validation], seed, train).map(labelOf).join());
    expect(new Set(labels).size).toBeGreaterThan(10);
    expect(labels).not.toContain(labelOf(validation));
    expect(scrambleLabels([validation], 1)).toEqual([validation]); // no other label is known
  });
});
