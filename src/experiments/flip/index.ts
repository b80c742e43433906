import { objectForm } from '../../domain/answer-form.ts';
import { changeSize, flipRate, ruleFlipRate, smallChangeShare } from '../../measures/edit/edit-measures.ts';
import { englishFactors } from '../common/predict-and-execute.ts';
import { readSolution, solutionForm } from '../common/solve-question.ts';
import type { Experiment } from '../experiment.ts';
import { maxDistance } from './edits.ts';
import { type FlipItem, flipItem } from './items.ts';
import { outcomes } from './outcomes.ts';
import { plan } from './plan.ts';
import { presentation } from './presentation.ts';
import { wordings } from './prompts.ts';
import { readChange } from './read.ts';
import { simulate } from './simulate.ts';

export const flip: Experiment<FlipItem> = {
  name: 'flip',
  version: 1,
  description: 'Can the model change a question a little so that its answer changes?',
  presentation,
  itemSchema: flipItem,
  sources: { shippedSets: [] },
  factors: englishFactors(wordings),
  publishedPolicy: 'parsed',
  measures: [
    flipRate(2),
    changeSize,
    smallChangeShare,
    ruleFlipRate('unchanged_flip_rate', 0),
    ruleFlipRate('fixed_flip_rate', 1),
    ruleFlipRate('random_flip_rate', 2),
  ],
  slots: {
    change: {
      kind: 'author',
      maxOutputTokens: 4096,
      exemplar: (mark) =>
        JSON.stringify({ question: `A changed question of about the length that such questions have (${mark})?` }),
    },
    execute: { kind: 'behave', maxOutputTokens: 8192 },
  },
  people: { refused: 'the author of a changed question remembers what it was changed for' },
  cluster: ({ template, id }) => template ?? id,
  title: ({ question }) => question,
  plan,
  form: ({ item }, { slot }) =>
    slot === 'execute'
      ? solutionForm
      : objectForm({ question: { type: 'string', maxLength: item.question.length + maxDistance } }),
  read: ({ item }, { slot }, { text }) => (slot === 'execute' ? readSolution(item, text) : readChange(text, item)),
  outcomes,
  simulate,
};
