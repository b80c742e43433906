import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sebHere } from '../../../../test/support/in-process.ts';
import { seededRandom } from '../../../util/random.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-item-groups-'));
const flat = (text: string) => text.replace(/\s+/g, ' ');
const csv = (name: string, lines: readonly string[]): string => {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
};

const random = seededRandom('item groups');
const items = Array.from({ length: 60 }, (_, index) => index);
const outcomes = new Map(['a', 'b'].map((model) => [model, items.map(() => Number(random() < 0.6))]));
const outcome = (model: string, item: number) => outcomes.get(model)?.[item] ?? 0;
const question = (item: number) => `Which of the four rivers is number ${item} of list ${item * 7}?`;

/** Writes a table of one model with the named columns. */
function table(model: string, columns: readonly ('question' | 'correct_answer')[]): string {
  const cells = { question, correct_answer: (item: number) => 'ABCD'[item % 4] };
  const rows = items.map((item) => [item, outcome(model, item), ...columns.map((name) => cells[name](item))].join(','));
  return csv(`${model}.csv`, [['item_id', 'is_correct', ...columns].join(','), ...rows]);
}

describe('logs of which one lacks texts or keys', () => {
  it.each([
    ['a text', ['question'], []],
    ['a key', ['correct_answer'], []],
    ['text and key', ['question', 'correct_answer'], []],
    ['the key', ['question', 'correct_answer'], ['question']],
    ['the text', ['question', 'correct_answer'], ['correct_answer']],
    ['what the other has', ['question'], ['correct_answer']],
  ] as const)('are compared by id: the second lacks %s', async (_, first, second) => {
    const whole = await sebHere(['compare', table('a', first), table('b', first), '--json']);
    const part = await sebHere(['compare', table('a', first), table('b', second), '--json']);
    expect(JSON.parse(part.stdout).differences[0].quantity).toEqual(JSON.parse(whole.stdout).differences[0].quantity);
    const checked = await sebHere(['data', 'check', table('a', first), table('b', second)]);
    expect(checked.stdout).toContain('No row is in doubt.');
  });

  it('are imported item by item where no item has a text', async () => {
    const store = join(folder, 'store.sqlite');
    await sebHere(['import', table('a', []), '--store', store]);
    const { right } = JSON.parse((await sebHere(['report', '--all', '--store', store, '--json'])).stdout);
    const sum = outcomes.get('a')?.reduce((all, value) => all + value, 0) ?? 0;
    expect(right[0]).toMatchObject({ items: 60, right: { value: sum / 60, clusters: 60 } });
    expect(flat((await sebHere(['report', table('a', []), '--table', 'limits'])).stdout)).not.toContain('wording');
  });
});

const words = ['river', 'stone', 'cloud', 'grass', 'metal', 'paper', 'glass', 'sugar', 'piano', 'tiger'].flatMap(
  (word) => [word, `${word}like`, `${word}less`],
);

describe('nearly equal texts', () => {
  it('are one group in compare, report and worth alike', async () => {
    const rows = ['s', 'l'].flatMap((model) =>
      words.flatMap((word) =>
        [1, 2, 3].map((n) => {
          const text = `${word}s ${word}ed ${word}ing ${word}er number ${n}`;
          return [model, `${word}-${n}`, text, Number(random() < 0.7), random().toFixed(2)].join(',');
        }),
      ),
    );
    const file = csv('near.csv', ['model,item_id,question,is_correct,confidence', ...rows]);
    const compared = JSON.parse((await sebHere(['compare', file, '--json'])).stdout);
    const reported = JSON.parse((await sebHere(['report', file, '--json'])).stdout);
    const worth = JSON.parse((await sebHere(['worth', file, '--keep', 's', '--pass', 'l', '--json'])).stdout);
    expect([compared.differences[0].groups, reported.right[0].right.clusters, worth.groups]).toEqual([30, 30, 30]);
  });
});

describe('equal texts in other forms', () => {
  it.each(['What is 3 plus 4', 'WHAT IS 3 PLUS 4?', 'What  is 3 plus 4? ', '“What is 3 plus 4?”'])(
    'are one group: %s',
    async (again) => {
      const lines = ['a', 'b'].flatMap((model) =>
        items.map((item) => {
          const text =
            item === 59 ? again : `What is 3 plus ${item === 0 ? 4 : item + 100}${again.endsWith('4') ? '.' : '?'}`;
          return [model, item, `"${text}"`, outcome(model, item)].join(',');
        }),
      );
      const file = csv('forms.csv', ['model,item_id,question,is_correct', ...lines]);
      expect(JSON.parse((await sebHere(['compare', file, '--json'])).stdout).differences[0].groups).toBe(59);
    },
  );
});

