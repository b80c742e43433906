// A model of your own: a name and a function that answers messages. Here a parrot, which predicts itself perfectly.
// In a config file it is an entry of `model`, or `judge`; model objects of the AI SDK can be given there too.
// node examples/own-model.ts        (in a project of your own: import from 'self-execution-benchmark')
import { defineModel, measure } from '../src/index.ts';

const phrase = 'Pieces of eight!';

const parrot = defineModel({
  name: 'own/parrot',
  version: 1, // answers are stored under name and version: change it with the model
  concurrency: 4,
  respond: ({ messages }) => {
    const asked = messages.map(({ content }) => content).join('\n');
    return asked.includes('"response"') ? JSON.stringify({ response: phrase }) : phrase;
  },
});

const judge = defineModel({ name: 'own/judge', version: 1, respond: () => '{"choice": "A"}' });

const { run, progress, estimates } = await measure({
  models: [parrot],
  judge,
  experiments: ['verbatim'],
  limit: 5,
  store: '.seb/example.sqlite',
});

console.log(run, `${progress.answered + progress.found} answers`);
for (const { measure, policy, value, n } of estimates) {
  if (policy === 'parsed' && value !== null) console.log(measure, { value, n });
}
