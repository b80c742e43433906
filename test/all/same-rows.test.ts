import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { PairedContrast } from '../../src/results/contrast.ts';
import type { Finding } from '../../src/results/finding.ts';
import type { RightAnswers } from '../../src/results/right-answers.ts';
import { chatRequest } from '../support/answering-server.ts';
import { sebHere } from '../support/in-process.ts';
import { completion } from '../support/models/completion.ts';
import { loopbackServer, sendJson } from '../support/models/loopback-server.ts';
import { hasEveryEvalEver, hasInspect, readByInspect, validateByEveryEvalEver } from '../support/python-readers.ts';
import { newStore } from '../support/refusal.ts';
import { type Design, type Row, rowsOf } from '../support/same-rows.ts';
import { zipOf } from '../support/zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-same-rows-'));

beforeAll(() => {
  vi.stubEnv('COLUMNS', '240'); // names of files and runs have other lengths
});
afterAll(() => vi.unstubAllEnvs());

function csvOf(name: string, rows: readonly Row[]): string {
  const file = join(folder, `${name}.csv`);
  const isConfident = rows.some(({ confidence }) => confidence !== undefined);
  const lines = rows.map(({ id, text, topic, value, confidence }) =>
    ['m', id, text, topic, value ?? '', ...(isConfident ? [confidence] : [])].join(','),
  );
  const header = `model,item_id,question,topic,is_correct${isConfident ? ',confidence' : ''}`;
  writeFileSync(file, `${header}\n${lines.join('\n')}\n`);
  return file;
}

function inspectLogOf(name: string, rows: readonly Row[]): string {
  const file = join(folder, `${name}.eval`);
  const header = { version: 2, status: 'success', eval: { eval_id: name, task: 't', model: 'm' } };
  const summaries = rows.map(({ id, epoch, text, topic, value, confidence }) => ({
    ...{ id, epoch, input: text, target: 'A', metadata: topic === '' ? {} : { topic } },
    ...(value === null
      ? { error: 'Timeout', scores: {} }
      : {
          scores: {
            match: {
              value: value === 1 ? 'C' : value === 0 ? 'I' : value,
              ...{ answer: 'A', metadata: confidence === undefined ? {} : { confidence } },
            },
          },
        }),
  }));
  const entries = [
    { name: 'header.json', content: JSON.stringify(header) },
    { name: 'summaries.json', content: JSON.stringify(summaries) },
  ];
  writeFileSync(file, zipOf(entries));
  return file;
}

/** Makes a folder for a design, so that its files have short names. */
function placeOf(design: string): string {
  const place = design.replaceAll(/\W/g, '-');
  mkdirSync(join(folder, place), { recursive: true });
  return place;
}

const graded: Design = { executions: 3, hasGroups: true, hasNearTexts: true, missing: 0.03, isGraded: true };
const designs: readonly (readonly [string, Design])[] = [
  ['single items', { executions: 1, hasGroups: false, hasNearTexts: false, missing: 0 }],
  ['single items of which 3 % are missing', { executions: 1, hasGroups: false, hasNearTexts: false, missing: 0.03 }],
  ['three executions, 3 % missing', { executions: 3, hasGroups: false, hasNearTexts: false, missing: 0.03 }],
  [
    'groups, near-equal texts, three executions, 3 % missing',
    { executions: 3, hasGroups: true, hasNearTexts: true, missing: 0.03 },
  ],
  ['grades, groups, near-equal texts, three executions, 3 % missing', graded],
  ['grades with a stated confidence', { ...graded, isConfident: true }],
  ['near-equal texts', { executions: 1, hasGroups: false, hasNearTexts: true, missing: 0 }],
];

interface Outcome {
  readonly code: number | null;
  readonly pair: unknown;
  readonly checked: unknown;
}

const gates = [
  ['--fail-if-lower', '0.05'],
  ['--fail-unless-within', '0.1'],
];

/** What a contrast says, without the names of its sides. */
function saidOf({
  quantity,
  counts,
  test,
  p,
  adjusted,
  word,
  reason,
  detectable,
  missing,
  gate,
}: PairedContrast): Partial<PairedContrast> {
  return { quantity, counts, test, p, adjusted, word, reason, detectable, missing, gate };
}

