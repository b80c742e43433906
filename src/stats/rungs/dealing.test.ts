import { describe, expect, it } from 'vitest';
import { probability, yesNo } from '../../outcome-kinds/binary.ts';
import { type DealtScores, deal, dealtP } from './dealing.ts';

function scores(more: Partial<DealtScores<number, number>>): DealtScores<number, number> {
  const predictions = more.predictions ?? [];
  return {
    ...{ kind: probability, predictions, outcomes: [], units: [...predictions.keys()], exact: 'none' },
    ...{ cluster: [...predictions.keys()], clusters: predictions.length, stratum: null },
    cell: predictions.map(() => 0),
    ...more,
  };
}

const predictions = [0.9, 0.2, 0.6, 0.8, 0.3, 0.7, 0.55, 0.1];
const outcomes = [1, 0, 1, 1, 0, 0, 1, 0];

describe('deal', () => {
  it('centers over the other clusters of the cell (NumPy: means over an explicit mask, t and Hall with scipy.stats.t)', () => {
    const found = deal(
      scores({
        ...{ predictions, outcomes, cluster: [0, 0, 1, 2, 3, 3, 4, 5], clusters: 6 },
        cell: [0, 0, 0, 0, 1, 1, 1, 1],
      }),
    );
    expect(found?.chance).toBeCloseTo(0.7221354166666667, 12);
    expect(found?.excess.value).toBeCloseTo(0.1475520833333334, 12);
    expect(found?.excess.se).toBeCloseTo(0.10264737395042182, 12);
    expect(found?.p.above).toBeCloseTo(0.15385245631482897, 12);
    expect(found?.p.below).toBeCloseTo(0.9080820769560555, 12); // that of shuffled clusters; by t and Hall 0.8906628431140191
  });

  it('is the U-statistic of single items: m / (m - 1) times the excess over a dealing that includes the own item', () => {
    const found = deal(scores({ predictions, outcomes }));
    const score = (p: number, y: number) => 1 - (p - y) ** 2;
    const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
    const own = mean(predictions.map((p, unit) => score(p, outcomes[unit] as number)));
    const all = mean(predictions.flatMap((p) => outcomes.map((y) => score(p, y))));
    expect(found?.excess.value).toBeCloseTo((8 / 7) * (own - all), 12);
    expect((found?.chance as number) + (found?.excess.value as number)).toBeCloseTo(own, 12);
  });

  it('leaves out what is alone in its cell, and finds nothing where all are', () => {
    const alone = deal(scores({ predictions, outcomes, cell: [0, 0, 0, 0, 0, 0, 0, 1] }));
    const rest = deal(scores({ predictions: predictions.slice(0, 7), outcomes: outcomes.slice(0, 7) }));
    expect(alone?.excess.value).toBeCloseTo(rest?.excess.value as number, 12);
    expect(deal(scores({ predictions, outcomes, cell: [0, 1, 2, 3, 4, 5, 6, 7] }))).toBeNull();
    expect(deal(scores({ predictions, outcomes, cluster: predictions.map(() => 0), clusters: 1 }))).toBeNull();
  });

  it('takes t over 15 strata or more, and over clusters where one lies in two strata', () => {
    const n = 60;
    const many = {
      predictions: Array.from({ length: n }, (_, unit) => (unit % 7) / 7),
      outcomes: Array.from({ length: n }, (_, unit) => Number(unit % 3 === 0)),
    };
    const strata = (size: number) => Array.from({ length: n }, (_, unit) => Math.floor(unit / size));
    const over = (size: number, more: Partial<DealtScores<number, number>> = {}) =>
      deal(scores({ ...many, cell: strata(size), stratum: strata(size), ...more }));
    expect(over(4)?.over).toBe('strata');
    expect(over(4)?.excess.df).toBe(14);
    expect(over(5)?.over).toBe('groups');
    const cluster = Array.from({ length: n }, (_, unit) => (unit === 59 ? 0 : unit));
    expect(over(4, { cluster, clusters: n })?.over).toBe('groups');
  });

  it('finds nothing in knowing which strata are hard', () => {
    const stratum = Array.from({ length: 100 }, (_, unit) => unit % 20);
    const isHard = (unit: number) => (stratum[unit] as number) < 10;
    const hard = {
      ...{ kind: yesNo, stratum, exact: 'yes-no' as const },
      predictions: stratum.map((_, unit) => Number(isHard(unit))),
      outcomes: stratum.map((_, unit) => Number(isHard(unit) === unit > 19)),
    };
    expect(deal(scores(hard))?.p.above).toBeLessThan(0.001);
    expect(deal(scores({ ...hard, cell: stratum }))?.p.above).toBe(1);
  });
});

describe('dealtP', () => {
  const answers = { predictions: [1, 0, 1, 1, 0, 1, 0, 0], outcomes: [1, 0, 1, 0, 0, 1, 1, 0] };
  it.each<[string, DealtScores<number, number>]>([
    ['t', scores({ predictions, outcomes, cluster: [0, 0, 1, 2, 3, 3, 4, 5], clusters: 6 })],
    ['t of yes and no', scores({ ...answers, kind: yesNo, cluster: [0, 0, 1, 2, 3, 3, 4, 5], clusters: 6 })],
    ['exact', scores({ ...answers, kind: yesNo, exact: 'yes-no' })],
    ['midranks', scores({ predictions, outcomes, exact: 'midranks' })],
    [
      'midranks of other values',
      scores({ predictions, outcomes, exact: 'midranks', ranked: [8, 1, 5, 7, 3, 6, 4, 2] }),
    ],
    ['none', scores({ predictions, outcomes, cell: [0, 1, 2, 3, 4, 5, 6, 7] })],
  ])('is the p of the dealing: %s', (_, units) => {
    expect(dealtP(units)).toEqual(deal(units)?.p ?? null);
  });
});
