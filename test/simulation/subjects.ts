import type { Confusion } from '../../src/stats/confusion.ts';
import { logistic, normalCdf } from '../../src/stats/distributions.ts';
import { seededRandom } from '../../src/util/random.ts';
import { normal } from './simulate.ts';

/** One prediction and one outcome of every model for an item. */
export interface SubjectBehavior {
  readonly predictions: readonly boolean[];
  readonly outcomes: readonly boolean[];
}

export interface BehaviorWorld {
  readonly models: number;
  readonly items: number;
  readonly seed: number;
  /** How much a model's predictions know of its own deviation. */
  readonly knowledge: number;
}

/** Returns each model's tendency to predict "yes" and to do it, in standard deviations and in log odds. */
export function ratesOf({ models, items, knowledge, seed }: BehaviorWorld) {
  const random = seededRandom('rates', models, items, knowledge, seed);
  const drawn = () => Array.from({ length: models }, () => normal(random));
  return { saying: drawn(), doing: drawn() };
}

/**
 * Simulates models with their own rates of predicting and doing. Their predictions of an item know what all models
 * share and `knowledge` of their own deviation; self-predictions are reused as predictions of the others.
 */
export function behaviors(world: BehaviorWorld, rates = ratesOf(world)): readonly SubjectBehavior[] {
  const { models, items, knowledge, seed } = world;
  const { saying, doing } = rates;
  const random = seededRandom('behaviours', models, items, knowledge, seed);
  return Array.from({ length: items }, () => {
    const shared = spread * normal(random);
    const own = Array.from({ length: models }, () => normal(random));
    return {
      predictions: own.map(
        (deviation, a) => shared + (saying[a] as number) + knowledge * deviation + normal(random) > 0,
      ),
      outcomes: own.map((deviation, b) => random() < logistic(shared + (doing[b] as number) + deviation)),
    };
  });
}

/** Standard deviation of the part of an item that all models share. */
const spread = 1.5;

/** Points and weights of a standard normal. */
const points = Array.from({ length: 121 }, (_, index) => (index - 60) / 10);
const weights = points.map((point) => Math.exp((-point * point) / 2));
const weightOfAll = weights.reduce((sum, weight) => sum + weight, 0);

function expectation(value: (point: number) => number): number {
  return points.reduce((sum, point, index) => sum + (weights[index] as number) * value(point), 0) / weightOfAll;
}

/**
 * Returns the shares of predictions and outcomes of every predictor and target in an infinite sample of a world without
 * self-knowledge.
 */
export function endlessCells(world: BehaviorWorld & { readonly knowledge: 0 }): readonly (readonly Confusion[])[] {
  const { saying, doing } = ratesOf(world);
  const said = saying.map((rate) => points.map((point) => normalCdf(spread * point + rate)));
  const held = doing.map((rate) =>
    points.map((point) => expectation((deviation) => logistic(spread * point + rate + deviation))),
  );
  const at = (values: readonly number[]) => (point: number) => values[points.indexOf(point)] as number;
  return said.map((prediction) =>
    held.map((outcome) => {
      const both = expectation((point) => at(prediction)(point) * at(outcome)(point));
      const [yes, does] = [expectation(at(prediction)), expectation(at(outcome))];
      return {
        truePositive: both,
        falsePositive: yes - both,
        falseNegative: does - both,
        trueNegative: 1 - yes - does + both,
      };
    }),
  );
}
