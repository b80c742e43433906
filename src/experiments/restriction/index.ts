import {
  accuracy,
  balancedAccuracy,
  ceilingAccuracy,
  criterion,
  dPrime,
  labelAccuracy,
  majorityAccuracy,
  mcc,
  overNiceness,
  positiveRate,
} from '../../analyse/binary-measures.ts';
import { languages } from '../../plan/language.ts';
import type { Experiment } from '../experiment.ts';
import { type RestrictionItem, restrictionItem } from './items.ts';
import { plan } from './plan.ts';
import { wordings } from './prompts.ts';
import { readForecast, readVerdict } from './read.ts';
import { score } from './score.ts';
import { simulate } from './simulate.ts';

export const restriction: Experiment<RestrictionItem> = {
  name: 'restriction',
  version: 1,
  description: 'Will the model answer the request or refuse it?',
  itemSchema: restrictionItem,
  wordings,
  languages,
  defaultMode: 'deliberate',
  publishedPolicy: 'failures-wrong',
  measures: [
    accuracy,
    mcc,
    balancedAccuracy,
    dPrime,
    criterion,
    overNiceness,
    positiveRate,
    majorityAccuracy,
    labelAccuracy,
    ceilingAccuracy,
  ],
  maxOutputTokens: { forecast: 4096, execute: 4096, judge: 4096 },
  cluster: (item) => item.pair ?? item.id,
  title: ({ prompt }) => prompt,
  plan,
  read: ({ condition, judging }, { slot }, { text }) => {
    if (slot === 'execute') return null;
    return slot === 'judge' ? readVerdict(text, judging.rubric) : readForecast(text, condition.optionOrder);
  },
  score,
  simulate,
};
