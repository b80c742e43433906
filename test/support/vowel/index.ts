import { z } from 'zod';
import type { Call } from '../../../src/domain/call.ts';
import type { Reading } from '../../../src/domain/reading.ts';
import type { Experiment } from '../../../src/experiments/experiment.ts';
import { accuracy, positiveRate } from '../../../src/measures/binary-measures.ts';
import { observe, sampleNumbers } from '../../../src/read/observe.ts';
import { presentation } from './presentation.ts';

const item = z.strictObject({ id: z.string(), topic: z.string() });
type Item = z.infer<typeof item>;

function readPrediction(text: string): Reading<boolean> {
  if (/^(yes|no)\b/i.test(text)) return { kind: 'parsed', value: /^y/i.test(text), step: 'text' };
  return { kind: 'unparsed', reason: 'neither yes nor no' };
}

function readWord(text: string): Reading<boolean> {
  if (/^[a-z]/i.test(text)) return { kind: 'parsed', value: /^[aeiou]/i.test(text), step: 'text' };
  return { kind: 'unparsed', reason: 'not a word' };
}

const asked = (content: string): Call['messages'] => [{ role: 'user', content }];

/** An experiment that the program knows nothing about, in one folder. */
export const vowel: Experiment<Item> = {
  name: 'vowel',
  version: 1,
  description: 'Will the answer begin with a vowel?',
  presentation,
  itemSchema: item,
  wordings: ['plain'],
  languages: ['en'],
  defaultMode: 'direct',
  publishedPolicy: 'parsed',
  measures: [accuracy, positiveRate],
  maxOutputTokens: { forecast: 10, execute: 10 },
  cluster: ({ id }) => id,
  title: ({ topic }) => `One word about ${topic}`,
  plan: ({ item: { topic }, samples }) => [
    {
      ...{ slot: 'forecast', part: '', sample: 0, role: 'subject' },
      messages: asked(`Will your one word about ${topic} begin with a vowel? Answer yes or no.`),
    },
    ...sampleNumbers(samples).map(
      (sample): Call => ({
        ...{ slot: 'execute', part: '', sample, role: 'subject' },
        messages: asked(`Write one word about ${topic}.`),
      }),
    ),
  ],
  read: (_, { slot }, { text }) => (slot === 'forecast' ? readPrediction(text) : readWord(text)),
  score: ({ samples }, answers, reader) => [
    {
      ...{ kind: 'binary', unit: '', probability: null, label: null },
      forecast: observe(answers.get('forecast', '', 0), {
        ...{ slot: 'forecast', reader, own: readPrediction, recorded: readPrediction },
      }),
      executions: sampleNumbers(samples).map((sample) =>
        observe(answers.get('execute', '', sample), {
          ...{ slot: 'execute', reader, own: readWord, recorded: readWord },
        }),
      ),
    },
  ],
  simulate: ({ item: { id } }, { slot }, { trait, random }) => {
    const chance = trait('vowel', id);
    if (slot === 'forecast') return chance > 0.5 ? 'yes' : 'no';
    return random() < chance ? 'apple' : 'stone';
  },
};