async function jsonOf(...args: readonly string[]) {
  const { stdout, stderr, code } = await sebHere([...args, '--json']);
  if (stdout === '') throw new Error(stderr);
  return { json: JSON.parse(stdout), code };
}

/** What comparison and gates say of two logs. */
async function ofLogs(files: readonly string[], more: readonly string[]): Promise<readonly Outcome[]> {
  const results: Outcome[] = [];
  for (const gate of gates) {
    const { json, code } = await jsonOf('compare', ...files, ...more, ...gate);
    results.push({ code, pair: saidOf(json.differences[0]), checked: saidOf(json.gate.checks[0]) });
  }
  return results;
}

/** What comparison and gates say of two runs. */
async function ofRuns(
  runs: readonly string[],
  store: string,
  score: readonly string[] = ['--score', 'right'],
): Promise<readonly Outcome[]> {
  const results: Outcome[] = [];
  for (const gate of gates) {
    const { json, code } = await jsonOf('compare', ...runs, '--store', store, ...score, ...gate);
    results.push({ code, pair: saidOf(json.differences[0]), checked: saidOf(json.gate.checks[0]) });
  }
  return results;
}

/** Imports logs and returns the ids of their runs. */
async function imported(files: readonly string[], more: readonly string[], store: string): Promise<readonly string[]> {
  const { json } = await jsonOf('import', ...files, ...more, '--store', store);
  return json.map(({ run }: { readonly run: string }) => run);
}

/**
 * Returns what `compare`, `compare --wide` and `report` print of two sides, without the names of files, runs and tasks, the lines about
 * them, the next commands, and the line on groups, which only logs can be given.
 */
