import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeLogs as folder, sampleLog } from '../../test/support/logs.ts';
import { zipOf } from '../../test/support/zip.ts';
import { readRecording } from './formats.ts';
import { joinLogs } from './joined-logs.ts';

interface MadeLog {
  /** Ids of the samples. */
  readonly ids: readonly number[];
  /** Identifier of the evaluation, which a retry keeps. */
  readonly task?: string;
  /** Begins the identifiers of the executions. */
  readonly run?: string;
  readonly created?: string;
  readonly model?: string;
  readonly data?: string;
  readonly seed?: number;
  readonly scorer?: string;
  /** Executions that have an identifier of another run. */
  readonly uuids?: Readonly<Record<number, string>>;
  readonly failed?: readonly number[];
  readonly wrong?: readonly number[];
  readonly format?: 'eval' | 'json';
}

/** Writes a log of Inspect and returns its path. */
function made(
  name: string,
  {
    ids,
    task = name,
    run = name,
    created = '2026-01-01',
    model = 'lab/m',
    data = 'd',
    seed = 1,
    scorer = 's',
    ...more
  }: MadeLog,
): string {
  const { uuids = {}, failed = [], wrong = [], format = 'eval' } = more;
  const header = {
    ...{ version: 2, status: 'success' },
    eval: {
      ...{ run_id: 'r', task_id: task, created, task: 't', model, dataset: { name: data } },
      model_generate_config: { seed },
    },
  };
  const samples = ids.map((id) => ({
    ...{ id, epoch: 1, input: `question ${id * 7_919} of ${id * 31}`, target: 'A', uuid: uuids[id] ?? `${run}-${id}` },
    ...(failed.includes(id)
      ? { error: 'Timeout', scores: {} }
      : { scores: { [scorer]: { value: wrong.includes(id) ? 'I' : 'C', answer: 'A' } } }),
  }));
  const file = join(folder, `${name}.${format}`);
  const parts = [
    { name: 'header.json', content: JSON.stringify(header) },
    { name: 'summaries.json', content: JSON.stringify(samples) },
  ];
  writeFileSync(file, format === 'json' ? JSON.stringify({ ...header, samples }) : zipOf(parts));
  return file;
}

/** Returns the logs that are left, each as the ids of its right, wrong and absent rows, with what was found. */
async function joined(...files: readonly string[]) {
  const { logs, findings } = joinLogs(await Promise.all(files.map((file) => readRecording(file))));
  const idsOf = ({ rows }: (typeof logs)[number], value: number | null) =>
    rows
      .filter(({ outcome }) => (outcome.kind === 'scored' ? outcome.value : null) === value)
      .map(({ item }) => Number(item))
      .toSorted((one, other) => one - other);
  return {
    logs: logs.map((log) => ({ right: idsOf(log, 1), wrong: idsOf(log, 0), absent: idsOf(log, null) })),
    found: findings.map(({ found }) => found),
    notes: logs.flatMap(({ notes }) => notes),
  };
}

const [one, two, three] = [
  [1, 2, 3],
  [4, 5, 6],
  [7, 8],
] as const;
const all = [...one, ...two, ...three];
const whole = { right: all, wrong: [], absent: [] };

