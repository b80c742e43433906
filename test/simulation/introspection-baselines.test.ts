import { describe, expect, it } from 'vitest';
import { accuracyTable } from '../../src/study/analyses/accuracy.ts';
import { crossFittedItemOnly, rulesOfTargets } from '../../src/study/analyses/rules.ts';
import { randomInteger, seededRandom } from '../../src/util/random.ts';
import { simulatedModel, simulatedRows, simulatedWorld } from '../support/study/simulated-rows.ts';
import { normal, repeats } from './simulate.ts';

describe('accuracyTable', () => {
  it('gives a scramble arm without habit the accuracy of the most frequent value', () => {
    const model = simulatedWorld([simulatedModel('ann', 3, { skill: 0.9 }), simulatedModel('bob', 3)], 3);
    const gaps: number[] = [];
    for (let seed = 0; seed < repeats(3, 200); seed += 1) {
      const rows = simulatedRows(model, { strings: 200, seed });
      const accuracy = accuracyTable(rows, rulesOfTargets(rows, 1));
      const scramble = accuracy.filter(({ arm }) => arm === 'scramble');
      gaps.push(
        scramble.reduce((sum, { value, baselines }) => sum + value - baselines.oracleMode!, 0) / scramble.length,
      );
    }
    // The mode of the sample is the mode of the population, or a value that is more frequent by chance.
    expect(Math.max(...gaps)).toBeLessThanOrEqual(0);
    expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeGreaterThan(-0.01);
  });
});

describe('crossFittedItemOnly', () => {
  const words = Array.from({ length: 12 }, (_, index) => `word${String.fromCharCode(97 + index).repeat(2)}`);
  const labels = ['red', 'green', 'blue', 'gray'];

  it('reaches the share that the string decides, and no more', () => {
    for (let seed = 0; seed < repeats(1, 30); seed += 1) {
      const random = seededRandom('item-only', seed);
      const lean = new Map(words.map((word) => [word, labels.map(() => normal(random))]));
      const items = Array.from({ length: 1_500 }, (_, index) => {
        const drawn = Array.from({ length: 4 }, () => words[randomInteger(random, words.length)] as string);
        const cluster = `${drawn.join(' ')} ${index}`;
        const publicScore = labels.map((_, v) => drawn.reduce((sum, word) => sum + lean.get(word)![v]!, 0));
        const best = publicScore.indexOf(Math.max(...publicScore));
        const own = publicScore.map((score) => score + 1.5 * normal(random)); // the private part of the model
        return { cluster, truth: labels[own.indexOf(Math.max(...own))] as string, seen: labels[best] as string };
      });
      const predictions = crossFittedItemOnly(items, seed);
      const share = (hits: readonly boolean[]) => hits.filter(Boolean).length / hits.length;
      const found = share(items.map(({ cluster, truth }) => predictions.get(cluster) === truth));
      const reachable = share(items.map(({ seen, truth }) => seen === truth));
      expect(found).toBeGreaterThan(reachable - 0.08);
      expect(found).toBeLessThan(reachable + 0.02);
    }
  });
});
