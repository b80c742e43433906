import { describe, expect, it } from 'vitest';
import { commitmentOf } from './commitment.ts';
import type { ModelFacts } from './facts.ts';
import { pageModelOf, pageModels } from './models.ts';
import { pageRows } from './page-rows.ts';
import { prospectiveCounts } from './prospective.ts';
import type { FrontierRow, ProspectiveRow } from './recordings.ts';

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

  it('counts rows that are kept and withdrawn, in each track too', () => {
    expect(commitmentOf(rows).map(({ name, bets }) => [name, bets.kept, bets.withdrawn])).toEqual([
      ['all tracks', 4, 4],
      ['A', 2, 2],
      ['B', 2, 2],
    ]);
  });
});

describe('prospectiveCounts', () => {
  const row = (model: string, more: Partial<ProspectiveRow> = {}): ProspectiveRow => ({
    ...{ model, item_id: 'pr_000', path_choice: 'ANSWER_DIRECTLY', answer: 'about 5,730 years', is_correct: false },
    ...{ correct_answer: '5730 years', ...more },
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
  const facts = (more: Partial<ModelFacts>): ModelFacts => ({
    ...{ model: 'glm-5', recording: 'mmlu', items: 100, right: 50, wrong: 50, isComplete: true, mostFrequent: 0.5 },
    ...{ all: score('no sign', 0.4), sound: score('no sign', 0.4), others: 0.6, othersSound: 0.6, otherModels: 3 },
    // the result of `seb worth` is not read here, but for its signals
    keeping: { kept: 1, rightWithdrawn: 0, wrongWithdrawn: 0, worth: { signals: [] } as never },
    ...more,
  });
  const rowOf = (more: Partial<ModelFacts>) =>
    pageRows({
      name: 'mmlu',
      items: 100,
      doubtful: [],
      shared: 0,
      soundItems: 90,
      groups: 100,
      models: [facts(more)],
    })[0];

  it('has no word for a model without every item, and ceiling in place of an AUROC of few wrong answers', () => {
    expect(rowOf({ isComplete: false })).toMatchObject({ word: null, limits: ['incomplete'] });
    expect(rowOf({ wrong: 29 })).toMatchObject({ word: 'ceiling', auroc: { value: null } });
  });

  it('says that a word depends on the items, and that no sign ranks some items', () => {
    expect(rowOf({ sound: score('informative', 0.4) })?.word).toBe(
      'depends on the items (no sign, sound: informative)',
    );
    expect(rowOf({ all: score('no sign', 0.51) })?.word).toBe('no sign (ranks some items; not shown after adjustment)');
  });

  it('gives the cost of an error as right answers withdrawn for each wrong one', () => {
    const keeping = { ...facts({}).keeping, rightWithdrawn: 78, wrongWithdrawn: 28 };
    expect(rowOf({ keeping })?.breakEven.value).toBeCloseTo(78 / 28, 12);
    expect(rowOf({ keeping })?.breakEven.interval?.map((end) => Number(end.toFixed(2)))).toEqual([1.81, 4.28]);
  });
});