async function screensOf(sides: readonly string[], flags: readonly string[], ofCompare: readonly string[] = []) {
  const { json } = await jsonOf('compare', ...sides, ...ofCompare, ...flags);
  const [{ a, b }] = json.differences;
  const printed = async (command: string, ...more: readonly string[]) => {
    const { stdout } = await sebHere([command, ...sides, ...more, ...flags]);
    const sideOf = (name: string) => name.replace(/^.*\((?:run )?(.*)\)$/, '$1');
    return stdout
      .replaceAll(/^next {3}.*\n(?: .*\n)*/gm, '')
      .replaceAll(/^(?:log|run) .*\n/gm, '')
      .replaceAll(/^- (?:each item counts as independent;|other scores of these logs).*\n/gm, '')
      .replaceAll(/^- .*items with .* texts are one group\n/gm, '')
      .replaceAll(/(?:recorded|openai-compatible)\//g, '')
      .replaceAll(sideOf(a), 'new')
      .replaceAll(sideOf(b), 'base')
      .replaceAll(/m\s+\((?:run )?(new|base)\)/g, '$1')
      .replaceAll(/^(?:right|t, match|know, accuracy|answers it will know)(?= |$)/gm, 'logged answers')
      .replaceAll(/executions (?:failed|declined),/g, 'executions without a score,') // a source says why
      .replaceAll(/-{2,}/g, '')
      .replaceAll('run new − run base', 'new − base')
      .replaceAll(/ +/g, ' ')
      .replaceAll(/\n+/g, '\n');
  };
  return {
    compare: await printed('compare', ...ofCompare),
    wide: await printed('compare', '--wide', ...ofCompare),
    table: await printed('report', '--table', 'differences'),
  };
}

it.each(designs)('the same rows give the same contrast and gate as logs, tables and runs: %s', async (name, design) => {
  const sides = { new: rowsOf('new', design, 0.55), base: rowsOf('base', design, 0.75) };
  const written = (write: typeof csvOf) =>
    Object.entries(sides).map(([side, rows]) => write(join(placeOf(name), side), rows));
  const grouped = (group: string) => (design.hasGroups ? ['--group', group] : []);
  const [logs, tables] = [written(inspectLogOf), written(csvOf)];
  const ofLog = await ofLogs(logs, grouped('metadata.topic'));
  expect(await ofLogs(tables, grouped('topic'))).toEqual(ofLog);
  const screens = [await screensOf(logs, grouped('metadata.topic')), await screensOf(tables, grouped('topic'))];
  for (const [files, group] of [
    [logs, 'metadata.topic'],
    [tables, 'topic'],
  ] as const) {
    const store = newStore();
    const runs = await imported(files, grouped(group), store);
    expect(await ofRuns(runs, store, [])).toEqual(ofLog);
    screens.push(await screensOf(runs, ['--store', store]));
  }
  const [first] = screens;
  expect(first?.compare).toMatch(/^(?:new is lower than base by|No difference found between new and base)/m);
  expect(first?.wide).toContain('Paired differences');
  for (const screen of screens) expect(screen).toEqual(first);
  const { json } = await jsonOf('compare', ...logs, ...grouped('metadata.topic'));
  expect(json.differences[0].groups).toBe(design.hasGroups ? 40 : design.hasNearTexts ? 113 : 120);
});

/** Writes a table of models, and returns its path. `confidence`: in each row; absent: no such column. */
function tableOfModels(name: string, models: Readonly<Record<string, readonly Row[]>>, confidence?: number): string {
  const file = join(folder, `${name}.csv`);
  const stated = confidence === undefined ? [] : [confidence];
  const lines = Object.entries(models).flatMap(([model, rows]) =>
    rows.map(({ id, text, value }) => [model, id, text, value ?? '', ...stated].join(',')),
  );
  const columns = ['model', 'item_id', 'question', 'is_correct', ...stated.map(() => 'confidence')];
  writeFileSync(file, `${columns.join(',')}\n${lines.join('\n')}\n`);
  return file;
}

const plain: Design = { executions: 2, hasGroups: false, hasNearTexts: true, missing: 0.03 };

/** What a comparison and a gate say of every pair of logs, and of the runs that are imported from them. */
async function everyPair(files: readonly string[], ...flags: readonly string[]) {
  const ofAll = (contrasts: readonly PairedContrast[]) =>
    contrasts.map((each) => ({ ...saidOf(each), family: each.family }));
  const ofChecks = (checks: readonly (PairedContrast & { note: string | null })[]) =>
    checks.map((each) => ({ ...saidOf(each), family: each.family, note: each.note }));
  const { json: logs } = await jsonOf('compare', ...files, ...flags, '--fail-if-lower', '0.05');
  const store = newStore();
  const runs = await imported(files, [], store);
  const { json } = await jsonOf('compare', ...runs, '--store', store, '--score', 'right');
  const gated =
    runs.length === 2
      ? await jsonOf('compare', ...runs, '--store', store, '--score', 'right', '--fail-if-lower', '0.05')
      : null;
  const { checks } = logs.gate;
  return {
    logs: ofAll(logs.differences),
    runs: ofAll(json.differences),
    checks: ofChecks(checks),
    checksOfRuns: gated === null ? null : ofChecks(gated.json.gate.checks),
  };
}

it('compares each of several models with itself where logs or runs have each of them twice', async () => {
  const side = (name: string) => ({ m: rowsOf(`m ${name}`, plain, 0.55), n: rowsOf(`n ${name}`, plain, 0.75) });
  const found = await everyPair(['new', 'base'].map((name) => tableOfModels(`two-${name}`, side(name))));
  expect(found.logs.map(({ family }) => family)).toEqual([2, 2]);
  expect(found.runs).toEqual(found.logs);
});

it('compares every two models where logs or runs have one of them twice', async () => {
  const [m, again, n] = ['m', 'again', 'n'].map((name) => rowsOf(name, plain, 0.6)) as [Row[], Row[], Row[]];
  const found = await everyPair([tableOfModels('one', { m }), tableOfModels('with-another', { m: again, n })]);
  expect(found.logs.map(({ family }) => family)).toEqual([3, 3, 3]);
  expect(found.runs).toEqual(found.logs);
  expect(found.checks).toHaveLength(1); // the model that both have
});

it('compares right answers of a log with confidences and of one without', async () => {
  const files = [
    tableOfModels('confident', { m: rowsOf('confident', plain, 0.5) }, 0.8),
    tableOfModels('silent', { m: rowsOf('silent', plain, 0.8) }),
  ];
  const found = await everyPair(files);
  expect(found.logs).toMatchObject([{ word: 'lower' }]);
  expect(found.runs).toEqual(found.logs);
  expect(found.checksOfRuns).toEqual(found.checks);
});

it.each([
  ['the new side lacks a fifth', 0.2, 0, 'the new side has a score for 83.3 % of the 120 units of the baseline'],
  [
    'the baseline lacks a fifth',
    0,
    0.2,
    'the baseline has a score for 75 % of the 120 units of the baseline, less than 90 %',
  ],
  ['neither lacks one', 0, 0, null],
])('has one sentence on scores that are missing, for logs and runs: %s', async (name, now, before, reason) => {
  const rows = (side: string, missing: number) => ({ m: rowsOf(side, { ...plain, executions: 1, missing }, 0.6) });
  const files = [tableOfModels(`${name} new`, rows('new', now)), tableOfModels(`${name} base`, rows('base', before))];
  const found = await everyPair(files);
  expect(found.checks).toHaveLength(1);
  if (reason === null) expect(found.checks[0]?.reason).toBeNull();
  else expect(found.checks[0]?.reason).toContain(reason);
  expect(found.checksOfRuns).toEqual(found.checks);
});

it('says of logs, as of runs, that both sides have the same outcomes on every item', async () => {
  const rows = rowsOf('same', { ...plain, missing: 0 }, 0.6);
  const files = [tableOfModels('same new', { m: rows }), tableOfModels('same base', { m: rows })];
  const { json } = await jsonOf('compare', ...files, '--fail-if-lower', '0.05');
  expect(json.differences[0]).toMatchObject({ word: 'no difference found', quantity: { value: 0 } });
  expect(json.gate.checks).toMatchObject([
    { gate: { passes: true }, note: 'both sides have the same outcomes on every item' },
  ]);
});

it('checks the halves of a run and of its log alike, an odd number of executions among them', async () => {
  const rows = rowsOf('halves', { ...plain, executions: 3 }, 0.6);
  const file = tableOfModels('halves', { m: rows });
  const store = newStore();
  const [run = ''] = await imported([file], [], store);
  const self = ['--self-check', '--fail-if-lower', '0.05', '--score'];
  const { json: ofRun } = await jsonOf('compare', run, '--store', store, ...self, 'right');
  const { json: ofLog } = await jsonOf('compare', file, '--self-check', '--fail-if-lower', '0.05');
  expect(ofLog.selfCheck.directions).toHaveLength(2);
  for (const [index, { checks }] of ofLog.selfCheck.directions.entries())
    expect(checks.map(saidOf)).toEqual(ofRun.selfCheck.directions[index].checks.map(saidOf));
});

const keys = ['A', 'B', 'C', 'D'] as const;

/** Returns what a side states of an item, in percent: higher where more of its answers are right; null for an answer without a number. */
function predictionOf(side: string, item: number, rows: readonly Row[]): number | null {
  if (item % 31 === 7) return null;
  const right = rows.reduce((sum, { value }) => sum + (value ?? 0), 0) / rows.length;
  return 10 * (2 + ((item * (side === 'new' ? 7 : 11)) % 5) + Math.round(3 * right));
}

/** Runs `know` on the items of both sides, with a model whose answers are those of the rows; returns the ids of the runs. */
async function runsOf(sides: Readonly<Record<string, readonly Row[]>>, executions: number, store: string) {
  const server = await loopbackServer();
  const data = join(folder, 'know.jsonl');
  const [first = []] = Object.values(sides);
  const texts = [...new Map(first.map(({ id, text }) => [text, id]))];
  const keyOf = (text: string) => texts.findIndex(([known]) => known === text) % keys.length;
  const topics = new Map(first.map(({ id, topic }) => [id, topic]));
  const item = ([question, id]: readonly [string, string]) => {
    const topic = topics.get(id) ?? '';
    const group = topic === '' ? {} : { group: topic };
    return JSON.stringify({
      id,
      question,
      options: ['one', 'two', 'three', 'four'],
      key: keys[keyOf(question)],
      ...group,
    });
  };
  writeFileSync(data, `${texts.map(item).join('\n')}\n`);
  try {
    const ids: string[] = [];
    for (const [side, rows] of Object.entries(sides)) {
      const waiting = Map.groupBy(rows, ({ text }) => text);
      server.handle(({ body }, response) => {
        const prompt = chatRequest({ body })
          .messages.map(({ content }) => content)
          .join('\n');
        const [text = ''] = texts.map(([known]) => known).filter((known) => prompt.includes(`${known}\n`));
        if (!prompt.includes('letter of the right option')) {
          const index = texts.findIndex(([known]) => known === text);
          const stated = predictionOf(
            side,
            index,
            rows.filter((row) => row.text === text),
          );
          return sendJson(response, 200, completion(stated === null ? 'Who knows?' : `{"probability": ${stated}}`));
        }
        const { value = null } = waiting.get(text)?.shift() ?? {};
        const letter = keys[(keyOf(text) + Number(!value)) % keys.length];
        sendJson(response, 200, completion(value === null ? 'I cannot tell.' : `{"answer": "${letter}"}`));
      });
      const { stderr, code } = await sebHere([
        ...['run', '--model', 'openai-compatible/m', '--base-url', `${server.url}/v1`, '--experiment', 'know'],
        ...['--items', `know=${data}`, '--samples', String(executions)],
        ...['--repeat-as', side, '--store', store, '--json'],
      ]);
      expect(code, stderr).toBe(0);
      ids.push(side);
    }
    return ids;
  } finally {
    await server.close();
  }
}

it.each<[string, Design]>([
  ['single items', { executions: 1, hasGroups: false, hasNearTexts: false, missing: 0 }],
  [
    'near-equal texts, three executions, 3 % missing',
    { executions: 3, hasGroups: false, hasNearTexts: true, missing: 0.03 },
  ],
])('answers give the same contrast and gate as runs, as their exports and as a table: %s', async (name, design) => {
  const store = newStore();
  const sides = { new: rowsOf('new', design, 0.55), base: rowsOf('base', design, 0.75) };
  const runs = await runsOf(sides, design.executions, store);
  const exported = runs.map((run) => join(folder, `${name.replaceAll(/\W/g, '-')}-${run}`));
  for (const [index, out] of exported.entries()) {
    const files = ['--out', out, '--eee', join(out, 'eee')];
    const { code, stderr } = await sebHere(['report', runs[index] ?? '', '--store', store, ...files]);
    expect(code, stderr).toBe(0);
  }
  const found = (pattern: string) =>
    exported.flatMap((cwd) => globSync(pattern, { cwd }).map((file) => join(cwd, file)));
  const records = found('eee/**/*_samples.jsonl');
  const ofRun = await ofRuns(runs, store);
  expect(await ofLogs(records, ['--score', 'accuracy'])).toEqual(ofRun);
  const tables = Object.entries(sides).map(([side, rows]) =>
    csvOf(`${name.replaceAll(/\W/g, '-')}-answers-${side}`, rows),
  );
  expect(await ofLogs(tables, [])).toEqual(ofRun);
  const ofPredictions = await ofLogs(records, ['--score', 'self-prediction']);
  expect(await ofLogs(found('inspect/*.eval'), ['--score', 'self_prediction'])).toEqual(ofPredictions);
  expect(await ofLogs(found('inspect/*.eval'), [])).toEqual(ofRun);
  const { compare } = await screensOf(runs, ['--store', store], ['--score', 'right']);
  expect(compare).toMatch(/^(?:new is lower than base by|No difference found between new and base)/m);
  const logs = found('inspect/*.eval').map((file, index) => {
    const short = join(folder, placeOf(`log of ${name}`), `${index === 0 ? 'new' : 'base'}.eval`);
    copyFileSync(file, short);
    return short;
  });
  expect((await screensOf(logs, [])).compare).toBe(compare);
  const table = tableWithPredictions(`${placeOf(name)}-confidence`, 'new', sides.new);
  const worth = await worthOf('new', '--store', store);
  expect(worth).toMatchObject({ items: 120, groups: design.hasNearTexts ? 113 : 120, signals: [{ name: 'own' }] });
  for (const args of [[found('inspect/*.eval')[0] ?? ''], [records[0] ?? ''], [table]])
    expect(await worthOf(...args, '--asked', 'before')).toEqual(worth);
});

/** Writes the answers of a side with what it stated of each, in another order of the items; returns the path. */
function tableWithPredictions(name: string, side: string, rows: readonly Row[]): string {
  const items = [...Map.groupBy(rows, ({ id }) => id).values()];
  const lines = items.flatMap((of, item) => {
    const stated = predictionOf(side, item, of);
    return [
      of.map(({ id, text, value }) => ['m', id, text, value ?? '', stated === null ? '' : stated / 100].join(',')),
    ];
  });
  const file = join(folder, `${name}.csv`);
  writeFileSync(file, `model,item_id,question,is_correct,confidence\n${lines.toReversed().flat().join('\n')}\n`);
  return file;
}

/** What `worth` says of the own statements of a model, rounded: sums over items in another order differ in the last digits. */
async function worthOf(...args: readonly string[]): Promise<unknown> {
  const { json } = await jsonOf('worth', ...args, '--abstain', '--signals', 'own');
  const { items, groups, signals } = json;
  const numbers = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value);
  const unnamed = signals.map(({ about: _about, ...rest }: { readonly about: string }) => rest);
  return JSON.parse(JSON.stringify({ items, groups, signals: unnamed }, numbers));
}

