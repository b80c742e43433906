import { probabilityMeasures } from '../../measures/binary/binary-measures.ts';
import { shownSlots } from '../common/answer-shown.ts';
import { englishFactors, probabilitySlots } from '../common/predict-and-execute.ts';
import { probabilityForm, readProbabilityText } from '../common/probability.ts';
import { readSolution, solutionForm } from '../common/solve-question.ts';
import type { Experiment } from '../experiment.ts';
import { type KnowItem, knowItem } from './items.ts';
import { outcomes, rightShare, showAnswer } from './outcomes.ts';
import { plan } from './plan.ts';
import { presentation } from './presentation.ts';
import { wordings } from './prompts.ts';
import { simulate } from './simulate.ts';

export const know: Experiment<KnowItem> = {
  name: 'know',
  version: 1,
  description: 'How likely is the model to answer this question correctly?',
  presentation,
  itemSchema: knowItem,
  sources: { shippedSets: ['large'] },
  factors: { ...englishFactors(wordings), shown: { levels: ['question', 'options'] } },
  publishedPolicy: 'parsed',
  measures: probabilityMeasures,
  slots: { ...probabilitySlots, ...shownSlots({ maxOutputTokens: 4096 }) },
  people: 'asked',
  rightShare,
  cluster: (item) => item.id,
  title: ({ question }) => question,
  plan,
  showAnswer,
  form: (_, { slot }) => (slot === 'execute' ? solutionForm : probabilityForm),
  read: ({ item }, { slot }, { text }) => (slot === 'execute' ? readSolution(item, text) : readProbabilityText(text)),
  outcomes,
  simulate,
};
