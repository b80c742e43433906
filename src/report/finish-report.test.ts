import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noResults } from '../../test/support/no-results.ts';
import { filesOf } from '../../test/support/report-forms.ts';
import { madeDatasets, madeInput, madeRasch, type ReportInput } from '../../test/support/report-input.ts';
import type { MadeOutcomes } from '../../test/support/report-outcomes.ts';
import { exportOutcomes, writeMadeReport } from '../../test/support/write-report.ts';
import { readPublishedResults } from '../data/files/published-results.ts';
import { experimentRegistry } from '../experiments/registry.ts';
import type { OutcomeRow } from '../outcome-kinds/outcome-kinds.ts';
import { AppError } from '../util/app-error.ts';
import { ReportFolder } from './export/report-folder.ts';

const small: Omit<MadeOutcomes, 'run'> = {
  models: ['some/model', 'bundled/small'],
  items: 6,
  samples: 2,
  seed: 5,
  losses: 0.1,
  probabilities: true,
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'seb-report-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function written(name: string, input: ReportInput): Promise<ReadonlyMap<string, string>> {
  await writeMadeReport(input, join(folder, name));
  return filesOf(join(folder, name));
}

/** Returns the names of files that contain a text, so that a failure does not print whole reports. */
function holding(texts: ReadonlyMap<string, string>, what: RegExp | string): readonly string[] {
  const holds = (text: string) => (typeof what === 'string' ? text.includes(what) : what.test(text));
  return [...texts].filter(([name, text]) => !isPdf(name) && holds(text)).map(([name]) => name);
}

/** Returns whether a file is a PDF, whose text is compressed and stored as glyph numbers. */
function isPdf(name: string): boolean {
  return name.endsWith('.pdf');
}

test('writes identical bytes for the same input, and all documented files', async () => {
  const input = () => madeInput(small, { rasch: madeRasch, published: readPublishedResults() });
  const first = await written('one', await input());
  const second = await written('two', await input());
  expect([...first.keys()]).toEqual([...second.keys()]);
  expect([...first].filter(([name, text]) => second.get(name) !== text).map(([name]) => name)).toEqual([]);
  for (const name of ['report.html', 'report.md', 'estimates.csv', 'estimates.json', 'outcomes.jsonl', 'table.tex']) {
    expect(first.has(name), name).toBe(true);
  }
  expect(readFileSync(join(folder, 'one/figures/rasch-map.dark.svg'), 'utf8')).toMatch(/^<svg/);
  expect(first.get('outcomes.jsonl')?.trimEnd().split('\n')).toHaveLength(2 * 6 * 6);
  const html = first.get('report.html') ?? '';
  for (const said of ['seed 5', 'how the model arrives at its prediction', 'say nothing about LLMs', '2508.12277']) {
    expect(html.includes(said), said).toBe(true);
  }
  expect(JSON.parse(first.get('estimates.json') ?? '').runs).toHaveLength(1);
});

/** Returns an input whose outcomes were all changed. */
async function changed(
  made: Omit<MadeOutcomes, 'run'>,
  change: (row: OutcomeRow) => OutcomeRow,
  more: Partial<ReportInput> = {},
): Promise<ReportInput> {
  const input = await madeInput(made, more);
  async function* outcomes() {
    for await (const row of input.outcomes) yield change(row);
  }
  return { ...input, outcomes: outcomes() };
}

describe('hostile answers', () => {
  const hostile = `</textarea></script><script>alert(1)</script>=HYPERLINK("http://evil","x")\u202e\u001b[2J${'A'.repeat(1_000_000)}`;
  const spoilt = (row: OutcomeRow): OutcomeRow => ({
    ...row,
    item: '=1+1<img src=x>\u202e/../../x',
    outcome: {
      kind: 'binary',
      unit: '=cmd|calc',
      prediction: { kind: 'absent', slot: 'forecast', reason: 'unparsed', detail: hostile },
      probability: null,
      executions: [{ kind: 'present', value: true, step: 'strict' }],
      label: null,
    },
  });

  test('are plain text everywhere, and a megabyte line is cut', async () => {
    const one = { ...small, models: ['=evil/<script>alert(2)</script>\u202e'], items: 1, losses: 0 };
    const texts = await written('hostile', await changed(one, spoilt));
    const pages = [...texts].filter(
      ([name]) => !name.startsWith('inspect/') && name !== 'outcomes.jsonl' && !isPdf(name),
    );
    expect(pages.filter(([, text]) => /\u202e|\u001b/.test(text)).map(([name]) => name)).toEqual([]);
    expect(holding(texts, /\u202e|\u001b/)).toEqual([]);
    const html = texts.get('report.html') ?? '';
    expect(html).toContain('<script>alert(1)'); // as text
    const markup = texts.get('report.html (markup)') ?? '';
    expect(/<script|<img|<\/textarea/.test(markup)).toBe(false);
    expect(html.length).toBeLessThan(1_500_000);
    expect(/(^|\n)[^,\n]*,[^,\n]*,=evil/.test(texts.get('estimates.csv') ?? '')).toBe(false);
    expect(texts.get('estimates.csv')).toContain("'=evil");
    expect(/[^\\]<script/.test(texts.get('report.md') ?? '')).toBe(false);
    const [line = ''] = (texts.get('outcomes.jsonl') ?? '').split('\n');
    expect(JSON.parse(line).outcome.prediction.detail === hostile).toBe(true);
    expect([...texts.keys()].filter((name) => /\.\.|[<>=]/.test(name))).toEqual([]);
  }, 240_000);
});