/** What a report says of one score, without the names of run, task, condition and model. */
function reportOf(
  { findings, right }: { readonly findings: readonly Finding[]; readonly right: readonly RightAnswers[] },
  task = '',
) {
  const unnamed = ({
    run: _run,
    experiment: _experiment,
    task: _task,
    condition: _condition,
    model: _model,
    ...rest
  }: Finding) => rest;
  const found = findings.filter((each) => each.task.endsWith(task)).map(unnamed);
  const answers = right
    .filter((each) => each.task.endsWith(task))
    .map(({ kind, right: quantity, se, answered, items, executions, missing }) => {
      const lost = missing.reduce((sum, each) => sum + each.executions, 0);
      return { kind, right: quantity, se, answered, items, executions, lost };
    });
  return { findings: found, right: answers };
}

/** Writes the answers in records of Every Eval Ever as a table, with the part of the run that each prediction was sent in. */
function tableOf(records: string, rows: readonly Row[]): string {
  const file = `${records}.csv`;
  const samples = readFileSync(records, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ evaluation_result_id: result }) => result === 'accuracy');
  const items = [...new Map(rows.map((row) => [row.id, row])).values()];
  // records have pseudonyms for items of own data, in the order of the run
  const about = new Map([...new Set(samples.map(({ sample_id: id }) => id))].map((id, index) => [id, items[index]]));
  const lines = samples.map(({ sample_id: pseudonym, evaluation, error, metadata }) => {
    const { id = '', text = '', topic = '' } = about.get(pseudonym) ?? {};
    const value = error === null ? evaluation.score : '';
    return [id, metadata.epoch, text, topic, value, metadata.confidence ?? '', metadata.seb_part ?? ''].join(',');
  });
  writeFileSync(file, `item_id,epoch,question,topic,is_correct,confidence,seb_part\n${lines.join('\n')}\n`);
  return file;
}

