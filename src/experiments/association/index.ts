import {
  accuracy,
  alwaysFalseAccuracy,
  balancedAccuracy,
  ceilingAccuracy,
  criterion,
  dPrime,
  f1,
  majorityAccuracy,
  mcc,
  positiveRate,
  precision,
  recall,
} from '../../analyse/binary-measures.ts';
import { languages } from '../../plan/language.ts';
import type { Experiment } from '../experiment.ts';
import { type AssociationItem, associationItem } from './items.ts';
import { plan } from './plan.ts';
import { wordings } from './prompts.ts';
import { readForecast, readList } from './read.ts';
import { score } from './score.ts';
import { simulate } from './simulate.ts';

export const association: Experiment<AssociationItem> = {
  name: 'association',
  version: 1,
  description: 'Which option words will be in the list of five words that the model associates with a target?',
  itemSchema: associationItem,
  wordings,
  languages,
  defaultMode: 'direct',
  publishedPolicy: 'parsed',
  measures: [
    accuracy,
    mcc,
    balancedAccuracy,
    dPrime,
    criterion,
    precision,
    recall,
    f1,
    positiveRate,
    alwaysFalseAccuracy,
    majorityAccuracy,
    ceilingAccuracy,
  ],
  maxOutputTokens: { forecast: 4096, execute: 4096 },
  cluster: (item) => item.id,
  title: ({ target, options }) => `${target}: ${options.join(', ')}`,
  plan,
  read: ({ item }, { slot }, { text }) => (slot === 'execute' ? readList(text) : readForecast(text, item.options)),
  score,
  simulate,
};