test('does not count the other reading of a recording as an outcome', async () => {
  const twice = await changed({ ...small, items: 2 }, (row) => row);
  async function* both() {
    for await (const row of twice.outcomes) yield* [row, { ...row, reader: 'recorded' as const }];
  }
  const once = await exportOutcomes(await madeInput({ ...small, items: 2 }), new ReportFolder(join(folder, 'once')));
  const pass = await exportOutcomes({ ...twice, outcomes: both() }, new ReportFolder(join(folder, 'readings')));
  expect([pass.rows, pass.withheld]).toEqual([once.rows, 0]);
});

describe('data that is not redistributable', () => {
  const secret = 'SECRET-ITEM';
  const marked = (row: OutcomeRow): OutcomeRow => {
    const { outcome } = row;
    const named = { ...row, item: `${secret} ${row.item}`, cluster: `${secret} ${row.cluster}` };
    if (outcome.kind === 'ranking') {
      const units = outcome.units.map((unit) => `${secret} ${unit}`);
      return { ...named, outcome: { ...outcome, units, label: units, prediction: absent } };
    }
    if (outcome.kind !== 'binary') return named;
    return { ...named, outcome: { ...outcome, unit: `${secret} ${outcome.unit}`, executions: [absent, absent] } };
  };
  const absent = { kind: 'absent', slot: 'execute', reason: 'unparsed', detail: `about ${secret}` } as const;

  const never = { itemText: () => secret, transcript: () => Promise.reject(new Error('asked')) };

  test('is withheld from every file', async () => {
    const options = { ...never, datasets: madeDatasets(false) };
    const texts = await written('withheld', await changed({ ...small, items: 2 }, marked, options));
    expect(holding(texts, secret)).toEqual([]);
    expect(holding(texts, 'withheld-').length).toBeGreaterThan(3);
    expect(texts.get('report.html')).toContain('outcomes belong to data that is not redistributable');
  });

  test('is withheld where its license is unknown, and shown where it may be', async () => {
    const unknown = await changed({ ...small, items: 2 }, marked, { ...never, datasets: [] });
    const withheld = await exportOutcomes(unknown, new ReportFolder(join(folder, 'unknown')));
    expect(withheld.withheld).toBe(withheld.rows);
    expect(holding(filesOf(join(folder, 'unknown')), secret)).toEqual([]);
    const open = await exportOutcomes(
      await changed({ ...small, items: 2 }, marked),
      new ReportFolder(join(folder, 'open')),
    );
    expect(open.withheld).toBe(0);
    expect(holding(filesOf(join(folder, 'open')), secret).length).toBeGreaterThan(3);
  });
});

describe('numbers that do not exist', () => {
  const absentNumbers = /[,"](NaN|-?Infinity|undefined)[,"]/;
  const reportFiles = (texts: ReadonlyMap<string, string>) =>
    new Map([...texts].filter(([name]) => !name.startsWith('inspect/')));

  test('have a reason with one model, one item and one execution', async () => {
    const texts = await written(
      'single',
      await madeInput({ ...small, models: ['a/b'], items: 1, samples: 1, losses: 0, probabilities: false }),
    );
    const html = texts.get('report.html') ?? '';
    expect(html.includes('needs two executions (run with --samples 2 or more)')).toBe(true);
    expect(html.includes('needs three unrelated models on the same items')).toBe(true);
    expect(html.includes('fewer than 6 groups')).toBe(true);
    expect(holding(reportFiles(texts), />(NaN|Infinity|undefined)</)).toEqual([]);
    expect(absentNumbers.exec(texts.get('estimates.csv') ?? '')?.[0]).toBeUndefined();
    expect(texts.get('report.md')).toContain('n/a (needs two executions');
  });

  test('are not 0 when all answers failed', async () => {
    const texts = await written('failed', await madeInput({ ...small, models: ['a/b'], items: 2, losses: 1 }));
    const rows = (texts.get('estimates.csv') ?? '').split('\r\n').filter((row) => /,parsed,/.test(row));
    expect(rows.filter((row) => /,parsed,(TRUE|FALSE),0(\.0+)?,/.test(row))).toEqual([]);
    expect(rows.some((row) => /,parsed,(TRUE|FALSE),,,,/.test(row))).toBe(true);
    const html = texts.get('report.html') ?? '';
    expect(html.includes('none of 8 units is usable')).toBe(true);
    expect(html.includes('not drawn')).toBe(true);
    expect(holding(reportFiles(texts), />(NaN|Infinity|undefined)</)).toEqual([]);
  });

  test('are reported for a store without runs and outcomes', async () => {
    async function* none(): AsyncGenerator<OutcomeRow> {}
    const texts = await written('empty', {
      experiments: experimentRegistry(),
      runs: [],
      datasets: [],
      estimates: [],
      comparison: null,
      spreads: [],
      agreements: [],
      results: noResults,
      served: [],
      rasch: null,
      published: null,
      outcomes: none(),
    });
    expect(texts.get('report.html')).toContain('Not measured here: no outcomes yet');
    expect(texts.get('outcomes.jsonl')).toBe('');
  });
});

test('reports a folder that cannot be created without a stack trace', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  await expect(writeMadeReport(await madeInput({ ...small, items: 1 }), join(file, 'x'))).rejects.toThrow(AppError);
});
