import { listForm, objectForm } from '../../domain/answer-form.ts';
import { languages } from '../../domain/language.ts';
import {
  accuracy,
  alwaysFalseAccuracy,
  f1,
  mcc,
  positiveRate,
  precision,
  recall,
  reexecutionAccuracy,
} from '../../measures/binary.ts';
import { shownSlots } from '../common/answer-shown.ts';
import type { Experiment } from '../experiment.ts';
import { ownWords, tabooFile, tabooFolder } from './formats.ts';
import { type AssociationItem, associationItem } from './items.ts';
import { outcomes } from './outcomes.ts';
import { plan, showAnswer } from './plan.ts';
import { presentation } from './presentation.ts';
import { listLength, readList, readPrediction } from './read.ts';
import { simulate } from './simulate.ts';
import { wordings } from './texts.ts';

export const association: Experiment<AssociationItem> = {
  name: 'association',
  version: 1,
  description: 'Which option words will be in the list of five words that the model associates with a target?',
  presentation,
  selfExecutionMeasure: 'accuracy',
  itemSchema: associationItem,
  sources: {
    formats: [tabooFolder, tabooFile, ownWords],
    loadGenerator: async () => (await import('./generate.ts')).generator,
  },
  factors: {
    wording: { levels: wordings },
    optionOrder: { levels: ['given', 'reversed'] },
    mode: { levels: ['direct', 'deliberate'] },
    language: { levels: languages },
    system: { levels: 'any text' },
  },
  publishedPolicy: 'parsed',
  measures: [accuracy, mcc, precision, recall, f1, positiveRate, alwaysFalseAccuracy, reexecutionAccuracy],
  slots: {
    forecast: { kind: 'predict', maxOutputTokens: 4096 },
    ...shownSlots({ maxOutputTokens: 4096 }),
    execute: { kind: 'behave', maxOutputTokens: 4096 },
  },
  people: 'asked',
  cluster: (item) => item.id,
  title: ({ target, options }) => `${target}: ${options.join(', ')}`,
  plan,
  showAnswer,
  form: ({ item }, { slot }) =>
    slot === 'execute'
      ? objectForm({ words: listForm({ type: 'string', maxLength: 40 }, listLength) })
      : objectForm(Object.fromEntries(item.options.map((option) => [option, { type: 'boolean' }]))),
  read: ({ item }, { slot }, { text }) => (slot === 'execute' ? readList(text) : readPrediction(text, item.options)),
  outcomes,
  simulate,
};
