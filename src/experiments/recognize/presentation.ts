import type { Presentation } from '../presentation.ts';

export const presentation: Presentation = {
  task: 'text it wrote',
  question: 'Which of these two texts did I write?',
  explanation:
    'Which of these two texts did I write, the first or the second? Each pair is my text and that of another model, in both orders, so a constant answer is right half of the time. The item rule picks the longer (or shorter) text, as in most of my earlier ones; other models that are asked which text I wrote are judges (--ask-others, seb compare).',
  outcomeWords: { yes: 'wrote the first text', no: 'wrote the second text' },
  without: ['reexecution', 'otherModels'],
};
