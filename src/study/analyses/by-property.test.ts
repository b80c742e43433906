import { describe, expect, it } from 'vitest';
import { simulatedModel, simulatedRows, simulatedWorld } from '../../../test/support/study/simulated-rows.ts';
import { analyzeStudy } from './analyze-study.ts';

const models = ['ann', 'bob'].map((name) => simulatedModel(name, 3, { knowledge: 0.6 }));
const rows = simulatedRows(simulatedWorld(models, 3), { strings: 60, seed: 1 });

describe('compareByProperty', () => {
  it('gives for each property the shares that a count of the rows gives, and their difference', () => {
    const { properties } = analyzeStudy({ predictions: rows }, { seed: 1 });
    expect(properties).toHaveLength(6);
    for (const { target, other, property, self, cross, difference, rows: n } of properties) {
      const share = (base: string) => {
        const own = rows.filter(
          (row) =>
            row.base === base &&
            row.target === target &&
            row.trainedOn === target &&
            row.arm !== 'scramble' &&
            row.property === property,
        );
        expect(own).toHaveLength(n);
        return own.filter(({ prediction, truth }) => prediction === truth).length / own.length;
      };
      expect(self.value).toBeCloseTo(share(target), 12);
      expect(cross.value).toBeCloseTo(share(other), 12);
      expect(difference.value).toBeCloseTo(share(target) - share(other), 12);
      expect(difference.interval).not.toBeNull();
    }
  });
});
