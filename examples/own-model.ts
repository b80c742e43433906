// A model of your own: anything that can answer messages. Here a program that always says the same.
// In a config file, any model object of the AI SDK does as well:  model: [openai.chat('gpt-4.1-mini')]
// node examples/own-model.ts
import { executeRun, type LanguageModel, openStore, prepareRun } from '../src/index.ts';

const parrot: LanguageModel = {
  name: 'own/parrot',
  identity: 'own/parrot@1',
  endpoint: 'own/parrot',
  defaultConcurrency: 4,
  async ask() {
    return {
      kind: 'answered',
      text: '{"words": ["one", "two", "three", "four", "five"]}',
      reasoning: null,
      usage: { input: null, cachedInput: null, output: null, reasoning: null, raw: null },
      served: { model: null, fingerprint: null, upstream: null },
      finishReason: 'stop',
      logprobs: null,
    };
  },
  async close() {},
};

const store = await openStore('.seb/example.sqlite');
const prepared = await prepareRun({ model: ['simulated/a'], experiment: ['association'], limit: 5 }, {}, store);
const own = {
  ...prepared,
  config: { ...prepared.config, models: [{ name: parrot.name, identity: parrot.identity, baseUrl: null }] },
  models: new Map([[parrot.identity, { model: parrot, price: null }]]),
};
const result = await executeRun(own, { store, stop: new AbortController().signal, onProgress: () => {} });
console.log(result.run, result.status, `${result.progress.answered + result.progress.found} answers`);
await store.close();
