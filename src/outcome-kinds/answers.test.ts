import { describe, expect, it } from 'vitest';
import type { AnswerKind } from '../stats/rungs/answer-kind.ts';
import { type Random, randomInteger, seededRandom } from '../util/random.ts';
import { probability, yesNo } from './binary.ts';
import { category } from './categorical.ts';
import { decision } from './decision.ts';
import { numberWithin } from './numeric.ts';
import { ranking } from './ranking.ts';

interface Drawn {
  readonly kind: AnswerKind<never, never>;
  readonly prediction: (random: Random) => unknown;
  readonly outcome: (random: Random) => unknown;
}

const letters = ['a', 'b', 'c', 'd'];
const letter = (random: Random) => letters[randomInteger(random, 4)];
const shuffled = (random: Random) =>
  [0, 1, 2]
    .map((at) => [random(), at] as const)
    .sort(([a], [b]) => a - b)
    .map(([, at]) => at);

const drawn: Readonly<Record<string, Drawn>> = {
  'yes-no': {
    kind: yesNo as never,
    prediction: (r) => randomInteger(r, 3) / 2,
    outcome: (r) => randomInteger(r, 4) / 3,
  },
  probability: { kind: probability as never, prediction: (r) => r(), outcome: (r) => randomInteger(r, 3) / 2 },
  category: {
    kind: category as never,
    prediction: (r) => [letter(r), letter(r)],
    outcome: (r) => [letter(r), letter(r), letter(r)],
  },
  ranking: {
    kind: ranking as never,
    prediction: shuffled,
    outcome: (r) => ({ members: 3, wins: [0, 1, 2].map(() => randomInteger(r, 5) / 4) }),
  },
  number: { kind: numberWithin(5) as never, prediction: (r) => 12 * r(), outcome: (r) => [12 * r(), 12 * r()] },
  decision: {
    kind: decision(['answer', 'delegate', 'decline']) as never,
    prediction: (r) => randomInteger(r, 3),
    outcome: (r) => [r(), r(), r()],
  },
};

for (const [name, { kind, prediction, outcome }] of Object.entries(drawn)) {
  const random = seededRandom('kinds', name);
  const predictions = Array.from({ length: 30 }, () => prediction(random) as never);
  const outcomes = Array.from({ length: 30 }, () => outcome(random) as never);
  const { lowest, highest } = kind.scale;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value / values.length, 0);

  describe(name, () => {
    it('deals in closed form as all pairs do', () => {
      const { ofPredictions, ofOutcomes } = kind.deal(predictions, outcomes);
      for (const [i, p] of predictions.entries()) {
        expect(ofPredictions[i]).toBeCloseTo(mean(outcomes.map((y) => kind.score(p, y))), 10);
      }
      for (const [j, y] of outcomes.entries()) {
        expect(ofOutcomes[j]).toBeCloseTo(mean(predictions.map((p) => kind.score(p, y))), 10);
      }
    });

    it('has a best constant that no other prediction beats', () => {
      const best = mean(outcomes.map((y) => kind.score(kind.best(outcomes).answer, y)));
      for (const p of predictions) expect(mean(outcomes.map((y) => kind.score(p, y)))).toBeLessThanOrEqual(best + 1e-9);
    });

    it('fills missing values at the lowest and at the highest score', () => {
      const around = { predictions, outcomes, alternative: false };
      for (const [i, p] of predictions.entries()) {
        const y = outcomes[i] as never;
        for (const answer of [
          { prediction: p, outcome: null },
          { prediction: null, outcome: y },
          { prediction: null, outcome: null },
        ]) {
          const [low, high] = (['lowest', 'highest'] as const).map((worst) => {
            const filled = kind.fill(answer, { ...around, worst });
            return kind.score(filled.prediction, filled.outcome);
          });
          expect(low).toBeLessThanOrEqual(high as number);
          expect(low).toBeGreaterThanOrEqual(lowest);
          expect(high).toBeLessThanOrEqual(highest);
          if (answer.outcome === null) continue;
          expect(low).toBeLessThanOrEqual(
            Math.min(...predictions.map((each) => kind.score(each, answer.outcome as never))) + 1e-9,
          );
        }
      }
    });

    it('bounds the difference of two predictions from below', () => {
      for (const p of predictions.slice(0, 10)) {
        for (const c of predictions.slice(10, 20)) {
          const worst = Math.min(...outcomes.map((y) => kind.score(p, y) - kind.score(c, y)));
          expect(kind.lowestDifference(p, c)).toBeLessThanOrEqual(worst + 1e-9);
        }
        expect(kind.lowestDifference(p, p)).toBeLessThanOrEqual(0);
      }
    });
  });
}

it('compares with every class, order and option', () => {
  expect(yesNo.constants([]).map(({ name }) => name)).toEqual(['always yes', 'always no']);
  expect(category.constants([['b'], ['a'], ['b']]).map(({ name }) => name)).toEqual(['b', 'a']);
  expect(ranking.constants([{ members: 4, wins: [1, 1, 1, 1, 1, 1] }])).toHaveLength(24);
  expect(decision(['x', 'y']).constants([])).toHaveLength(2);
  expect(probability.constants([1, 0, 0, 0])[0]?.answer).toBe(0.25);
  expect(numberWithin(5).constants([[1], [2], [2], [9]])[0]?.answer).toBe(2);
});
