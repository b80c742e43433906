import type { PairRecord } from '../../src/results/study-result.ts';
import { analyzePairs } from '../../src/study/analyses/analyze-pairs.ts';
import { CellIndex } from '../../src/study/analyses/cells.ts';
import type { AnswerModel } from '../support/study/answer-model.ts';
import { type Sample, simulatedModel, simulatedRows, simulatedWorld } from '../support/study/simulated-rows.ts';

/** Parameters that vary in a world without self-knowledge: both predictors, and the predictability of both targets. */
const unequal = { a: { skill: 0.9, public: 1.5 }, b: { skill: 0.4, public: 0.6 } };
const untidy = { a: { ...unequal.a, format: 0.02, habit: 0.1 }, b: { ...unequal.b, format: 0.2, habit: 0.3 } };
const crossed = {
  a: { skill: [0.9, 0.9, 0.2, 0.2], public: [1.5, 1.5, 0.4, 0.4] },
  b: { skill: [0.2, 0.2, 0.9, 0.9], public: [0.4, 0.4, 1.5, 1.5] },
};

interface World {
  readonly model: AnswerModel;
  readonly sample: Omit<Sample, 'seed'>;
}

type ModelParameters = Parameters<typeof simulatedModel>[2];

/** Builds a world of two models. */
export function worldOf(
  a: ModelParameters,
  b: ModelParameters,
  groups = 4,
  sample: Partial<World['sample']> = {},
): World {
  const models = [simulatedModel('ann', groups, a), simulatedModel('bob', groups, b)];
  return { model: simulatedWorld(models, groups), sample: { strings: 200, ...sample } };
}

/** Worlds in which no model knows more about itself than others can observe. */
export const nullWorlds = {
  'equal models': worldOf({}, {}),
  'unequal skill and predictability': worldOf(unequal.a, unequal.b),
  'the same with format failures and habit': worldOf(untidy.a, untidy.b),
  'skill and predictability crossed by group': worldOf(crossed.a, crossed.b),
  'eight properties a string, which go together': worldOf(untidy.a, untidy.b, 8, { sameChances: true }),
  'every row three times': worldOf(untidy.a, untidy.b, 4, { copies: 3 }),
  'a near copy of the same family': worldOf(
    { ...unequal.a, family: 'x', familyWeight: 1 },
    { ...unequal.b, family: 'x', familyWeight: 1, copyOf: 'ann' },
  ),
} as const;

/** Draws a study from a world and analyzes its pair. */
export function drawPair({ model, sample }: World, seed: number): PairRecord {
  const rows = simulatedRows(model, { trainings: 3, ...sample, seed });
  const [pair] = analyzePairs(new CellIndex(rows), [], { seed });
  return pair as PairRecord; // the scenario has two models
}
