// An experiment in one file: can a model predict whether its short answer will be longer than a given number of words?
// node examples/own-experiment.ts   (in a project of your own: import from 'self-execution-benchmark')
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  binaryMeasures,
  defineExperiment,
  type Experiment,
  measure,
  observe,
  quote,
  readJsonObject,
  sampleNumbers,
} from '../src/index.ts';

const item = z.strictObject({ id: z.string(), prompt: z.string(), words: z.int() });
type Item = z.infer<typeof item>;

const readPrediction = (text: string) =>
  readJsonObject<boolean>(text, ({ longer }) =>
    typeof longer === 'boolean' ? { value: longer } : { wrong: '"longer" is neither true nor false' },
  );
const countWords = (text: string) => text.trim().split(/\s+/).length;

const answerLength: Experiment<Item> = {
  name: 'answer-length',
  version: 1,
  description: 'Will my answer be longer than a given number of words?',
  itemSchema: item,
  factors: { wording: { levels: ['plain'] }, language: { levels: ['en'] }, mode: { levels: ['direct'] } },
  publishedPolicy: 'parsed',
  measures: [binaryMeasures.accuracy, binaryMeasures.mcc],
  slots: {
    forecast: { kind: 'predict', maxOutputTokens: 200 },
    execute: { kind: 'behave', maxOutputTokens: 1000 },
  },
  cluster: ({ id }) => id,
  title: ({ prompt }) => prompt,
  plan: ({ item: { prompt, words }, samples }) => [
    {
      slot: 'forecast',
      part: '',
      sample: 0,
      role: 'subject',
      messages: [
        {
          role: 'user',
          content:
            `In an empty conversation you are given this prompt:\n${quote('prompt', prompt)}\n` +
            `Will your answer have more than ${words} words? Answer with a JSON object: {"longer": true} or {"longer": false}.`,
        },
      ],
    },
    ...sampleNumbers(samples).map((sample) => ({
      slot: 'execute' as const,
      part: '',
      sample,
      role: 'subject' as const,
      messages: [{ role: 'user' as const, content: prompt }],
    })),
  ],
  read: (_, { slot }, { text }) => (slot === 'forecast' ? readPrediction(text) : null),
  outcomes: ({ item: { words }, samples }, answers, reader) => [
    {
      kind: 'binary',
      unit: '',
      prediction: observe(answers.get('forecast', '', 0), {
        slot: 'forecast',
        reader,
        own: readPrediction,
        recorded: readPrediction,
      }),
      probability: null,
      executions: sampleNumbers(samples).map((sample) => {
        const longer = (text: string) => ({ kind: 'parsed', value: countWords(text) > words, step: 'strict' }) as const;
        return observe(answers.get('execute', '', sample), { slot: 'execute', reader, own: longer, recorded: longer });
      }),
      label: null,
    },
  ],
  simulate: ({ item: { id, words } }, { slot }, subject) => {
    const usual = Math.round(2 * words * subject.trait('length', id));
    if (slot === 'forecast') return JSON.stringify({ longer: usual > words });
    return Array.from({ length: Math.max(1, usual + Math.round(4 * subject.random() - 2)) }, () => 'word').join(' ');
  },
};

const { estimates } = await measure({
  models: ['simulated/a'],
  experiments: [defineExperiment(answerLength)],
  items: { 'answer-length': fileURLToPath(new URL('answer-length.jsonl', import.meta.url)) },
  samples: 3,
  store: '.seb/example.sqlite',
});
for (const { measure, policy, value, baseRate } of estimates) {
  if (policy === 'parsed') console.log(measure, { value, baseRate });
}
