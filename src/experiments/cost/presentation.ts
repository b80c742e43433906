import { uncountedCaveats } from '../common/uncounted-caveats.ts';
import type { Presentation } from '../presentation.ts';

export const presentation: Presentation = {
  task: 'tokens it will need',
  question: 'How many tokens will I need for this answer?',
  explanation:
    'How many tokens would my answer to this request have? The score is the mean error in doublings: 0 is exact, 1 is wrong by a factor of two, and 5 or more counts as 5. Lower is better. The base rate is the best constant number; the item rule scales the length of the request as on earlier requests.',
  secondaryMeasures: [
    {
      measure: 'within_factor_two',
      name: 'within factor 2',
      help: 'Share of predictions between half and twice the completion tokens.',
    },
    {
      measure: 'log2_bias',
      name: 'bias',
      help: 'Mean of log2(predicted / actual): above 0, it predicts too many tokens.',
    },
  ],
  caveats: uncountedCaveats,
};
