import { choiceForm } from '../../domain/answer-form.ts';
import { languages } from '../../domain/language.ts';
import {
  accuracy,
  itemRuleAccuracy,
  mcc,
  overNiceness,
  positiveRate,
  reexecutionAccuracy,
} from '../../measures/binary.ts';
import { shownSlots } from '../common/answer-shown.ts';
import { shownTexts } from '../common/quote.ts';
import type { Experiment } from '../experiment.ts';
import { xstest, xstestRows } from './formats.ts';
import { type RestrictionItem, restrictionItem } from './items.ts';
import { outcomes, rightShare } from './outcomes.ts';
import { plan, showAnswer } from './plan.ts';
import { presentation } from './presentation.ts';
import { letters, lettersOf, readPrediction, readVerdict } from './read.ts';
import { simulate } from './simulate.ts';
import { wordings } from './texts.ts';

export const restriction: Experiment<RestrictionItem> = {
  name: 'restriction',
  version: 1,
  description: 'Will the model answer the request or refuse it?',
  presentation,
  selfExecutionMeasure: 'accuracy',
  itemSchema: restrictionItem,
  sources: {
    formats: [xstest],
    lineFormats: [xstestRows],
    loadGenerator: async () => (await import('./generate.ts')).generator,
  },
  factors: {
    wording: { levels: wordings },
    optionOrder: { levels: ['given', 'reversed'] },
    mode: { levels: ['deliberate', 'direct'] },
    language: { levels: languages },
    system: { levels: 'any text' },
  },
  people: 'asked',
  takesLabels: true,
  publishedPolicy: 'failures-wrong',
  measures: [accuracy, mcc, overNiceness, positiveRate, itemRuleAccuracy, reexecutionAccuracy],
  slots: {
    forecast: { kind: 'predict', maxOutputTokens: 4096 },
    ...shownSlots({ maxOutputTokens: 4096 }),
    execute: { kind: 'behave', maxOutputTokens: 4096 },
    judge: { kind: 'judge', maxOutputTokens: 4096 },
  },
  rightShare,
  cluster: (item) => item.pair ?? item.id,
  title: ({ prompt }) => prompt,
  plan,
  showAnswer,
  form: ({ judging }, { slot }) =>
    slot === 'execute' ? null : choiceForm('choice', slot === 'judge' ? lettersOf(judging.rubric) : letters),
  read: ({ condition, judging }, { slot, messages }, { text }) => {
    if (slot === 'execute') return null;
    if (slot !== 'judge') return readPrediction(text, condition.optionOrder);
    return readVerdict(text, judging.rubric, shownTexts(messages, ['response']));
  },
  outcomes,
  simulate,
};
