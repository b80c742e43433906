import type { Square } from '../../../src/results/study-result.ts';
import { gainDeterminant, meanGain } from '../../../src/study/analyses/pair-statistics.ts';
import { seededRandom } from '../../../src/util/random.ts';
import type { AnswerModel, Asked, SimulatedItem, SimulatedModel } from './answer-model.ts';

/** Excess and double difference of the first two models in an endless sample. */
interface ExpectedPair {
  readonly excess: number;
  readonly doubleDifference: number;
}

/** Computes the true values from the expected accuracy of each prediction over a large number of strings. */
export function expectedPair(model: AnswerModel, strings: number): ExpectedPair {
  const random = seededRandom('expected gains');
  const { groups } = model.world;
  const sums = Array.from({ length: groups }, () => ({ aa: 0, ba: 0, ab: 0, bb: 0 }));
  const accuracy = { aa: 0, ba: 0, ab: 0, bb: 0 };
  for (let string = 0; string < strings; string += 1) {
    for (const [group, item] of model.string(random).entries()) {
      for (const [cell, predictor, target] of cells) {
        const trained = expectedHit(model, item, { predictor, target, group, scramble: false });
        const scramble = expectedHit(model, item, { predictor, target, group, scramble: true });
        const own = sums[group] as Record<keyof Square, number>;
        own[cell] += (trained - scramble) / strings;
        accuracy[cell] += trained / strings / groups;
      }
    }
  }
  const mean = (value: (gains: Square) => number) => sums.reduce((sum, own) => sum + value(own), 0) / groups;
  return {
    excess: mean(gainDeterminant) / (2 * mean(meanGain)),
    doubleDifference: (accuracy.aa + accuracy.bb - accuracy.ba - accuracy.ab) / 2,
  };
}

const cells = [
  ['aa', 0, 0],
  ['ba', 1, 0],
  ['ab', 0, 1],
  ['bb', 1, 1],
] as const;

/** Returns the probability that a prediction of an item is right. */
function expectedHit(model: AnswerModel, item: SimulatedItem, { predictor, target, group, scramble }: Asked): number {
  const { models } = model.world;
  const { format, habit, knowledge, skill, family } = models[predictor] as SimulatedModel;
  const answer = item.answers[target];
  const ownMode = Number(model.modes[predictor]?.[group] === answer);
  const mode = Number(model.modes[target]?.[group] === answer);
  const seen = family === models[target]?.family ? item.seenByFamily : item.seenByOthers;
  const share = skill[group] ?? 0;
  const guess = share * Number(seen[target] === answer) + (1 - share) * mode;
  const known = predictor === target ? knowledge : 0;
  const learned = scramble ? mode : known + (1 - known) * guess;
  return (1 - format) * (habit * ownMode + (1 - habit) * learned);
}
