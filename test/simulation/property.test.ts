import { describe, expect, it } from 'vitest';
import type { PropertyItem } from '../../src/experiments/property/items.ts';
import { behavior, choose } from '../../src/experiments/property/simulate.ts';
import { ratioOfSums, tBounds } from '../../src/stats/jackknife.ts';
import { seededRandom } from '../../src/util/random.ts';

const repeats = 120;
const strings = 60;
const properties = 8;
/** Share of strings on which a predictor is right about every property. */
const truth = 0.5;

/** Returns whether the interval of a run covers the true accuracy, with strings or with rows as clusters. */
function covers(repeat: number, by: 'string' | 'row'): boolean {
  const random = seededRandom('property coverage', repeat);
  const rows = Array.from({ length: strings }, () => Number(random() < truth)).flatMap((right) =>
    Array.from({ length: properties }, () => [right, 1]),
  );
  const clusters =
    by === 'row'
      ? rows
      : Array.from({ length: strings }, (_, string) => {
          const own = rows.slice(string * properties, (string + 1) * properties);
          return [own.reduce((sum, [right = 0]) => sum + right, 0), properties];
        });
  const estimate = ratioOfSums(
    clusters.map(([right = 0]) => right),
    clusters.map(([, units = 1]) => units),
  );
  const bounds = estimate === null ? null : tBounds(estimate);
  return bounds?.kind === 'known' && bounds.value[0] <= truth && truth <= bounds.value[1];
}

describe('intervals of an accuracy over properties of one string', () => {
  it('cover the truth when strings are the clusters, and far too rarely when rows are', () => {
    const share = (by: 'string' | 'row') =>
      Array.from({ length: repeats }, (_, repeat) => covers(repeat, by)).filter((covered) => covered).length / repeats;
    expect(share('string')).toBeGreaterThan(0.89); // 0.95 minus three standard errors of 0.02
    expect(share('row')).toBeLessThan(0.7);
  });
});

const item = (number: number): PropertyItem => ({
  id: String(number),
  task: 'animals',
  string: `string ${number}`,
  prompt: '',
  properties: ['first-word'],
});
const traits = (name: string, family: string | null = null) => ({
  ...{ name, family, public: [1], open: 0, noise: 0, drift: 0, system: null },
});
const nothing = { public: false, family: false, private: false };

describe('a simulated predictor without skill and private knowledge', () => {
  it('predicts the most frequent answer of its target', () => {
    const ada = traits('ada');
    const answers = Array.from({ length: 2_000 }, (_, number) => behavior(ada, item(number)).split(' ')[0] ?? '');
    const counts = [...Map.groupBy(answers, (answer) => answer)].sort(([, a], [, b]) => b.length - a.length);
    expect(behavior(ada, item(1), nothing).split(' ')[0]).toBe(counts[0]?.[0]);
  });

  it('shares behavior within a family, and a guess from public knowledge beats the mode', () => {
    const agreement = (one: string | null, other: string | null) =>
      Array.from({ length: 500 }, (_, number) => {
        const place = { at: 'x', position: 0, string: `string ${number}`, system: null };
        const at = { place, known: { public: true, family: true, private: true } };
        const values = ['a', 'b', 'c', 'd'];
        return choose(traits('ada', one), values, at) === choose(traits('bo', other), values, at);
      }).filter((same) => same).length;
    expect(agreement('x', 'x')).toBeGreaterThan(agreement(null, null) + 25);
    const right = (known: { public: boolean; family: boolean; private: boolean }) =>
      Array.from({ length: 500 }, (_, number) => {
        const ada = traits('ada');
        return behavior(ada, item(number), known).split(' ')[0] === behavior(ada, item(number)).split(' ')[0];
      }).filter((same) => same).length;
    expect(right({ ...nothing, public: true })).toBeGreaterThan(right(nothing) + 50);
  });
});
