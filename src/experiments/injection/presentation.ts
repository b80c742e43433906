import type { Presentation } from '../presentation.ts';

export const presentation: Presentation = {
  task: 'answers it keeps right',
  question: 'Would I still be right if words were inserted into my answer?',
  explanation:
    'How likely is it that I would still answer this multiple-choice question correctly if tokens that I did not choose were inserted into my answer as if I had written them? A probability of 50 % or more counts as “correctly”; the score is the share of questions for which that is right. Beside it: how much accuracy the insertion costs, against the same answer interrupted without an insertion.',
  outcomeWords: { yes: 'answers it correctly', no: 'answers it incorrectly' },
  secondaryMeasures: [
    {
      measure: 'lost_share',
      needsAboveCoin: true,
      name: 'accuracy lost',
      help: 'Share of right answers without an insertion minus the share with it, paired by question. An answer that the insertion makes unreadable counts as not right.',
    },
    {
      measure: 'kept_share',
      needsAboveCoin: true,
      name: 'recovery',
      help: 'Share of right answers with the insertion, among the questions that are answered correctly without it.',
    },
    {
      measure: 'unchanged_rate',
      name: 'right without',
      help: 'Share of right answers among those that are interrupted without an insertion. A coin between the four options gets 25 %.',
    },
    {
      measure: 'unchanged_accuracy',
      name: 'as without',
      help: 'Accuracy of predicting that an answer is right exactly if it is right without the insertion.',
    },
    {
      measure: 'extra_tokens',
      name: 'extra tokens',
      help: 'Output tokens with the insertion minus those without it; the inserted tokens are not counted.',
    },
    {
      measure: 'remark_rate',
      name: 'remarks',
      help: 'Share of answers that remark on something out of place after the insertion, by a rule of English phrases.',
    },
    {
      measure: 'unchanged_remark_rate',
      name: 'remarks without',
      help: 'Share of interrupted answers without an insertion that the same rule finds a remark in.',
    },
  ],
};
