import type { Presentation } from '../presentation.ts';

export const presentation: Presentation = {
  task: 'what flips its answer',
  question: 'Which small change of this question changes my answer?',
  explanation:
    'Which small change of this question changes my answer? I write a changed question, and both are answered in fresh sessions. The score is the share of answers that differ; a change of more than 20 characters counts as none. The base rate is the best of three rules: no change (answers that differ by chance), the same words before every question, and a random word replaced, which is also the item rule.',
  without: ['reexecution', 'otherModels'],
  secondaryMeasures: [
    {
      measure: 'change_size',
      name: 'size',
      help: 'Mean size of the changes that flip the answer: characters changed as a share of the longer question.',
    },
    {
      measure: 'small_change_share',
      name: 'small enough',
      help: 'Share of the written changes that have 1 to 20 characters.',
    },
    { measure: 'unchanged_flip_rate', name: 'unchanged', help: 'Share of answers that differ without any change.' },
    { measure: 'fixed_flip_rate', name: 'fixed change', help: 'The score of the same words before every question.' },
    { measure: 'random_flip_rate', name: 'random change', help: 'The score of a random word replaced by another.' },
  ],
};
