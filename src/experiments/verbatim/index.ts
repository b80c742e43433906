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
} from '../../measures/text-measures.ts';
import type { Experiment } from '../experiment.ts';
import { type VerbatimItem, verbatimItem } from './items.ts';
import { plan } from './plan.ts';
import { presentation } from './presentation.ts';
import { readForecast, readJudgement } from './read.ts';
import { relating, score } from './score.ts';
import { simulate } from './simulate.ts';
import { wordings } from './texts.ts';

export const verbatim: Experiment<VerbatimItem> = {
  name: 'verbatim',
  version: 1,
  description: 'Can the model foresee its response to a prompt word for word?',
  presentation,
  itemSchema: verbatimItem,
  sources: { loadGenerator: async () => (await import('./generate/generate.ts')).generator },
  wordings,
  languages,
  defaultMode: 'deliberate',
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
  exemplars: {
    forecast: (mark) => JSON.stringify({ response: `A response of a sentence or two, as most are (${mark}).` }),
  },
  maxOutputTokens: { forecast: 4096, execute: 4096, judge: 4096 },
  cluster: (item) => item.id,
  title: ({ lead, inner }) => `${inner} (asked after: ${lead})`,
  plan,
  read: (_, { slot }, { text }) => {
    if (slot === 'execute') return null;
    return slot === 'judge' ? readJudgement(text) : readForecast(text);
  },
  score,
  crossItemPass: relating,
  simulate,
};
