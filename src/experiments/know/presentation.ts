import type { Estimate } from '../../results/estimate.ts';
import type { Presentation } from '../presentation.ts';

/** Below this resolution of the Brier score, the stated probabilities do not separate right from wrong answers. */
const minResolution = 0.001;

export const presentation: Presentation = {
  task: 'answers it will know',
  question: 'How likely is it that I answer this question correctly?',
  explanation:
    'How likely is it that I would answer this multiple-choice question correctly? A probability of 50 % or more counts as “correctly”; the score is the share of questions for which that is right. The Brier score, AUROC and calibration use the probability itself.',
  outcomeWords: { yes: 'answers it correctly', no: 'answers it incorrectly' },
  caveats: constantConfidence,
};

/** Returns a caveat for models that state (almost) the same probability for right and for wrong answers. */
function constantConfidence(estimates: readonly Estimate[]): readonly string[] {
  const constant = estimates.filter(
    ({ measure, policy, value }) =>
      measure === 'brier_resolution' && policy === 'parsed' && value !== null && value < minResolution,
  );
  const models = [...new Set(constant.map(({ model }) => model))];
  if (models.length === 0) return [];
  return [
    `No signal: the probabilities that ${models.join(', ')} stated do not separate right from wrong answers. A small calibration error then only says that the average is right.`,
  ];
}
