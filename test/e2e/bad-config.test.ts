import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sebHere } from '../support/in-process.ts';
import { expectRefusal, newFolder, newStore } from '../support/refusal.ts';

describe('a config file with invalid objects', () => {
  test.each([
    ['model: 5', /model: .*list/],
    ['model: [{}]', /model/],
    ['model: [null]', /model/],
    ['model: [{ name: "own/x", ask() {} }]', /model.0: is neither a name nor a model object/],
    ['judge: 5', /judge: is neither a name nor a model object/],
    ['experiments: [null]', /experiments.*experiment/],
    ['experiments: [{ name: "x" }]', /experiments/],
    ['experiments: 3', /experiments/],
  ])('refuses %s by name', async (field, message) => {
    const config = join(newFolder(), 'seb.config.mjs');
    writeFileSync(config, `export default { ${field} };\n`);
    const args = ['run', '--model', 'simulated/ada', '--config', config, '--store', newStore()];
    expectRefusal(await sebHere(args), message, /./);
  });
});

test.each([
  ['modle', 'model'],
  ['model_name', null],
  ['expermients', 'experiments'],
  ['experimnt', 'experiment'],
  ['atributes', 'attributes'],
  ['sampels', 'samples'],
  ['baseurl', 'baseUrl'],
  ['budgte', 'budget'],
])('suggests for the key %s of a config file: %s', async (typed, meant) => {
  const config = join(newFolder(), 'seb.config.mjs');
  writeFileSync(config, `export default { model: ['simulated/ada'], ${typed}: 5 };\n`);
  const { stderr, code } = await sebHere(['run', '--config', config, '--store', newStore()]);
  expect(stderr).toContain(`there is no option "${typed}"${meant === null ? '' : ` (did you mean ${meant}?)`}`);
  expect(code).toBe(1);
});

test('refuses a config file of another kind, and says where options are written', async () => {
  const config = join(newFolder(), 'seb.yaml');
  writeFileSync(config, 'model: simulated/ada\n');
  const args = ['run', '--config', config, '--store', newStore()];
  expectRefusal(await sebHere(args), /seb\.yaml is not a TypeScript or JavaScript file/, /seb\.config\.ts/);
});

test('says that an option got more values than it takes', async () => {
  const ended = await sebHere(['run', '--model', 'simulated/ada', '--temperature', '0', '1']);
  expect(ended.stderr).toContain('an option got more values than it takes');
  expect(ended.code).toBe(1);
});

test('names the experiment that training rows need', async () => {
  const store = newStore();
  const run = ['run', '--model', 'simulated/ada', '--experiment', 'restriction', '--limit', '1', '--store', store];
  expect(await sebHere(run)).toMatchObject({ code: 0 });
  const rows = ['train', 'rows', '--run', 'latest', '--arm', 'self', '--out', join(newFolder(), 'rows')];
  const refused = await sebHere([...rows, '--wording', 'asked-before', '--store', store]);
  expectRefusal(refused, /has no experiment property, from which training rows/, /seb run --experiment property/);
});

test('a word list in one line, with a line break at its end, is a word list', async () => {
  const file = join(newFolder(), 'words.json');
  writeFileSync(file, '{"dog":["a","b","c"]}\n');
  const args = ['run', '--model', 'simulated/ada', '--items', `association=${file}`, '--json', '--store', newStore()];
  expect(await sebHere([...args, '--experiment', 'association'])).toMatchObject({ code: 0 });
});
