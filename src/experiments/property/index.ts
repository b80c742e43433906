import { categoricalMeasures } from '../../measures/categorical/categorical-measures.ts';
import { normalizedString } from '../../util/normalized-string.ts';
import type { Experiment } from '../experiment.ts';
import { jsonLinesFormats } from './formats/json-lines.ts';
import { mmluProperties } from './formats/mmlu-properties.ts';
import { type PropertyItem, propertyItem, uniqueBy } from './items.ts';
import { outcomes } from './outcomes.ts';
import { plan, propertiesOf } from './plan.ts';
import { presentation } from './presentation.ts';
import { wordings } from './prompts.ts';
import { readJudgement, readPrediction } from './read.ts';
import { simulate } from './simulate.ts';
import { splitOf } from './split.ts';
import { training } from './training.ts';

export const property: Experiment<PropertyItem> = {
  name: 'property',
  version: 2,
  readsVersions: [1],
  description: 'Which value will one property of the answer to a prompt have (its first word, its letter, ...)?',
  presentation,
  itemSchema: propertyItem,
  sources: {
    formats: [mmluProperties],
    lineFormats: jsonLinesFormats,
    shippedSets: ['large', 'ladder', 'animals', 'words', 'claims', 'sights'],
  },
  uniqueBy,
  splitOf,
  factors: {
    wording: { levels: wordings },
    optionOrder: { levels: ['given', 'reversed'] },
    mode: { levels: ['direct', 'deliberate'] },
    language: { levels: ['en'] },
    system: { levels: 'any text' },
  },
  publishedPolicy: 'failures-wrong',
  measures: categoricalMeasures,
  repeatsPredictions: true,
  slots: {
    forecast: { kind: 'predict', maxOutputTokens: 4096 },
    execute: { kind: 'behave', maxOutputTokens: 64 },
    judge: { kind: 'judge', maxOutputTokens: 64 },
  },
  training,
  people: {
    refused: 'it asks about words and characters of a text that the model continues, not about a decision of a person',
  },
  cluster: ({ string }) => normalizedString(string),
  title: ({ task, string }) => `${task}: ${string}`,
  plan,
  read: ({ item, condition }, { slot, part }, { text }) => {
    const asked = slot === 'execute' ? undefined : propertiesOf(item).find(({ name }) => name === part);
    if (asked === undefined) return null;
    return slot === 'judge'
      ? readJudgement(text, asked, item)
      : readPrediction(text, asked, { item, mode: condition.mode });
  },
  outcomes,
  simulate,
};
