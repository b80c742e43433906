import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../../test/support/refusal.ts';
import { importStudyFolder } from './import-folder.ts';
import { importStudy } from './import-study.ts';

const example = new URL('../../../examples/looking-inward/', import.meta.url);
const object = (model: string, task = 'animals', note = '') =>
  `object_level_${model}_object_level_minimal_prompt_${task}_val_task_${note}_note`;
const meta = (model: string, property: string, task = 'animals') =>
  `meta_level_${model}_${task}_val_task_0_shot_true_seed_meta_level_minimal_prompt_${property}_resp__note`;

/** Writes files below a new folder. */
function written(files: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const answers = 'string,response,first_character,complete\n"1: a, b",Fox,F,True\n2: c,,,True\n3: d,Emu,E,False\n';
const predicted = 'string,response,complete\n"1: a, b",f,True\n2: c,e,True\n3: d,e,True\n';
const models = 'model,predictor,trained_on\na-on-a,a,a\na-on-b,a,b\nb-on-b,b,b\nb-on-a,b,a\n';
const complete = {
  ...{ [`exp/${object('a')}/data0.csv`]: answers, [`exp/${object('b')}/data0.csv`]: answers, 'models.csv': models },
  ...Object.fromEntries(
    ['a', 'b', 'a-on-a', 'a-on-b', 'b-on-b', 'b-on-a'].map((model) => [
      `exp/${meta(model, 'first_character')}/data0.csv`,
      predicted,
    ]),
  ),
};
const read = async (files: Readonly<Record<string, string>>, table: string | null = 'models.csv') => {
  const folder = written(files);
  return await importStudyFolder([join(folder, 'exp')], table === null ? null : join(folder, table));
};

describe('importStudyFolder', () => {
  it('reads the example as the same study in two tables', async () => {
    const models = new URL('models.csv', example).pathname;
    const { study } = await importStudyFolder([example.pathname], models);
    const rowsOf = (path: string) => readFileSync(new URL(path, example), 'utf8').trim().split('\n').slice(1);
    const melted = {
      answers: ['target,item,group,property,value'],
      predictions: ['predictor,trained_on,item,property,predicted'],
    };
    const names = ['first_character', 'starts_with_vowel'];
    for (const model of ['coral', 'slate'])
      for (const row of rowsOf(`${object(model)}/data0.csv`)) {
        const [string, , ...values] = row.split(',');
        for (const [at, name] of names.entries())
          melted.answers.push(`${model},animals: ${string},animals: ${string},${name},${values[at]}`);
      }
    for (const model of ['coral', 'slate', 'coral-on-coral', 'coral-on-slate', 'slate-on-coral', 'slate-on-slate'])
      for (const name of names)
        for (const row of rowsOf(`${meta(model, name)}/data0.csv`)) {
          const [string, value] = row.split(',');
          const [predictor, target = ''] = model.split('-on-');
          melted.predictions.push(`${predictor},${target},animals: ${string},${name},${value}`);
        }
    const folder = written({
      'answers.csv': melted.answers.join('\n'),
      'predictions.csv': melted.predictions.join('\n'),
    });
    const tables = await importStudy(join(folder, 'answers.csv'), join(folder, 'predictions.csv'));
    expect(accuracies(study.record)).toEqual(accuracies(tables.study.record));
  });

  it('leaves out calls that did not complete and values that are absent, and says how many', async () => {
    const { study, notes } = await read(complete);
    const { targets } = (study.record as unknown as { recorded: Recorded }).recorded;
    expect(targets[0]?.units).toEqual([
      ['animals: 1: a, b', 'first_character', 'animals: 1: a, b', 'f'],
      ['animals: 2: c', 'first_character', 'animals: 2: c', null],
    ]);
    expect(notes).toEqual(
      expect.arrayContaining([
        '2 rows of calls that did not complete: left out.',
        '2 held-out answers without a value: left out.',
        expect.stringMatching(/^\d predictions without an answer: left out.$/),
      ]),
    );
  });

  it('counts an answer that is marked as not compliant as without a value', async () => {
    const marks = ['compliance', "['apology']", 'True', 'True'];
    const rows = answers
      .trim()
      .split('\n')
      .map((line, at) => `${line},${marks[at]}\n`)
      .join('');
    const { notes } = await read({ ...complete, [`exp/${object('a')}/data0.csv`]: rows });
    expect(notes).toContain('1 answer marked as not compliant: without a value.');
  });

  it('reads the configuration of Hydra before the name of a folder', async () => {
    const renamed = Object.fromEntries(
      Object.entries(complete).map(([path, text]) => [path.replace('meta_level_a-on-b_', 'meta_level_other_'), text]),
    );
    const config =
      "prompt:\n  method: meta_level/minimal\nlanguage_model:\n  model: 'ft:a:lab::1'\n  temperature: 0.0\ntask:\n  name: animals\n  set: val\nresponse_property:\n  name: first_character\n";
    const folder = Object.keys(renamed).find((path) => path.includes('meta_level_other'));
    const { study } = await read({
      ...renamed,
      [`${dirname(folder ?? '')}/logs/2024-07-01/10-00-00/.hydra/config.yaml`]: config,
      'models.csv': models.replace('a-on-b,a,b', 'ft:a:lab::1,,b'),
    });
    const { predictors } = (study.record as unknown as { recorded: Recorded }).recorded;
    expect(predictors).toContainEqual(expect.objectContaining({ predictor: 'a', trainedOn: 'b' }));
  });

  it.each<readonly [string, Readonly<Record<string, string>>, string | null, RegExp]>([
    ['no table of models', complete, null, /nothing says whose answers.*a-on-a, a-on-b/],
    [
      'a model without a row',
      { ...complete, 'models.csv': models.replace(/b-on-a.*\n/, '') },
      'models.csv',
      /no row for b-on-a/,
    ],
    [
      'a fine-tuned model with answers and no row',
      { ...complete, [`exp/${object('ft_a_lab')}/data0.csv`]: answers },
      'models.csv',
      /no row for ft_a_lab/,
    ],
    [
      'two wordings of one run',
      { ...complete, [`exp/${object('a', 'animals', 'two')}/data0.csv`]: answers },
      'models.csv',
      /two runs of a on animals/,
    ],
    [
      'two tables in a run',
      { ...complete, [`exp/${object('a')}/data1.csv`]: answers },
      'models.csv',
      /several data\*\.csv/,
    ],
    [
      'no table in a run',
      { ...complete, [`exp/${object('a', 'words')}/raw_data0.csv`]: answers },
      'models.csv',
      /no data\*\.csv/,
    ],
    [
      'a property that was not extracted',
      { ...complete, [`exp/${meta('a', 'last_word')}/data0.csv`]: predicted },
      'models.csv',
      /no column last_word/,
    ],
    [
      'a task without answers',
      { ...complete, [`exp/${meta('a', 'last_word', 'words')}/data0.csv`]: predicted },
      'models.csv',
      /no run of answers has its task/,
    ],
    [
      'a trained model of an unknown base',
      { ...complete, 'models.csv': models.replace('a-on-b,a,b', 'a-on-b,,b') },
      'models.csv',
      /line 3: nothing says from which model a-on-b was trained/,
    ],
    [
      'a table of models without the column predictor',
      { ...complete, 'models.csv': models.replaceAll(/^([^,]*),[^,]*/gm, '$1') },
      'models.csv',
      /nothing says from which model a-on-a was trained/,
    ],
    ['another folder', { 'exp/readme.txt': 'x' }, null, /holds no run of a study/],
  ])('refuses %s', async (_, files, table, message) => {
    await expect(read(files, table)).rejects.toThrow(message);
  });
});

interface Recorded {
  readonly targets: readonly { readonly target: string; readonly units: readonly (readonly (string | null)[])[] }[];
  readonly predictors: readonly {
    readonly predictor: string;
    readonly trainedOn: string | null;
    readonly about: string;
    readonly seeds: readonly { readonly values: readonly (string | null)[] }[];
  }[];
}

/** Returns the number of right predictions of each arm about each target, by property. */
function accuracies(record: unknown): Readonly<Record<string, number>> {
  const { targets, predictors } = (record as { recorded: Recorded }).recorded;
  const counts: Record<string, number> = {};
  for (const { predictor, trainedOn, about, seeds } of predictors)
    for (const [at, [, property, , value]] of (targets.find(({ target }) => target === about)?.units ?? []).entries()) {
      const key = `${predictor} ${trainedOn} ${about} ${property}`;
      counts[key] = (counts[key] ?? 0) + (seeds[0]?.values[at] === value ? 1 : 0);
    }
  return Object.fromEntries(Object.entries(counts).toSorted());
}
