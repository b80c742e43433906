import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seededRandom } from '../../src/util/random.ts';
import { sebHere } from '../support/in-process.ts';
import { zipOf } from '../support/zip.ts';

/** One execution: right, wrong, or missing. */
interface Row {
  readonly id: string;
  readonly epoch: number;
  readonly text: string;
  readonly topic: string;
  readonly value: boolean | null;
}

const folder = mkdtempSync(join(tmpdir(), 'seb-same-rows-'));
const places = [
  'Paris river',
  'Rome tower',
  'Oslo garden',
  'Bern harbor',
  'Lima museum',
  'Cairo bridge',
  'Kyiv castle',
];

interface Design {
  readonly executions: number;
  readonly hasGroups: boolean;
  readonly hasNearTexts: boolean;
  readonly missing: number;
}

/** Answers of one side; both sides have the same items. */
function rowsOf(side: string, { executions, hasGroups, hasNearTexts, missing }: Design, share: number): readonly Row[] {
  const random = seededRandom('same rows', side);
  return Array.from({ length: 120 }, (_, item) => item).flatMap((item) =>
    Array.from({ length: executions }, (_execution, index): Row => {
      const text =
        hasNearTexts && item < 14
          ? `Which ${places[item % 7]} of marble was painted by Anna in spring ${item}`
          : `question ${item}`;
      const value = random() < missing ? null : random() < share;
      return { id: `i${item}`, epoch: index + 1, text, topic: hasGroups ? `t${Math.floor(item / 3)}` : '', value };
    }),
  );
}

function csvOf(name: string, rows: readonly Row[]): string {
  const file = join(folder, `${name}.csv`);
  const lines = rows.map(
    ({ id, text, topic, value }) => `m,${id},${text},${topic},${value === null ? '' : Number(value)}`,
  );
  writeFileSync(file, `model,item_id,question,topic,is_correct\n${lines.join('\n')}\n`);
  return file;
}

function inspectLogOf(name: string, rows: readonly Row[]): string {
  const file = join(folder, `${name}.eval`);
  const header = { version: 2, status: 'success', eval: { eval_id: name, task: 't', model: 'm' } };
  const summaries = rows.map(({ id, epoch, text, topic, value }) => ({
    ...{ id, epoch, input: text, target: 'A', metadata: topic === '' ? {} : { topic } },
    ...(value === null
      ? { error: 'Timeout', scores: {} }
      : { scores: { match: { value: value ? 'C' : 'I', answer: 'A' } } }),
  }));
  const entries = [
    { name: 'header.json', content: JSON.stringify(header) },
    { name: 'summaries.json', content: JSON.stringify(summaries) },
  ];
  writeFileSync(file, zipOf(entries));
  return file;
}

it.each<[string, Design]>([
  ['single items', { executions: 1, hasGroups: false, hasNearTexts: false, missing: 0 }],
  ['single items of which 3 % are missing', { executions: 1, hasGroups: false, hasNearTexts: false, missing: 0.03 }],
  ['three executions, 3 % missing', { executions: 3, hasGroups: false, hasNearTexts: false, missing: 0.03 }],
  [
    'groups, near-equal texts, three executions, 3 % missing',
    { executions: 3, hasGroups: true, hasNearTexts: true, missing: 0.03 },
  ],
  ['near-equal texts', { executions: 1, hasGroups: false, hasNearTexts: true, missing: 0 }],
])('the same rows give the same contrast and gate as an Inspect log and as a table: %s', async (name, design) => {
  const sides = { new: rowsOf('new', design, 0.55), base: rowsOf('base', design, 0.75) };
  const found = async (write: typeof csvOf, group: string) => {
    const files = Object.entries(sides).map(([side, rows]) => write(`${name.replaceAll(/\W/g, '-')}-${side}`, rows));
    const grouped = design.hasGroups ? ['--group', group] : [];
    const results = [];
    for (const gate of [
      ['--fail-if-lower', '0.05'],
      ['--fail-unless-within', '0.1'],
    ]) {
      const { stdout, code } = await sebHere(['compare', ...files, '--json', ...grouped, ...gate]);
      const [{ a: _a, b: _b, check, answered: _answered, ...pair }] = JSON.parse(stdout).pairs;
      const { a: _checkedA, b: _checkedB, ...checked } = check;
      results.push({ code, pair, checked });
    }
    return results;
  };
  const [ofLog, ofTable] = [await found(inspectLogOf, 'metadata.topic'), await found(csvOf, 'topic')];
  expect(ofTable).toEqual(ofLog);
  expect(ofLog[0]?.pair.groups).toBe(design.hasGroups ? 40 : design.hasNearTexts ? 113 : 120);
});