describe('ids in other forms', () => {
  it.each([
    ['upper case', (item: number) => `q${item}`, (item: number) => `Q${item}`],
    ['leading zeros', (item: number) => `00${item}`, (item: number) => `${item}`],
    ['leading zeros within', (item: number) => `q00${item}`, (item: number) => `q${item}`],
    ['an invisible character', (item: number) => `q${item}`, (item: number) => `q\u200d${item}`],
    ['a letter of another script', (item: number) => `c${item}`, (item: number) => `\u0441${item}`],
  ])('are refused with what differs: %s', async (_, own, other) => {
    const lines = ['a', 'b'].flatMap((model) =>
      items.map((item) => [model, model === 'a' ? own(item) : other(item), outcome(model, item)].join(',')),
    );
    const { stderr, code } = await sebHere(['compare', csv('ids.csv', ['model,item_id,is_correct', ...lines])]);
    expect(code).toBe(2);
    expect(flat(stderr)).toContain(
      'the ids are the same but for upper case, leading zeros or characters that look alike',
    );
  });
});

describe('groups of unequal size', () => {
  const compared = async (groupOf: (item: number) => string) => {
    const lines = ['a', 'b'].flatMap((model) =>
      items.map((item) => [model, item, groupOf(item), outcome(model, item)].join(',')),
    );
    const file = csv('groups.csv', ['model,item_id,topic,is_correct', ...lines]);
    return flat((await sebHere(['compare', file, '--group', 'topic'])).stdout);
  };

  it('are named with the number of equal ones that they count as', async () => {
    const text = await compared((item) => (item < 8 ? 'large' : `of ${item >> 1}`));
    expect(text).toContain('with 60 items in 27 groups');
    expect(text).toContain('Groups of items are of unequal size: 27 groups count as 21.4.'); // 60² / (8² + 26 · 2²)
    expect(await compared((item) => `of ${item >> 1}`)).not.toContain('unequal');
  });
});

