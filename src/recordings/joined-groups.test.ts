import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { zipOf } from '../../test/support/zip.ts';
import { ItemGroups } from '../answers/plan/item-groups.ts';
import { experimentNamed, experimentRegistry } from '../experiments/registry.ts';
import { readRecording } from './formats.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-joined-groups-'));

interface Row {
  readonly id: string;
  readonly text: string;
  readonly topic?: string;
}

/** Writes a file of rows and returns its path. */
function written(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const sources: readonly (readonly [string, (rows: readonly Row[]) => Promise<readonly string[]>])[] = [
  [
    'a table',
    (rows) => {
      const lines = rows.map(({ id, text, topic = '' }) => `m,${id},"${text}",${topic},1`);
      return groupsIn(
        rows,
        written('t.csv', `${['model,item_id,question,topic,is_correct', ...lines].join('\n')}\n`),
        'topic',
      );
    },
  ],
  [
    'a log of Inspect',
    (rows) => {
      const header = { version: 2, status: 'success', eval: { eval_id: 'e', task: 't', model: 'm' } };
      const summaries = rows.map(({ id, text, topic }) => ({
        ...{ id, epoch: 1, input: text, target: 'A', scores: { match: { value: 'C', answer: 'A' } } },
        metadata: topic === undefined ? {} : { topic },
      }));
      const entries = Object.entries({ header, summaries }).map(([name, value]) => ({
        ...{ name: `${name}.json`, content: JSON.stringify(value) },
      }));
      return groupsIn(rows, written('i.eval', zipOf(entries)), 'metadata.topic');
    },
  ],
  [
    'records of Every Eval Ever',
    (rows) => {
      const lines = rows.map(({ id, text, topic }) =>
        JSON.stringify({
          ...{ schema_version: '0.2.2', evaluation_id: 'e', evaluation_name: 't', model_id: 'm', sample_id: id },
          ...{ input: { raw: text }, output: { raw: ['A'] }, evaluation: { score: 1, is_correct: true } },
          metadata: topic === undefined ? {} : { topic },
        }),
      );
      return groupsIn(rows, written('e.jsonl', `${lines.join('\n')}\n`), 'metadata.topic');
    },
  ],
  [
    'a run',
    async (rows) => {
      const experiment = experimentNamed(experimentRegistry(), 'restriction');
      const items = rows.map(({ id, text, topic }) => ({
        ...{ id, prompt: text },
        ...(topic === undefined ? {} : { metadata: { group: topic } }),
      }));
      const groups = new ItemGroups([{ experiment, items }]);
      return numbered(items.map((item) => groups.of(experiment, item)));
    },
  ],
];

async function groupsIn(rows: readonly Row[], file: string, field: string): Promise<readonly string[]> {
  const { items } = await readRecording(file, rows.some(({ topic }) => topic !== undefined) ? { group: field } : {});
  return numbered(rows.map(({ id }) => items.get(id)?.group ?? ''));
}

/** Returns groups by the order of their first items. */
function numbered(groups: readonly string[]): readonly string[] {
  const names = [...new Set(groups)];
  return groups.map((group) => String(names.indexOf(group)));
}

const sea = 'Write a short poem about the old sea of Norway';
const moon = 'Write a short poem about the old moon of Norway';
const unlike = ['Name a fish', 'What did Bach compose late', 'Which planet has rings of ice', 'Spell banana backwards'];

describe.each(sources)('the groups of rows in %s', (_, groupsOf) => {
  const plain = (...texts: readonly string[]) => texts.map((text, index) => ({ id: `q${index}`, text }));

  it('are those of equal and near-equal texts, also through a text that is near to one and equal to another', async () => {
    expect(await groupsOf(plain(sea, ...unlike, moon))).toEqual(['0', '1', '2', '3', '4', '0']);
    expect(await groupsOf(plain(sea, ...unlike, moon, moon.toUpperCase()))).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '0',
      '0',
    ]);
    expect(await groupsOf(plain(unlike[0] ?? '', 'NAME A FISH.', ...unlike))).toEqual(['0', '0', '0', '1', '2', '3']);
  });

  it('are the declared ones, joined where texts are equal, and not where they are near-equal', async () => {
    const declared = [sea, moon, ...unlike].map((text, index) => ({ id: `q${index}`, text, topic: `t${index >> 1}` }));
    expect(await groupsOf(declared)).toEqual(['0', '0', '1', '1', '2', '2']);
    const apart = declared.map((row, index) => ({ ...row, topic: `t${index % 2}${index >> 1}` }));
    expect(await groupsOf(apart)).toEqual(['0', '1', '2', '3', '4', '5']);
    const again = { id: 'q6', text: sea, topic: 't2' };
    expect(await groupsOf([...declared, again])).toEqual(['0', '0', '1', '1', '0', '0', '0']);
  });

  it('join an item without a declared group to one of an equal text that has one', async () => {
    const rows = [
      ...[sea, ...unlike].map((text, index) => ({ id: `q${index}`, text, topic: `t${index}` })),
      ...[sea, moon, 'Draw a horse', 'Where do eels go'].map((text, index) => ({ id: `p${index}`, text })),
    ];
    expect(await groupsOf(rows)).toEqual(['0', '1', '2', '3', '4', '0', '0', '5', '6']);
  });
});