it.each<[string, Design, Partial<Finding>]>([
  [
    'single items',
    { executions: 1, hasGroups: false, hasNearTexts: false, missing: 0 },
    { fit: 'useful', clusters: 116 },
  ],
  [
    'near-equal texts, three executions, 3 % missing',
    { executions: 3, hasGroups: false, hasNearTexts: true, missing: 0.03 },
    { fit: 'informative', clusters: 110 },
  ],
  [
    'groups, near-equal texts, three executions, 3 % missing',
    { executions: 3, hasGroups: true, hasNearTexts: true, missing: 0.03 },
    { clusters: 40 }, // the parts of the run, and with them the word, depend on its id
  ],
])('answers give the same report as a run, as its exports and as a table: %s', async (name, design, word) => {
  const store = newStore();
  const rows = rowsOf('new', design, 0.55);
  await runsOf({ new: rows }, design.executions, store);
  const out = join(folder, `report-${name.replaceAll(/\W/g, '-')}`);
  const { json } = await jsonOf('report', 'new', '--store', store, '--out', out, '--eee', join(out, 'eee'));
  const ofRun = reportOf(json);
  expect(ofRun.findings).toHaveLength(1);
  expect(ofRun.findings[0]).toMatchObject(word);
  expect(['useful', 'informative', 'no sign']).toContain(ofRun.findings[0]?.fit); // tested, on every run id
  const files = (pattern: string) => globSync(pattern, { cwd: out }).map((file) => join(out, file));
  const [log = '', records = ''] = [...files('inspect/*.eval'), ...files('eee/**/*_samples.jsonl')];
  const before = ['--asked', 'before'];
  expect(reportOf((await jsonOf('report', log, ...before)).json, 'accuracy')).toEqual(ofRun);
  expect(reportOf((await jsonOf('report', records, ...before)).json, 'accuracy')).toEqual(ofRun);
  const grouped = design.hasGroups ? ['--group', 'topic'] : [];
  const table = tableOf(records, rows);
  expect(reportOf((await jsonOf('report', table, ...before, ...grouped)).json)).toEqual(ofRun);
  const imported = newStore();
  await jsonOf('import', table, ...before, ...grouped, '--store', imported);
  expect(reportOf((await jsonOf('report', '--store', imported)).json)).toEqual(ofRun);
});

