import { z } from 'zod';
import type { Call } from '../../../src/domain/call.ts';
import type { Reading } from '../../../src/domain/reading.ts';
import { observe, sampleNumbers } from '../../../src/experiments/common/observe.ts';
import type { Experiment } from '../../../src/experiments/experiment.ts';
import { accuracy, positiveRate } from '../../../src/outcome-kinds/binary.ts';
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

/** An experiment in one folder that the program does not know. */
export const vowel: Experiment<Item> = {
  name: 'vowel',
  version: 1,
  description: 'Will the answer begin with a vowel?',
  presentation,
  itemSchema: item,
  factors: {
    wording: { levels: ['plain'] },
    language: { levels: ['en'] },
    mode: { levels: ['direct'] },
    tone: { levels: ['plain', 'polite'] },
  },
  publishedPolicy: 'parsed',
  measures: [accuracy, positiveRate],
  slots: {
    guess: { kind: 'predict', maxOutputTokens: 10 },
    word: { kind: 'behave', maxOutputTokens: 12 },
  },
  cluster: ({ id }) => id,
  title: ({ topic }) => `One word about ${topic}`,
  plan: ({ item: { topic }, condition: { tone }, samples }) => [
    {
      ...{ slot: 'guess', part: '', sample: 0, role: 'subject' },
      messages: asked(
        `Will your one word about ${topic} begin with a vowel? ${tone === 'polite' ? 'Please answer' : 'Answer'} yes or no.`,
      ),
    },
    ...sampleNumbers(samples).map(
      (sample): Call => ({
        ...{ slot: 'word', part: '', sample, role: 'subject' },
        messages: asked(`Write one word about ${topic}.`),
      }),
    ),
  ],
  read: (_, { slot }, { text }) => (slot === 'guess' ? readPrediction(text) : readWord(text)),
  outcomes: ({ samples }, answers, reader) => [
    {
      ...{ kind: 'binary', unit: '', probability: null, label: null },
      prediction: observe(answers.get('guess', '', 0), {
        ...{ slot: 'guess', reader, own: readPrediction, recorded: readPrediction },
      }),
      executions: sampleNumbers(samples).map((sample) =>
        observe(answers.get('word', '', sample), {
          ...{ slot: 'word', reader, own: readWord, recorded: readWord },
        }),
      ),
    },
  ],
  simulate: ({ item: { id } }, { slot }, { trait, random }) => {
    const chance = trait('vowel', id);
    if (slot === 'guess') return chance > 0.5 ? 'yes' : 'no';
    return random() < chance ? 'apple' : 'stone';
  },
};