describe('joinLogs', () => {
  it.each<[string, () => readonly string[], object, string]>([
    [
      'a log that stopped and its retry',
      () => [
        made('stopped', { ids: [1, 2, 3], failed: [3] }),
        made('retry', { ids: all, task: 'stopped', created: '2026-01-02', uuids: { 1: 'stopped-1', 2: 'stopped-2' } }),
      ],
      whole,
      'stopped.eval and retry.eval hold one evaluation; 3 of its 8 executions stand in several of them',
    ],
    [
      'a retry that is given first',
      () => [
        made('retried', { ids: all, task: 'failing', created: '2026-01-02' }),
        made('failing', { ids: all, failed: [3] }),
      ],
      whole,
      'retried.eval and failing.eval hold one evaluation; 8 of its 8 executions stand in several of them',
    ],
    [
      'a retry that failed again where the first attempt did not',
      () => [
        made('first', { ids: all, failed: [1] }),
        made('second', { ids: all, task: 'first', created: '2026-01-02', failed: [2], wrong: [1] }),
      ],
      { right: all.slice(1), wrong: [1], absent: [] },
      'first.eval and second.eval hold one evaluation; 8 of its 8 executions stand in several of them',
    ],
    [
      'three attempts of which the last one holds them all',
      () => [
        made('try1', { ids: one }),
        made('try2', { ids: [...one, ...two], task: 'try1', created: '2026-01-02' }),
        made('try3', { ids: all, task: 'try1', created: '2026-01-03' }),
      ],
      whole,
      'try1.eval, try2.eval and try3.eval hold one evaluation; 6 of its 8 executions stand in several of them',
    ],
    [
      'a shard and the merged log that contains it',
      () => [
        made('shard', { ids: one }),
        made('merged', { ids: all, uuids: { 1: 'shard-1', 2: 'shard-2', 3: 'shard-3' } }),
      ],
      whole,
      'shard.eval and merged.eval hold one evaluation; 3 of its 8 executions stand in several of them',
    ],
    [
      'a copy',
      () => [made('original', { ids: all }), made('copy', { ids: all, task: 'original', run: 'original' })],
      whole,
      'original.eval and copy.eval hold one evaluation; 8 of its 8 executions stand in several of them',
    ],
    [
      'a log and what it was converted to',
      () => [
        made('converted', { ids: all }),
        made('converted', { ids: all, task: 'converted', run: 'converted', format: 'json' }),
      ],
      whole,
      'converted.eval and converted.json hold one evaluation; 8 of its 8 executions stand in several of them',
    ],
    [
      'a log and what was recovered of it',
      () => [
        made('killed', { ids: one }),
        made('killed-recovered', { ids: [...one, 4], task: 'killed', run: 'killed' }),
      ],
      { right: [1, 2, 3, 4], wrong: [], absent: [] },
      'killed.eval and killed-recovered.eval hold one evaluation; 3 of its 4 executions stand in several of them',
    ],
  ])('counts each execution once in %s', async (_, files, log, found) => {
    expect(await joined(...files())).toMatchObject({ logs: [log], found: [found] });
  });

  it('keeps the models of a log apart, and takes an output of promptfoo and its rows as one', async () => {
    const [whole, rows] = ['promptfoo/out.json', 'promptfoo/out.jsonl'].map(sampleLog);
    const read = await readRecording(rows ?? '');
    const { logs, findings } = joinLogs([await readRecording(whole ?? ''), read]);
    const sums = ({ rows: of }: typeof read) =>
      Array.from(
        Map.groupBy(of, ({ model, score }) => `${model} ${score}`),
        ([name, own]) => [
          name,
          own.reduce((sum, { outcome }) => sum + (outcome.kind === 'scored' ? outcome.value : 0), 0),
        ],
      );
    expect(logs.map(sums)).toEqual([sums(read)]);
    expect(findings.map(({ found }) => found)).toEqual([
      'out.json and out.jsonl hold one evaluation; 8 of its 48 executions stand in several of them',
    ]);
  });

  it.each<[string, () => readonly string[]]>([
    ['parts with other items', () => [made('a', { ids: one }), made('b', { ids: two }), made('c', { ids: three })]],
    [
      'a part and an attempt that did not reach it',
      () => [made('d', { ids: [...one, ...two] }), made('e', { ids: three, task: 'd', created: '2026-01-02' })],
    ],
  ])('takes %s as one log without a doubt', async (_, files) => {
    const { logs, found, notes } = await joined(...files());
    expect({ logs, found }).toEqual({ logs: [whole], found: [] });
    expect(notes.join(' ')).toMatch(/\.eval and \w\.eval are parts of one evaluation, and count as one log/);
  });

  it.each<[string, () => readonly string[]]>([
    ['of two evaluations of the same items', () => [made('f', { ids: all }), made('g', { ids: all })]],
    ['of which some items were evaluated twice', () => [made('h', { ids: [...one, 4] }), made('i', { ids: two })]],
    ['of other models', () => [made('j', { ids: one }), made('k', { ids: two, model: 'lab/n' })]],
    ['with other settings', () => [made('l', { ids: one }), made('m', { ids: two, seed: 2 })]],
    ['of data without a name', () => [made('x', { ids: one, data: '' }), made('y', { ids: two, data: '' })]],
    ['of other data', () => [made('n', { ids: one }), made('o', { ids: two, data: 'other' })]],
    [
      'of parts of which one was evaluated again',
      () => [made('p', { ids: one }), made('q', { ids: two }), made('r', { ids: one })],
    ],
  ])('leaves logs apart %s', async (_, files) => {
    const paths = files();
    const { logs, found } = await joined(...paths);
    expect([logs.length, found]).toEqual([paths.length, []]);
  });

  it('leaves logs apart that score the same executions differently, and says what differs', async () => {
    const { logs, found } = await joined(
      made('scored', { ids: all }),
      made('rescored', { ids: all, task: 'scored', run: 'scored', wrong: [1, 2] }),
    );
    expect(logs).toHaveLength(2);
    expect(found).toEqual([
      'scored.eval and rescored.eval hold the same executions, and 2 of them have other scores: the answers were scored again',
    ]);
  });

  it('joins the scores of one evaluation that was scored by two scorers', async () => {
    const files = [made('by-s', { ids: all }), made('by-u', { ids: all, task: 'by-s', run: 'by-s', scorer: 'u' })];
    const { logs } = joinLogs(await Promise.all(files.map((file) => readRecording(file))));
    expect(logs.map(({ scores }) => scores.map(({ name }) => name))).toEqual([['s', 'u']]);
  });

  it('joins items with equal texts of two parts into one group', async () => {
    const [first, second] = [
      await readRecording(made('v', { ids: one })),
      await readRecording(made('w', { ids: two })),
    ];
    const text = first.items.get('1')?.text ?? '';
    const items = new Map(Array.from(second.items, ([id, item]) => [id, id === '4' ? { ...item, text } : item]));
    const { logs } = joinLogs([first, { ...second, items }]);
    expect(logs.map((log) => log.items.get('4')?.group)).toEqual(['1']);
  });
});
