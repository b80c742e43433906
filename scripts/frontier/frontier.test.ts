import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sharedItems, withoutForms } from './beginnings.ts';
import { commitmentOf } from './commitment.ts';
import { csvOf } from './csv-columns.ts';
import { frontierCsv, writeFrontierRecords } from './exports.ts';
import type { ModelFacts } from './facts.ts';
import { measuredLadder } from './ladder.ts';
import { pageModelOf, pageModels } from './models.ts';
import { pageRows, shownAuroc } from './page-rows.ts';
import { prospectiveCounts } from './prospective.ts';
import { aurocWithinKinds } from './ranking.ts';
import { completeRows, type FrontierRow, mmluRows, type ProspectiveRow } from './recordings.ts';

const work = mkdtempSync(join(tmpdir(), 'seb-frontier-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Returns a right answer to an item, with the subject and the beginning that a recording has of it. */
function rowOn(item: string, kind: string, question: string, more: Partial<FrontierRow> = {}): FrontierRow {
  const about = { model: 'glm-5', item, kind, question, right: true, stated: '90' };
  return { ...about, answer: 'A', key: 'A', bets: null, ...more };
}

const cutForm = 'For which of these two scenarios does the main character (who uses I/me/my) do s';
const formItems = (count: number) => Array.from({ length: count }, (_, at) => rowOn(`form${at}`, 'moral', cutForm));

describe('sharedItems', () => {
  const own = [rowOn('a1', 'law', 'Who may sue?'), rowOn('a2', 'law', 'Two on one'), ...formItems(6)];
  const others = [
    rowOn('b1', 'law', 'Who may sue?'),
    ...['b2', 'b3'].map((item) => rowOn(item, 'law', 'Two on one')),
    ...['b4', 'b5'].map((item) => rowOn(item, 'moral', cutForm)),
  ];

  it('matches beginnings of one item in each recording, and counts the others as unclear', () => {
    const { items, unclear, maxUnclear } = sharedItems(own, others);
    expect([...items]).toEqual(['a1']);
    expect([unclear.size, maxUnclear]).toEqual([1 + 6, 1 + 2]);
    expect([...sharedItems(others, own).items]).toEqual(['b1']);
  });

  it('does not match one beginning in two subjects, and counts an item once however many models answer it', () => {
    expect(sharedItems(own, [rowOn('b1', 'history', 'Who may sue?')]).items.size).toBe(0);
    const answers = [own[0] as FrontierRow, rowOn('a1', 'law', 'Who may sue?', { model: 'gpt-5.4' })];
    expect([...sharedItems(answers, others).items]).toEqual(['a1']);
  });
});

describe('withoutForms', () => {
  it('leaves out a cut beginning that five items share, so that they are not one text', () => {
    expect(withoutForms(formItems(5)).map(({ question }) => question)).toEqual(['', '', '', '', '']);
  });

  it('keeps a beginning of fewer items, which may be on one passage, and a whole text', () => {
    expect(withoutForms(formItems(4)).map(({ question }) => question)).toEqual([cutForm, cutForm, cutForm, cutForm]);
    const whole = ['1', '2', '3', '4', '5'].map((item) => rowOn(item, 'law', 'Who may sue?'));
    expect(withoutForms(whole)).toEqual(whole);
  });
});

describe('aurocWithinKinds', () => {
  it('compares answers of one kind alone; ties count one half', () => {
    const wrong = { right: false };
    const rows = [
      ...[rowOn('1', 'law', '', { stated: '100' }), rowOn('2', 'law', '', { ...wrong, stated: '80' })],
      ...[rowOn('3', 'art', '', { stated: '9' }), rowOn('4', 'art', '', { ...wrong, stated: '9' })],
    ];
    expect(aurocWithinKinds(rows)).toBe(0.75); // law 1 of 1, art a tie; as texts, "100" would be below "80"
    expect(aurocWithinKinds(rows.slice(0, 1))).toBe(null);
  });
});

describe('commitmentOf', () => {
  // two strata of one model; numbers from an independent computation in Python (weights n1 n0 / (n1 + n0), jackknife over items)
  const row = (item: number, kind: string, [kept, right, bets]: readonly [number, number, number]): FrontierRow => ({
    ...{ model: 'gpt-5.4', item: `i${item}`, kind, question: '', answer: '', key: '' },
    ...{ stated: String(kept), right: right === 1, bets: bets === 1 },
  });
  const rows = [
    row(1, 'A: x', [1, 1, 1]),
    row(2, 'A: x', [1, 0, 1]),
    row(3, 'A: y', [0, 0, 1]),
    row(4, 'A: y', [0, 1, 0]),
    row(5, 'B: x', [1, 1, 1]),
    row(6, 'B: x', [1, 1, 0]),
    row(7, 'B: x', [0, 1, 1]),
    row(8, 'B: x', [0, 0, 0]),
  ];

  it('weights the differences within tracks as Mantel and Haenszel', () => {
    const [all] = commitmentOf(rows);
    expect(all?.bets.difference.value).toBeCloseTo(0.25, 12); // A: 2/2 - 1/2, B: 1/2 - 1/2, equal weights
    expect(all?.rightIfBet.difference.value).toBeCloseTo(2 / 7, 12); // A: 1/2 - 0 at 2/3, B: 1 - 1 at 1/2
  });

  it('says how large each difference could be, and compares within item types, too', () => {
    const [all, withinTypes] = commitmentOf(rows);
    // with a bet: A 2 kept, 1 withdrawn, 1 right: 1/2 - 0 at 2/3; B 1 kept, 1 withdrawn, 2 right: 0 at 1/2
    expect(all?.rightIfBet.largest).toBeCloseTo(2 / 7, 12);
    // bets: A 2 kept, 2 withdrawn, 3 bets: 1 - 1/2; B 2 kept, 2 withdrawn, 2 bets: 1 - 0
    expect(all?.bets.largest).toBeCloseTo(3 / 4, 12);
    expect(withinTypes?.bets.difference.value).toBeCloseTo(0, 12); // A has no type with both; B: 1/2 - 1/2
  });

  it('counts rows that are kept and withdrawn, in each track too', () => {
    const complete = commitmentOf(rows).filter(({ models }) => models === 'complete');
    expect(complete.map(({ name, bets }) => [name, bets.kept, bets.withdrawn])).toEqual([
      ['all tracks', 4, 4],
      ['all tracks, within item types', 4, 4],
      ['A', 2, 2],
      ['B', 2, 2],
    ]);
  });

  it('leaves models without every item out of the numbers of complete models, and has them in those of all', () => {
    const partial = rows.slice(0, 3).map((each) => ({ ...each, model: 'glm-5' }));
    expect(completeRows([...rows, ...partial])).toEqual(rows);
    const over = commitmentOf([...rows, ...partial]);
    const kept = (models: string) => over.find((each) => each.models === models)?.bets.kept;
    expect([kept('complete'), kept('all')]).toEqual([4, 6]);
  });
});

describe('csvOf', () => {
  it('writes fractions with 6 significant digits, which are equal in all versions of Node, and counts as they are', () => {
    const cells = [0.1 + 0.2, 1 / 3, -2e-7 / 3, 12_345_678, Number.POSITIVE_INFINITY, null, true];
    const table = csvOf(
      [{ name: 'x', unit: '', meaning: '', cell: (at: number) => cells[at] ?? null }],
      [...cells.keys()],
    );
    expect(table).toBe('x\n0.3\n0.333333\n-6.66667e-8\n12345678\nInfinity\n\ntrue\n');
  });
});

describe('measuredLadder', () => {
  it('refuses a store that does not exist, and makes none', async () => {
    const store = join(work, 'absent.sqlite');
    await expect(measuredLadder(store)).rejects.toThrow('no store');
    expect(existsSync(store)).toBe(false);
  });

  it('refuses a file without a finished run of the ladder', async () => {
    const store = join(work, 'empty.sqlite');
    writeFileSync(store, '');
    await expect(measuredLadder(store)).rejects.toThrow('no finished run of the ladder');
  });
});

describe('mmluRows', () => {
  it('says which files it expects where a folder is absent, has no table, or has another one', () => {
    const folder = mkdtempSync(join(work, 'atlas-'));
    const expected = /atlas: .* in data\/raw of synthiumjp\/metacognitive-profile-atlas/;
    expect(() => mmluRows(join(folder, 'absent'))).toThrow(expected);
    expect(() => mmluRows(folder)).toThrow(expected);
    writeFileSync(join(folder, 'summary.csv'), 'Model,N\nx,1\n');
    expect(() => mmluRows(folder)).toThrow(expected);
  });
});

describe('prospectiveCounts', () => {
  const row = (model: string, more: Partial<ProspectiveRow> = {}): ProspectiveRow => ({
    ...{ model, item_id: 'pr_000', path_choice: 'ANSWER_DIRECTLY', answer: 'about 5,730 years', is_correct: false },
    ...{ correct_answer: '5730 years', score: '0.0', ...more },
  });

  it('finds keys in answers that are scored as wrong, and leaves declined questions out of what is right', () => {
    const declined = row('glm-5', { path_choice: 'DECLINE', answer: 'DECLINED' });
    const other = row('glm-5', { answer: 'about 15,730 years' });
    expect(prospectiveCounts([row('glm-5'), declined, other]).models).toEqual([
      { model: 'glm-5', answers: 2, hints: 0, declines: 1, right: 0, keyInWrong: 1 },
    ]);
  });

  it('leaves out models whose rows are equal, and names them', () => {
    const { models, equal } = prospectiveCounts([row('gpt-5.4'), row('gpt-5.4-mini'), row('glm-5', { answer: 'no' })]);
    expect(models.map(({ model }) => model)).toEqual(['glm-5']);
    expect(equal).toEqual({ models: ['gpt-5.4', 'gpt-5.4-mini'], rows: 1 });
  });
});

describe('pageModelOf', () => {
  it.each([
    ['anthropic/claude-sonnet-4@20250514', 'claude-sonnet-4'],
    ['anthropic/claude-sonnet-4-6@default', 'claude-sonnet-4.6'],
    ['haiku attention.csv', 'claude-haiku-4.5'],
    ['openai/gpt-5.4-mini-2026-03-17', 'gpt-5.4-mini'],
    ['GPT-5.4 nano soc cog.csv', 'gpt-5.4-nano'],
    ['GPT-5.4 prospective_regulation_results.csv', 'gpt-5.4'],
    ['Gemini Flash 3 preview socialcog.csv', 'gemini-3-flash'],
    ['R1 metacog.csv', 'deepseek-r1'],
  ])('reads %s as %s', (written, name) => {
    expect(pageModelOf(written)).toBe(name);
  });

  it('refuses a name that it does not know', () => {
    expect(() => pageModelOf('mistral-large')).toThrow('no known model');
  });

  it('has each model once', () => {
    expect(new Set(pageModels.map(({ name }) => name)).size).toBe(pageModels.length);
  });
});

describe('pageRows', () => {
  const score = (word: string, low: number) => ({
    ...{ word, reason: null, family: 2, said: 0.9, brierMinusConstant: { value: 0, interval: null } },
    auroc: { value: low + 0.05, interval: [low, low + 0.1] as const },
  });
  const soundScore = (word: string, low: number, wrong = 40) => ({ ...score(word, low), items: 90, wrong });
  const unknown = { value: null, interval: null };
  const facts = (more: Partial<ModelFacts>): ModelFacts => ({
    ...{
      model: 'glm-5',
      recording: 'mmlu',
      items: 100,
      right: 50,
      wrong: 50,
      isComplete: true,
      mostFrequent: 0.5,
      aurocWithin: 0.6,
    },
    ...{ all: score('no sign', 0.4), sound: soundScore('no sign', 0.4), others: 0.6, othersSound: 0.6, otherModels: 3 },
    // the result of `seb worth` is not read here, but for its signals
    keeping: { kept: 1, rightWithdrawn: 0, wrongWithdrawn: 0, ownDecision: unknown, worth: { signals: [] } as never },
    ...more,
  });
  const rowOf = (more: Partial<ModelFacts>) =>
    pageRows({
      name: 'mmlu',
      items: 100,
      doubtful: [],
      shared: null,
      forms: { kinds: [], items: 0 },
      soundItems: 90,
      groups: 100,
      isDealtWithin: true,
      models: [facts(more)],
    })[0];

  it('has no word for a model without every item, and ceiling in place of an AUROC of few wrong answers', () => {
    expect(rowOf({ isComplete: false })).toMatchObject({ word: null, limits: ['incomplete'] });
    expect(rowOf({ wrong: 29 })).toMatchObject({ word: 'ceiling', auroc: { value: null } });
  });

  it('says that a word depends on the items, and that no sign ranks some items', () => {
    expect(rowOf({ sound: soundScore('informative', 0.4) })?.word).toBe(
      'depends on the items (no sign; sound: informative)',
    );
    expect(rowOf({ all: score('no sign', 0.51) })?.word).toBe('no sign (ranks some items; not shown after adjustment)');
  });

  it('has no AUROC of fewer than 30 wrong answers on sound items either, and no word there to compare with', () => {
    expect(rowOf({ sound: soundScore('informative', 0.4, 29) })).toMatchObject({
      ...{ word: 'no sign', wordSound: 'ceiling', wrongSound: 29 },
      ...{ auroc: { value: 0.45 }, aurocSound: { value: null }, othersSound: null, others: 0.6 },
    });
    expect(rowOf({})).toMatchObject({ wordSound: 'no sign', aurocSound: { value: 0.45 }, othersSound: 0.6 });
    expect([29, 30].map((wrong) => shownAuroc(score('no sign', 0.4).auroc, wrong).value)).toEqual([null, 0.45]);
  });

  it('says of no sign on sound items, too, that it ranks some items', () => {
    const ranks = 'no sign (ranks some items; not shown after adjustment)';
    expect(rowOf({ all: score('informative', 0.6), sound: soundScore('no sign', 0.51) })).toMatchObject({
      ...{ word: `depends on the items (informative; sound: ${ranks})`, wordSound: ranks },
    });
  });

  it('has empty columns of sound items where there is no set of them', () => {
    const row = rowOf({ recording: 'battery', sound: null, othersSound: null });
    expect(row).toMatchObject({ wrongSound: null, soundItems: null, wordSound: null, othersSound: null });
    if (row === undefined) throw new Error('no row');
    const [names, cells] = frontierCsv([row])
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
    const filled = names?.filter((name, at) => name.includes('sound') && cells?.[at] !== '');
    expect([names?.filter((name) => name.includes('sound')).length, filled]).toEqual([6, []]);
  });

  it('writes records of names that do not depend on the time, with a word beside its AUROC alone', () => {
    const row = rowOf({ recording: 'battery', sound: null, othersSound: null });
    if (row === undefined) throw new Error('no row');
    const records = join(work, 'eee');
    for (const retrieved of [1, 2]) writeFrontierRecords([row], records, retrieved);
    const files = readdirSync(records, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
    expect(files.length).toBe(1);
    const { evaluation_results: results } = JSON.parse(readFileSync(join(records, files[0] ?? ''), 'utf8'));
    const told = results.map((each: Record<string, Record<string, unknown>>) => [
      each.metric_config?.metric_id,
      'word' in ((each.score_details?.details ?? {}) as object),
    ]);
    expect(told).toEqual([
      ['accuracy', false],
      ['auroc', true],
      ['kept', false],
    ]);
    expect(results[1].metric_config.evaluation_description).toBe(
      'AUROC of the decision to keep or withdraw the answer',
    );
  });

  it('says whether a policy could have had a word', () => {
    const keepingWith = (reason: string | null) => ({
      ...facts({}).keeping,
      worth: { signals: [{ name: 'own', reason, verdict: 'not distinguishable', overConstant: unknown }] } as never,
    });
    const few = 'it differs from always keeping in 4 groups of items; 15 are needed';
    expect([few, null].map((reason) => rowOf({ keeping: keepingWith(reason) })?.canHaveWord)).toEqual([false, true]);
  });

  it('gives the cost of an error as right answers withdrawn for each wrong one', () => {
    const keeping = { ...facts({}).keeping, rightWithdrawn: 78, wrongWithdrawn: 28 };
    expect(rowOf({ keeping })?.breakEven.value).toBeCloseTo(78 / 28, 12);
    expect(rowOf({ keeping })?.breakEven.interval?.map((end) => Number(end.toFixed(2)))).toEqual([1.81, 4.28]);
  });
});

describe('docs/results/frontier-codebook.csv', () => {
  it('lists every column of the tables beside the page', () => {
    const folder = new URL('../../docs/results/', import.meta.url);
    const tables = readdirSync(folder).filter(
      (name) => /^frontier(-\w+)?\.csv$/.test(name) && !name.includes('codebook'),
    );
    const headers = tables.flatMap((name) => {
      const [header = ''] = readFileSync(new URL(name, folder), 'utf8').split('\n');
      return header.split(',').map((column) => `${name},${column}`);
    });
    const lines = readFileSync(new URL('frontier-codebook.csv', folder), 'utf8').trimEnd().split('\n').slice(1);
    const described = lines.map((line) => line.split(',').slice(0, 2).join(','));
    expect(tables.length).toBe(5);
    expect(described.toSorted()).toEqual(headers.toSorted());
  });
});