describe('logs of several data sets', () => {
  const shares = { a: { easy: 0.95, hard: 0.2 }, b: { easy: 0.5, hard: 0.7 } } as const;
  const rowsOf = (model: 'a' | 'b') =>
    (['easy', 'hard'] as const).flatMap((set) =>
      items.map((item) => `${model},${set},${item},${Number(random() < shares[model][set])}`),
    );
  const file = csv('sets.csv', ['model,dataset,item_id,is_correct', ...rowsOf('a'), ...rowsOf('b')]);

  it('are compared set by set, with one adjustment over all', async () => {
    const { differences: pairs } = JSON.parse((await sebHere(['compare', file, '--json'])).stdout);
    expect(pairs).toMatchObject([
      { set: 'easy', word: 'higher', items: 60, family: 2 },
      { set: 'hard', word: 'lower', items: 60, family: 2 },
    ]);
    const { stdout } = await sebHere(['compare', file]);
    expect(stdout).toMatch(/^easy\n {2}a − b .* higher .*\nhard\n {2}a − b .* lower .*$/m);
    expect(flat(stdout)).toContain('would usually be missed with 60 items.');
  });

  it('pass a gate only where each set does', async () => {
    const gate = await sebHere(['compare', file, '--model', 'a', 'b', '--fail-if-lower', '0.05']);
    expect(gate.code).toBe(3);
    expect(flat(gate.stderr)).toContain('FAILED (lower by more than 5.0 points): hard (right): a against b');
    expect(
      (await sebHere(['compare', file, '--model', 'a', 'b', '--where', 'dataset=easy', '--fail-if-lower', '0.05']))
        .code,
    ).toBe(0);
  });

  it('name a set that one model alone has, and models are still compared on the others', async () => {
    const rest = rowsOf('b').filter((row) => row.includes('easy'));
    const part = csv('part.csv', ['model,dataset,item_id,is_correct', ...rowsOf('a'), ...rest]);
    const { differences: pairs, notes } = JSON.parse((await sebHere(['compare', part, '--json'])).stdout);
    expect(pairs.map(({ set }: { readonly set: string }) => set)).toEqual(['easy']);
    expect(notes).toContain('hard is left out: only a has it');
  });

  it.each([
    ['task', 'whole', ['easy', 'mid', 'hard'], ['easy', 'mid'], 2],
    ['dataset', 'declared', ['easy', 'mid', 'hard'], ['easy', 'mid'], 2],
    ['task', 'blank', ['easy', 'mid', ''], ['easy', 'mid'], 2],
    ['task', 'equal', ['easy', 'mid'], ['easy', 'mid'], 0],
  ])('does not pass where one side lacks whole data sets: column %s, %s', async (column, name, before, now, code) => {
    const table = (file: string, sets: readonly string[]) => {
      const rows = sets.flatMap((set) =>
        items.slice(0, 40).map((id) => `m,${set}-${id},${set},${id % 4 === 0 ? 0 : 1}`),
      );
      return csv(file, [`model,item_id,${column},correct`, ...rows]);
    };
    const files = [table(`${name}-now.csv`, now), table(`${name}-before.csv`, before)];
    const result = await sebHere(['compare', ...files, '--fail-unless-within', '0.2']);
    expect(result.code, result.stderr).toBe(code);
    if (code === 2) {
      expect(result.stderr.replaceAll(/\s+/g, ' ')).toMatch(/only m \(.*before\.csv\) has .*40 of its 120 items/);
      const hint = new RegExp(`--where ${column}=easy`);
      expect(result.stderr).toMatch(hint);
      expect(
        (await sebHere(['compare', ...files, '--where', `${column}=easy`, '--fail-unless-within', '0.2'])).code,
      ).toBe(0);
    }
  });

  it('are no single question for worth', async () => {
    const { stderr, code } = await sebHere(['worth', file, '--keep', 'b', '--pass', 'a']);
    expect({ code, stderr: flat(stderr) }).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('several data sets: easy, hard choose one: --where dataset=easy') },
    });
  });
});

describe('outcomes that are NaN', () => {
  const lmEval = (name: string) => {
    const file = join(folder, `samples_${name}_2026-01-01T00-00-00.jsonl`);
    const rows = items.map((item) => {
      const about = `{"doc_id":${item},"doc":{"q":"number ${item} of list ${7 * item}"},"target":"A","filter":"none"`;
      return `${about},"metrics":["acc"],"acc":${item % 7 === 3 ? 'NaN' : item % 2}}`;
    });
    writeFileSync(file, `${rows.join('\n')}\n`);
    return file;
  };

  it('are not counted, and no tool is said to do so that prints NaN', async () => {
    const report = flat((await sebHere(['report', lmEval('nan')])).stdout);
    expect(report).toContain('without a score, not counted');
    expect(report).not.toContain('(as in lm-eval)');
    const compare = flat((await sebHere(['compare', lmEval('one'), lmEval('two')])).stdout);
    expect(compare).toContain('without a score, not counted');
  });
});

it('refuses a gate on three logs, also where one of them has other items', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'seb-gate-'));
  const table = (name: string, step: number, items: readonly string[]) => {
    const file = join(folder, `${name}.csv`);
    writeFileSync(
      file,
      ['item,model,correct', ...items.map((item, at) => `${item},${name},${(at * step) % 11 > 4 ? 1 : 0}`)].join('\n'),
    );
    return file;
  };
  const ids = (start: number, count: number) => Array.from({ length: count }, (_, item) => `q${start + item}`);
  const files = [table('one', 1, ids(0, 100)), table('two', 2, ids(0, 100)), table('three', 3, ids(90, 100))];
  const { code, stderr } = await sebHere(['compare', ...files, '--fail-if-lower', '0.05']);
  expect([code, flat(stderr)]).toEqual([2, expect.stringContaining('a gate compares two logs, and there are 3')]);
  const four = [...files, table('four', 5, ids(90, 100))];
  const compared = await sebHere(['compare', ...four]);
  expect(flat(compared.stdout)).toContain('compared in groups of models with the same items: one, two; three, four');
  const alone = await sebHere(['compare', ...files]);
  expect(flat(alone.stdout)).toContain(
    'every two of a comparison need 80 % of their items in common, with equal texts: three (100 items)',
  );
});
