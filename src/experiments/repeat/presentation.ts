import type { Presentation } from '../presentation.ts';

export const presentation: Presentation = {
  task: 'answers it repeats',
  question: 'Will I give the same answer again?',
  explanation:
    'How likely is it that I would give the same short answer to this request twice? A probability of 50 % or more counts as “the same”; the score is the share of pairs of executions for which that is right. The Brier score, AUROC and calibration use the probability itself.',
  outcomeWords: { yes: 'repeats its answer', no: 'changes its answer' },
};
