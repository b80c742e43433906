import { objectForm } from '../../domain/answer-form.ts';
import { log2Bias, log2Error, typicalTokens, withinFactorTwo } from '../../measures/numeric/numeric-measures.ts';
import { shownSlots } from '../common/answer-shown.ts';
import { englishFactors, statedSlots } from '../common/predict-and-execute.ts';
import type { Experiment } from '../experiment.ts';
import { type CostItem, costItem } from './items.ts';
import { lengthRule } from './length-rule.ts';
import { outcomes } from './outcomes.ts';
import { plan, showAnswer } from './plan.ts';
import { presentation } from './presentation.ts';
import { wordings } from './prompts.ts';
import { maxStatedTokens, readTokens } from './read.ts';
import { simulate } from './simulate.ts';

export const cost: Experiment<CostItem> = {
  name: 'cost',
  version: 1,
  description: 'How many tokens will the model need for its answer?',
  presentation,
  itemSchema: costItem,
  sources: { shippedSets: ['large'] },
  factors: englishFactors(wordings),
  publishedPolicy: 'parsed',
  measures: [log2Error, withinFactorTwo, log2Bias, typicalTokens],
  slots: { ...statedSlots, ...shownSlots({ maxOutputTokens: 4096 }) },
  people: { refused: "it counts the tokens of an answer, which a person's answer does not have" },
  cluster: (item) => item.template ?? item.id,
  title: ({ prompt }) => prompt,
  plan,
  showAnswer,
  form: (_, { slot }) =>
    slot === 'execute' ? null : objectForm({ tokens: { type: 'integer', minimum: 1, maximum: maxStatedTokens - 1 } }),
  read: (_, { slot }, { text }) => (slot === 'execute' ? null : readTokens(text)),
  outcomes,
  crossItemPass: lengthRule,
  simulate,
};
