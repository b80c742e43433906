import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { worthSchema } from '../../src/results/worth.ts';
import { sebHere } from '../support/in-process.ts';
import { newFolder } from '../support/refusal.ts';

const count = 240;
const items = Array.from({ length: count }, (_, item) => item);

/** Answers of A and of B, each right on two thirds. */
function answers(): string {
  const file = join(newFolder(), 'answers.csv');
  const rows = items.flatMap((item) => [
    `a,q${item},${Number(item % 3 > 0)},${item % 3 > 0 ? 0.9 : 0.2}`,
    `b,q${item},${Number(item % 3 !== 1)},`,
  ]);
  writeFileSync(file, `model,item_id,is_correct,confidence\n${rows.join('\n')}\n`);
  return file;
}

/** Writes outcomes of models as records of Every Eval Ever, with a record beside each file of samples. Returns the folder. */
function panel(
  names: readonly string[],
  rightOf: (model: number, item: number) => boolean,
  { of = count } = {},
): string {
  const folder = newFolder();
  for (const [model, name] of names.entries()) {
    const samples = items.slice(0, of).map((item) => ({
      ...{
        schema_version: '0.3.0',
        evaluation_id: `e/${name}`,
        model_id: `maker/${name}`,
        evaluation_name: 'questions',
      },
      ...{ evaluation_result_id: 'accuracy', sample_id: `q${item}`, interaction_type: 'single_turn' },
      ...{ input: { raw: `question ${item}`, reference: ['A'] }, output: { raw: ['A'] }, answer_attribution: [] },
      evaluation: { score: Number(rightOf(model, item)), is_correct: rightOf(model, item) },
    }));
    const file = join(folder, 'data', 'questions', 'maker', name, `${name}_samples.jsonl`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, samples.map((sample) => JSON.stringify(sample)).join('\n'));
    writeFileSync(
      file.replace('_samples.jsonl', '.json'),
      JSON.stringify({ schema_version: '0.3.0', evaluation_results: [] }),
    );
  }
  return folder;
}

const five = ['c', 'd', 'e', 'f', 'g'];
const worth = (file: string, folder: string, ...flags: readonly string[]) =>
  sebHere(['worth', file, '--pass', 'b', '--asked', 'before', '--panel', folder, ...flags]);

describe('seb worth --panel', () => {
  it('uses the outcomes of other models as a free signal, and says whose they are', async () => {
    const folder = panel(five, (model, item) => (model === 0 ? item % 3 > 0 : (item + model) % 2 === 0));
    const { code, stdout } = await worth(answers(), folder);
    const text = stdout.replaceAll(/\s+/g, ' ');
    expect(code).toBe(0);
    expect(text).toContain(
      `panel: outcomes of 5 other models (maker/c, maker/d, maker/e, maker/f, maker/g) from ${folder}`,
    );
    expect(text).toContain('that of the nearest, maker/c, on 100.0 %');
    expect(text).toContain('panel (free)');
    expect(text).not.toContain('beyond');
  });

  it('has the accuracy by item and the nearest model as numbers', async () => {
    const folder = panel(five, (model, item) => (item + model) % 2 === 0);
    const { stdout } = await worth(answers(), folder, '--json');
    const { panel: facts, signals } = worthSchema.parse(JSON.parse(stdout));
    expect(facts).toMatchObject({ right: 0.5, nearest: expect.stringContaining('maker/') });
    expect(facts?.byItem).toHaveLength(count);
    expect(facts?.byItem[0]).toEqual({ item: 'q0', right: 0.6 });
    expect(facts?.models.map(({ items: shared }) => shared)).toEqual(five.map(() => count));
    expect(signals.find(({ name }) => name === 'panel')).toMatchObject({ asks: false, verdict: null });
  });

  it('names the panel where it knows as much as the model itself', async () => {
    const { stdout } = await worth(
      answers(),
      panel(five, (_, item) => item % 3 > 0),
    );
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /Not shown to beat a free signal: .* The accuracy of 5 other models on the item gains .* and needs no call: use that\./,
    );
  });

  it.each([
    [
      'four other models',
      five.slice(0, 4),
      count,
      /4 other models in .* have outcomes on at least 80 % of the 240 items; a panel needs 5/,
    ],
    [
      'under 80 % shared items',
      five,
      180,
      /0 other models in .* a panel needs 5 \(5 other models found, with up to 180 shared items\)/,
    ],
  ])('refuses %s with the count, exit 2', async (_, names, of, message) => {
    const { code, stdout, stderr } = await worth(
      answers(),
      panel(names, () => true, { of }),
    );
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('does not count A and B among the others, and refuses a folder without logs', async () => {
    const file = answers();
    const own = await worth(file, file);
    expect(own).toMatchObject({ code: 2, stdout: '' });
    expect(own.stderr.replaceAll(/\s+/g, ' ')).toContain('0 other models found');
    const { code, stderr } = await worth(file, newFolder());
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('has neither a log of') });
  });

  it('refuses outcomes of other texts under the same ids', async () => {
    const folder = panel(five, (_, item) => item % 2 === 0);
    const other = panel(['a'], (_, item) => item % 3 > 0);
    const file = join(other, 'data/questions/maker/a/a_samples.jsonl');
    writeFileSync(
      file,
      items
        .map((item) =>
          JSON.stringify({
            ...{ schema_version: '0.3.0', evaluation_id: 'e', model_id: 'maker/a', evaluation_name: 'questions' },
            ...{ evaluation_result_id: 'accuracy', sample_id: `q${item}`, interaction_type: 'single_turn' },
            ...{
              input: { raw: `another question ${item}`, reference: ['A'] },
              output: { raw: ['A'] },
              answer_attribution: [],
            },
            ...{
              evaluation: { score: Number(item % 3 > 0), is_correct: item % 3 > 0 },
              metadata: { confidence: `${item % 3 > 0 ? 0.9 : 0.2}` },
            },
          }),
        )
        .join('\n'),
    );
    const { code, stderr } = await sebHere([
      'worth',
      file,
      '--keep',
      'a',
      '--abstain',
      '--asked',
      'before',
      '--panel',
      folder,
    ]);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('stand for different texts');
    expect(code).toBe(2);
  });
});
