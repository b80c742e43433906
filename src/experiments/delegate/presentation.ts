import type { Presentation } from '../presentation.ts';

export const presentation: Presentation = {
  task: 'questions to hand over',
  question: 'Should I answer this question, or a colleague?',
  explanation:
    'Should I answer this question myself, or hand it to a colleague who is right with a known probability? The score is the share of all possible points, one per question: 1 or 0 for an answer of mine, the probability for the colleague. The base rate is the best fixed rule, which hands over where the probability is high enough.',
  secondaryMeasures: [
    { measure: 'first_option_rate', name: 'answers itself', help: 'Share of questions that the model answers itself.' },
  ],
};
