import { choiceForm, objectForm } from '../../domain/answer-form.ts';
import { languages } from '../../domain/language.ts';
import {
  differsShare,
  editSimilarity,
  engagesShare,
  exactMatch,
  firstWordsMatch,
  judgedDiffersShare,
  judgedEngagesShare,
  lengthRatio,
  reexecutionEditSimilarity,
  tokenF1,
  unrelatedEditSimilarity,
} from '../../measures/text/text-measures.ts';
import { shownTexts } from '../common/quote.ts';
import type { Experiment } from '../experiment.ts';
import { type VerbatimItem, verbatimItem } from './items.ts';
import { outcomes, relating } from './outcomes.ts';
import { plan } from './plan.ts';
import { presentation } from './presentation.ts';
import { judgedNames, judgeLetters } from './prompts.ts';
import { readJudgement, readPrediction } from './read.ts';
import { simulate } from './simulate.ts';
import { wordings } from './texts.ts';

export const verbatim: Experiment<VerbatimItem> = {
  name: 'verbatim',
  version: 1,
  description: 'Can the model predict its response to a prompt word for word?',
  presentation,
  itemSchema: verbatimItem,
  sources: { shippedSets: ['large'] },
  factors: {
    wording: { levels: wordings },
    optionOrder: { levels: ['given', 'reversed'] },
    mode: { levels: ['deliberate', 'direct'] },
    language: { levels: languages },
    system: { levels: 'any text' },
  },
  publishedPolicy: 'failures-wrong',
  measures: [
    editSimilarity,
    exactMatch,
    tokenF1,
    lengthRatio,
    firstWordsMatch,
    reexecutionEditSimilarity,
    unrelatedEditSimilarity,
    engagesShare,
    differsShare,
    judgedEngagesShare,
    judgedDiffersShare,
  ],
  slots: {
    forecast: {
      kind: 'predict',
      maxOutputTokens: 4096,
      exemplar: (mark) => JSON.stringify({ response: `A response of a sentence or two, as most are (${mark}).` }),
    },
    execute: { kind: 'behave', maxOutputTokens: 4096 },
    judge: { kind: 'judge', maxOutputTokens: 4096 },
  },
  people: { refused: 'it compares wording, which a person does not reproduce' },
  cluster: (item) => item.id,
  title: ({ lead, inner }) => `${inner} (asked after: ${lead})`,
  plan,
  form: (_, { slot }) => {
    if (slot === 'execute') return null;
    return slot === 'judge'
      ? choiceForm('choice', Object.keys(judgeLetters))
      : objectForm({ response: { type: 'string' } });
  },
  read: (_, { slot, messages }, { text }) => {
    if (slot === 'execute') return null;
    return slot === 'judge' ? readJudgement(text, shownTexts(messages, judgedNames)) : readPrediction(text);
  },
  outcomes,
  crossItemPass: relating,
  simulate,
};
