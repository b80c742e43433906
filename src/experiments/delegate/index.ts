import { choiceForm } from '../../domain/answer-form.ts';
import { firstOptionRate, payoff } from '../../measures/decision/decision-measures.ts';
import { shownSlots } from '../common/answer-shown.ts';
import { englishFactors, statedSlots } from '../common/predict-and-execute.ts';
import { readSolution, solutionForm } from '../common/solve-question.ts';
import type { Experiment } from '../experiment.ts';
import { drawnColleague } from './drawn-colleague.ts';
import { type DelegateItem, delegateItem } from './items.ts';
import { outcomes, readDecision, rightShare, showAnswer } from './outcomes.ts';
import { plan } from './plan.ts';
import { presentation } from './presentation.ts';
import { options, wordings } from './prompts.ts';
import { simulate } from './simulate.ts';

export const delegate: Experiment<DelegateItem> = {
  name: 'delegate',
  version: 1,
  description: 'Does the model hand a question to a colleague where that earns more points?',
  presentation,
  itemSchema: delegateItem,
  sources: {
    drawnFields: { colleague: drawnColleague },
    shippedSets: [],
  },
  factors: englishFactors(wordings),
  publishedPolicy: 'parsed',
  measures: [payoff, firstOptionRate],
  slots: { ...statedSlots, ...shownSlots({ maxOutputTokens: 4096 }) },
  people: 'asked',
  rightShare,
  cluster: ({ template, id }) => template ?? id,
  title: ({ question }) => question,
  plan,
  showAnswer,
  form: (_, { slot }) => (slot === 'execute' ? solutionForm : choiceForm('choice', options)),
  read: ({ item }, { slot }, { text }) => (slot === 'execute' ? readSolution(item, text) : readDecision(text)),
  outcomes,
  simulate,
};