/** Writes the exports of a run with groups, three executions and missing answers into a folder. */
async function exportedTo(out: string): Promise<void> {
  const store = newStore();
  const rows = rowsOf('new', { executions: 3, hasGroups: true, hasNearTexts: true, missing: 0.03 }, 0.55);
  await runsOf({ new: rows }, 3, store);
  await jsonOf('report', 'new', '--store', store, '--out', out, '--eee', out);
}

it.skipIf(!hasInspect)('Inspect reads the log of a run as it is (skipped where Python lacks inspect-ai)', async () => {
  const out = join(folder, 'read-by-inspect');
  await exportedTo(out);
  const logs = globSync('inspect/*.eval', { cwd: out }).map((file) => join(out, file));
  expect(logs).toHaveLength(1);
  expect(readByInspect(logs)).toMatchObject([{ samples: 360, scorers: expect.arrayContaining(['accuracy']) }]);
});

it.skipIf(!hasEveryEvalEver)(
  'Every Eval Ever accepts the records of a run (skipped where Python lacks every-eval-ever)',
  async () => {
    const out = join(folder, 'read-by-every-eval-ever');
    await exportedTo(out);
    const records = globSync('data/**/*.{json,jsonl}', { cwd: out });
    expect(records).toHaveLength(2);
    validateByEveryEvalEver(out, records);
  },
);

