import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { seb } from '../support/command.ts';
import { newFolder } from '../support/refusal.ts';

/** Names that every object of JavaScript has by inheritance, as models, items, scores, columns and values. */
const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'];
const [first = '', second = ''] = names;
const folder = newFolder();

const sebHere = async (...args: string[]) => await seb(args, { folder });
const rows = (line: (name: string, item: number) => string) =>
  names.flatMap((name) => Array.from({ length: 24 }, (_, item) => line(name, item)));

/** Returns 1 or 0: no two names have the same answers, which would leave both out. */
function rightOf(name: string, item: number): number {
  return Number((item * item * (names.indexOf(name) + 2) + 3 * item + names.indexOf(name)) % 7 < 3);
}

function writeTables(): void {
  const table = (columns: string, lines: readonly string[]) => `${[columns, ...lines].join('\n')}\n`;
  const answers = rows((name, item) => `${name}/${name},${names[item % 6]}${item},${name},${rightOf(name, item)}`);
  writeFileSync(join(folder, 'answers.csv'), table('model,item_id,score,is_correct', answers));
  for (const name of names) {
    const own = Array.from(
      { length: 24 },
      (_, item) =>
        `${name}/${name},i${item},${rightOf(name, item)},0.${(item * (names.indexOf(name) + 1)) % 9}1,${name}`,
    );
    writeFileSync(join(folder, `${name}.csv`), table(`model,item_id,is_correct,confidence,constructor`, own));
  }
  writeFileSync(
    join(folder, 'attributes.csv'),
    table(
      `model,${names.join(',')}`,
      names.map((name) => [`${name}/${name}`, ...names].join(',')),
    ),
  );
  const samples = Array.from({ length: 24 }, (_, doc_id) =>
    JSON.stringify({
      doc_id,
      doc: { q: `q${doc_id}` },
      target: 'a',
      resps: [['a']],
      filtered_resps: ['a'],
      doc_hash: `h${doc_id}`,
      filter: 'toString',
      metrics: ['constructor', 'acc'],
      constructor: doc_id % 2,
      acc: 1,
    }),
  );
  writeFileSync(join(folder, 'samples_toString_2026-01-01T00-00-00.000000.jsonl'), `${samples.join('\n')}\n`);
  const questions = names.map((name, item) =>
    JSON.stringify({
      id: name,
      question: `What is ${name}?`,
      options: [...names.slice(0, 3), `o${item}`],
      key: 'A',
      subject: name,
      constructor: name,
    }),
  );
  writeFileSync(join(folder, 'questions.jsonl'), `${questions.join('\n')}\n`);
  const study = rows((name, item) => `${name},i${item},${names[item % 2]},${names[(item + 1) % 3]}`);
  writeFileSync(join(folder, 'behavior.csv'), table('target,item,property,value', study));
  const predicted = names
    .slice(0, 2)
    .flatMap((about) =>
      names
        .slice(0, 2)
        .flatMap((by) =>
          Array.from({ length: 24 }, (_, item) => `${by},${about},i${item},${names[item % 2]},${names[item % 3]}`),
        ),
    );
  writeFileSync(join(folder, 'predictions.csv'), table('predictor,target,item,property,predicted', predicted));
}

beforeAll(writeTables);

describe('names that every object has', () => {
  it.each<readonly [string, readonly string[], readonly number[]]>([
    ['worth, a table', ['worth', 'answers.csv', '--pass', first], [0, 1, 2]],
    ['worth, two tables', ['worth', `${first}.csv`, `${second}.csv`, '--pass', `${second}/${second}`], [0, 2]],
    ['compare', ['compare', `${first}.csv`, `${second}.csv`], [0]],
    [
      'compare, with attributes',
      ['compare', 'answers.csv', `${first}.csv`, '--attributes', 'attributes.csv'],
      [0, 1, 2],
    ],
    ['report of a table', ['report', 'answers.csv'], [0]],
    ['report of lm-eval', ['report', 'samples_toString_2026-01-01T00-00-00.000000.jsonl'], [0]],
    ['import', ['import', ...names.map((name) => `${name}.csv`)], [0]],
    ['items of the import', ['items', '--all'], [0, 1]],
    ['list', ['list', '--json'], [0]],
    ['report of the import', ['report', '--all', '--json'], [0]],
    ['compare of the import', ['compare', '--all', '--attributes', 'attributes.csv', '--json'], [0, 2]],
    ['data check', ['data', 'check', 'questions.jsonl', '--experiment', 'know'], [0]],
    [
      'data check, mapped',
      ['data', 'check', 'questions.jsonl', '--experiment', 'know', '--map', 'group=constructor'],
      [0],
    ],
    [
      'run',
      [
        'run',
        '--model',
        'simulated/constructor',
        'simulated/__proto__',
        '--experiment',
        'know',
        '--items',
        'know=questions.jsonl',
        '--where',
        'subject=constructor',
        '--name',
        'toString',
      ],
      [0],
    ],
    [
      'a filter without a field',
      [
        'run',
        '--model',
        'simulated/a',
        '--experiment',
        'know',
        '--items',
        'know=questions.jsonl',
        '--where',
        'valueOf=x',
      ],
      [1],
    ],
    [
      'a factor',
      ['run', '--model', 'simulated/a', '--experiment', 'know', '--factor', 'constructor=x', '--limit', '2'],
      [1],
    ],
    ['an experiment', ['run', '--model', 'simulated/a', '--experiment', 'constructor'], [1]],
    ['a provider', ['run', '--model', 'constructor/x'], [1]],
    [
      'a hosted model without a price',
      ['run', '--model', 'openai/constructor', 'openai/__proto__', '--limit', '2', '--dry-run'],
      [0],
    ],
    ['a price table', ['run', '--model', 'toString/valueOf', '--dry-run'], [1]],
    ['report of the run', ['report', 'toString'], [0]],
    ['items of the run', ['items', 'toString', '--model', 'simulated/constructor'], [0]],
    ['study import', ['study', 'import', 'behavior.csv', 'predictions.csv'], [0, 1, 2]],
    ['show', ['show', 'toString', 'constructor'], [0]],
  ])(
    '%s',
    async (_, args, codes) => {
      const { code, stdout, stderr } = await sebHere(...args);
      expect(stderr).not.toMatch(/internal error|TypeError|native code/);
      expect(stdout).not.toMatch(/native code|\[object|NaN/);
      expect(codes, `${stdout}\n${stderr}`).toContain(code);
    },
    60_000,
  );

  it('prints the names', async () => {
    const { stdout } = await sebHere('report', 'answers.csv');
    for (const name of names) expect(stdout).toContain(`${name}/${name}`);
  });
});
