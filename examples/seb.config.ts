// A complete config file: `seb run` uses it in its folder. Every flag is a field in camel case; flags take precedence.
// seb run --dry-run        (in a project of your own: import from 'self-execution-benchmark')
import { defineConfig } from '../src/index.ts';

export default defineConfig({
  model: ['openai/gpt-4.1-mini'], // for your own server: 'openai-compatible/NAME' and baseUrl: 'http://127.0.0.1:8000/v1'
  experiment: ['restriction', 'association'],
  // items: { restriction: 'requests.csv' },
  // map: { prompt: 'request' },
  // mapValue: { 'label:benign': 'safe' },
  random: 100,
  samples: 2,
  temperature: 0.7,
  budget: 5, // US dollars; leave it out for a server of your own, whose price is not known
  store: '.seb/store.sqlite',
  // attributes: 'models.csv', // facts about models, for `seb report --config seb.config.ts` and `seb compare --config ...`
});