it.each([
  ['alone', {}],
  ['with a stated confidence', { isConfident: true }],
] as const)('grades %s give the same report as logs, as imported runs, and as their exports', async (name, stated) => {
  const design = { ...graded, ...stated };
  const rows = rowsOf('new', design, 0.55);
  const title = `grades ${name}`;
  const [log, table] = [inspectLogOf(title, rows), csvOf(title, rows)];
  const ofLog = reportOf((await jsonOf('report', log, '--group', 'metadata.topic')).json);
  expect(ofLog).toMatchObject({
    findings: [],
    right: [{ kind: 'graded', items: 120, executions: 360, right: { clusters: 40 } }],
  });
  expect(reportOf((await jsonOf('report', table, '--group', 'topic')).json)).toEqual(ofLog);
  const store = newStore();
  const [run = ''] = await imported([log], ['--group', 'metadata.topic'], store);
  const out = join(folder, `report-of-${title}`);
  const { json } = await jsonOf('report', run, '--store', store, '--out', out, '--eee', join(out, 'eee'));
  expect(reportOf(json)).toEqual(ofLog);
  for (const pattern of ['inspect/*.eval', 'eee/**/*_samples.jsonl'])
    for (const file of globSync(pattern, { cwd: out })) {
      const exported = await jsonOf('report', join(out, file));
      expect(reportOf(exported.json, 'accuracy')).toEqual(ofLog);
    }
});
