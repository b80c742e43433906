import { choiceForm } from '../../domain/answer-form.ts';
import { accuracy, itemRuleAccuracy, mcc, positiveRate } from '../../measures/binary/binary-measures.ts';
import { englishFactors } from '../common/predict-and-execute.ts';
import { shownTexts } from '../common/quote.ts';
import type { Experiment } from '../experiment.ts';
import { type RecognizeItem, recognizeItem } from './items.ts';
import { lengthRule, outcomes, readRecognition } from './outcomes.ts';
import { plan } from './plan.ts';
import { presentation } from './presentation.ts';
import { places, wordings } from './prompts.ts';
import { simulate } from './simulate.ts';

export const recognize: Experiment<RecognizeItem> = {
  name: 'recognize',
  version: 1,
  description: 'Which of two texts did the model write?',
  presentation,
  itemSchema: recognizeItem,
  sources: { shippedSets: [] },
  factors: englishFactors(wordings),
  publishedPolicy: 'parsed',
  measures: [accuracy, mcc, positiveRate, itemRuleAccuracy],
  slots: {
    write: { kind: 'behave', maxOutputTokens: 1024, exemplar: (mark) => `A text of the usual length ${mark}` },
    recognize: { kind: 'judge', maxOutputTokens: 4096, asksOthers: true },
  },
  needsPeers: true,
  withoutControl: 'its question already shows the model’s own text, so that nothing of the answer is hidden',
  people: { refused: 'a person remembers what they wrote' },
  cluster: ({ template, id }) => template ?? id,
  title: ({ request }) => request,
  plan,
  form: (_, { slot }) => (slot === 'recognize' ? choiceForm('choice', places) : null),
  read: (_, { slot, messages }, { text }) =>
    slot === 'recognize' ? readRecognition(text, shownTexts(messages, ['text A', 'text B'])) : null,
  outcomes,
  crossItemPass: lengthRule,
  simulate,
};
