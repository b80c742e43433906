import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sebHere } from '../../../../test/support/in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-signal-fields-'));
const flat = (text: string) => text.replace(/\s+/g, ' ');

/** Writes a log of two models in lm-eval's form, with more fields of each document; returns the paths. */
function lmEvalLogs(doc: (item: number) => object): readonly string[] {
  return ['a', 'b'].map((model, of) => {
    const time = '2026-01-01T00-00-00.000000';
    const own = join(folder, model);
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, `results_${time}.json`), JSON.stringify({ results: {}, model_name: model }));
    const file = join(own, `samples_sums_${time}.jsonl`);
    const rows = Array.from({ length: 40 }, (_, item) => ({
      ...{ doc_id: item, doc: { question: `What is ${item}?`, choices: ['1', '2'], ...doc(item) }, target: '1' },
      ...{ arguments: { gen_args_0: { arg_0: `What is ${item}?` } }, resps: [['1']], filtered_resps: ['1'] },
      ...{ filter: 'none', doc_hash: `d${item}`, prompt_hash: `p${item}`, target_hash: `t${item}`, metrics: ['acc'] },
      acc: Number(item % (3 + of) > 0),
    }));
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
    return file;
  });
}

describe('seb worth of logs without a free signal', () => {
  it('offers fields that are known before anything is asked, and none with the text, the key or the outcome', async () => {
    const files = lmEvalLogs((item) => ({ band: item % 4 }));
    const { stderr, code } = await sebHere(['worth', ...files, '--pass', 'b']);
    expect(code).toBe(2);
    expect(flat(stderr)).toContain('the logs have the fields doc.band: add --stratum doc.band');
  });

  it('offers variables and metadata of promptfoo, and nothing that the tool notes of a row', async () => {
    const file = join(folder, 'out.json');
    const results = ['a', 'b'].flatMap((id, promptIdx) =>
      Array.from({ length: 40 }, (_, testIdx) => ({
        ...{ promptIdx, testIdx, promptId: 'p', failureReason: 0, latencyMs: 3, cached: false, id: `${id}${testIdx}` },
        ...{ success: testIdx % (3 + promptIdx) > 0, gradingResult: { pass: true, reason: 'x', weight: 1 } },
        ...{ provider: { id, label: '' }, vars: { question: `${testIdx}?`, band: testIdx % 4 } },
        ...{ testCase: { description: 'd', vars: { band: testIdx % 4 }, metadata: { kind: testIdx % 2 } } },
      })),
    );
    writeFileSync(file, JSON.stringify({ evalId: 'e', results: { version: 3, results } }));
    const { stderr } = await sebHere(['worth', file, '--pass', 'b']);
    const [, fields = ''] = /the logs have the fields (.*?): add/.exec(flat(stderr)) ?? [];
    expect(fields.split(', ').sort()).toEqual(['testCase.metadata.kind', 'vars.band']);
  });

  it('offers none where there is no such field', async () => {
    const { stderr } = await sebHere(['worth', ...lmEvalLogs(() => ({})), '--pass', 'b']);
    expect(stderr).not.toContain('--stratum');
  });

  it('refuses a stratum that tells the outcomes, and takes one that tells some of them', async () => {
    const outcome = (model: string, item: number) => Number(item % (model === 'a' ? 2 : 3) > 0);
    const file = join(folder, 'strata.csv');
    const rows = ['a', 'b'].flatMap((model) =>
      Array.from({ length: 60 }, (_, item) => {
        const [own, other] = [outcome(model, item), outcome('a', item)];
        return [item, model, own, other, ['no', 'yes'][other], item % 4 === 0 ? 1 - other : other].join(',');
      }),
    );
    writeFileSync(file, ['item,model,correct,copy,word,noisy', ...rows].join('\n'));
    const of = (field: string) => sebHere(['worth', file, '--keep', 'a', '--pass', 'b', '--stratum', field]);
    for (const field of ['correct', 'copy', 'word'])
      expect(await of(field)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('tells which answers of a are'),
      });
    expect((await of('noisy')).stderr).not.toContain('tells which');
  });

  it('offers no text, key or direction of a table', async () => {
    const file = join(folder, 'table.csv');
    const rows = ['a', 'b'].flatMap((model) =>
      Array.from(
        { length: 30 },
        (_, item) =>
          `${item},${model},What is ${item}?,A B C,A,false,${Number(item % (model === 'a' ? 2 : 3) > 0)},${item % 4}`,
      ),
    );
    const head = 'item,model,question,choices,key,lower_is_better,correct,band';
    writeFileSync(file, [head, ...rows].join('\n'));
    const { stderr } = await sebHere(['worth', file, '--keep', 'a', '--pass', 'b']);
    expect(flat(stderr)).toContain('the logs have the fields band: add --stratum band');
  });
});

describe('seb worth of a table with several data sets', () => {
  it.each(['task', 'dataset', 'Test suite'])('names the column to choose one by: %s', async (column) => {
    const file = join(folder, 'sets.csv');
    const rows = ['a', 'b'].flatMap((model, of) =>
      Array.from({ length: 80 }, (_, item) =>
        [model, `q${item}`, Number(item % (3 + of) > 0), (item % 7) / 10, item < 40 ? 'arc' : 'gpqa'].join(','),
      ),
    );
    writeFileSync(file, [`model,item,correct,confidence,${column}`, ...rows].join('\n'));
    const { stderr, code } = await sebHere(['worth', file, '--keep', 'a', '--pass', 'b']);
    expect(code).toBe(2);
    const chosen = column.includes(' ') ? `'${column}=arc'` : `${column}=arc`;
    expect(flat(stderr)).toContain(`the logs hold several data sets: arc, gpqa choose one: --where ${chosen}`);
    const one = await sebHere(['worth', file, '--keep', 'a', '--pass', 'b', '--where', `${column}=arc`]);
    expect(one.stderr).not.toContain('several data sets');
  });

  it.each(['task', 'dataset'])(
    'names a set that has a value, also where the first items have none: %s',
    async (column) => {
      const file = join(folder, 'gaps.csv');
      const rows = ['a', 'b'].flatMap((model, of) =>
        Array.from({ length: 80 }, (_, item) =>
          [
            model,
            `q${item}`,
            Number(item % (3 + of) > 0),
            (item % 7) / 10,
            item < 40 ? '' : item < 60 ? 'arc' : 'gpqa',
          ].join(','),
        ),
      );
      writeFileSync(file, [`model,item,correct,confidence,${column}`, ...rows].join('\n'));
      const { stderr } = await sebHere(['worth', file, '--keep', 'a', '--pass', 'b']);
      expect(flat(stderr)).toContain(`several data sets: no ${column}, arc, gpqa choose one: --where ${column}=arc`);
    },
  );
});
