import { describe, expect, it } from 'vitest';
import { analyzed } from '../../../test/support/analyzed.ts';
import { madeOutcomes } from '../../../test/support/report-outcomes.ts';
import type { Observed } from '../../domain/outcome.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { BinaryOutcome } from '../../outcome-kinds/binary.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { RankingOutcome } from '../../outcome-kinds/ranking-terms.ts';
import { comparisonSchema } from '../../results/comparison.ts';
import { seededRandom } from '../../util/random.ts';
import { verdictFindings } from '../findings/verdicts.ts';
import { compareModels } from './compare-models.ts';

const experiments = experimentRegistry();

async function compared(rows: Iterable<OutcomeRow>, dataOf: (run: string) => string = () => 'data') {
  async function* stream() {
    yield* rows;
  }
  const { estimates, fields, scores } = await analyzed(stream(), { experiments, dataOf });
  const findings = verdictFindings({ scores, experiments, judges: [], estimates });
  return { estimates, comparison: comparisonSchema.parse(compareModels({ fields, scores, findings })) };
}

const present = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });
const lost: Observed<never> = { kind: 'absent', slot: 'forecast', reason: 'unparsed', detail: '' };

/** Creates one request: prediction and executions as letters, y = answers, n = refuses, - = no prediction. */
function request(model: string, item: number, [prediction = '-', ...executions]: string, run = 'run'): OutcomeRow {
  const outcome: BinaryOutcome = {
    kind: 'binary',
    unit: '',
    prediction: prediction === '-' ? lost : present(prediction === 'y'),
    probability: null,
    executions: executions.map((execution) => present(execution === 'y')),
    label: null,
  };
  const place = { run, experiment: 'restriction', model, condition: 'paper', reader: 'both' } as const;
  return { ...place, item: `i${item}`, cluster: `i${item}`, outcome };
}

function requests(models: Readonly<Record<string, readonly string[]>>, run?: string): readonly OutcomeRow[] {
  return Object.entries(models).flatMap(([model, items]) => items.map((cell, item) => request(model, item, cell, run)));
}

function group(model: string, item: number, [prediction, tokens]: [string, readonly number[]]): OutcomeRow {
  const units = ['A', 'B', 'C'];
  const outcome: RankingOutcome = {
    kind: 'ranking',
    units,
    prediction: present([...prediction]),
    predictionTokens: 10,
    executions: [tokens.map((count) => ({ correct: present(count >= 0), tokens: Math.abs(count) }))],
    label: null,
  };
  const place = { run: 'run', experiment: 'difficulty', model, condition: 'paper', reader: 'both' } as const;
  return { ...place, item: `g${item}`, cluster: `g${item}`, outcome };
}

describe('the other models as the prediction', () => {
  it('is their majority, scored on the units where the own prediction counts', async () => {
    const { estimates } = await compared(
      requests({ a: ['yy', 'yn', 'nn', '-n'], b: ['yy', 'yy', 'yn', 'yy'], c: ['yy', 'yy', 'yn', 'yy'] }),
    );
    const consensus = (model: string, measure: string) =>
      estimates.find((entry) => entry.model === model && entry.measure === measure)?.otherModels;
    expect(consensus('a', 'accuracy')).toBeCloseTo(2 / 3, 12); // predicts y y n, does y n n; item 3 has no prediction
    expect(consensus('a', 'reexecution_accuracy')).toBeNull();
  });

  it('is the order that fits the others best', async () => {
    const { estimates } = await compared([
      group('a', 0, ['CBA', [1, 2, 3]]),
      group('b', 0, ['ABC', [1, 3, 2]]),
      group('c', 0, ['ABC', [1, 3, 2]]),
    ]);
    const found = estimates.find(({ model, measure }) => model === 'a' && measure === 'concordance');
    expect(found?.otherModels).toBeCloseTo(2 / 3, 12); // A C B against A B C
  });

  it('is null for a single model', async () => {
    const { estimates } = await compared(requests({ a: ['yy', 'nn'] }));
    expect(estimates.every(({ otherModels }) => otherModels === null)).toBe(true);
  });
});

interface World {
  readonly models: number;
  readonly items?: number;
  /** Probability that a prediction knows the own outcome; else it says what most models do. */
  readonly self: number;
}

/** Generates models that do what most do in 70 % of the items. */
function subjects({ models, items = 250, self }: World): readonly OutcomeRow[] {
  return Array.from({ length: items }, (_, item) => {
    const usual = seededRandom('usual', item)() < 0.5;
    return Array.from({ length: models }, (_, model) => {
      const random = seededRandom(model, item, self);
      const does = random() < 0.7 ? usual : !usual;
      const says = random() < self ? does : random() < 0.85 ? usual : !usual;
      return request(`m${model}`, item, `${says ? 'y' : 'n'}${does ? 'y' : 'n'}`);
    });
  }).flat();
}

async function taskIn(rows: readonly OutcomeRow[]) {
  const { comparison } = await compared(rows);
  const [task] = comparison.tasks;
  if (task === undefined) throw new Error('a task');
  return { task, comparison };
}

describe('compareModels', () => {
  it('says "beyond others" of six models that know themselves, and not of six that know what all do', async () => {
    const knowing = (await taskIn(subjects({ models: 6, self: 0.6 }))).task;
    expect(knowing.together).toMatchObject({ kind: 'asked', models: 6, family: 1, beyond: 'yes' });
    expect(knowing.models).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5']);
    expect(knowing.byModel.every(({ kind }) => kind === 'word')).toBe(true);
    const ignorant = (await taskIn(subjects({ models: 6, self: 0 }))).task;
    expect(ignorant.together).toMatchObject({ kind: 'asked', beyond: 'not shown' });
    if (knowing.together.kind === 'not asked' || ignorant.together.kind === 'not asked') throw new Error('asked');
    expect(knowing.together.private.interval?.[0]).toBeGreaterThan(0.1);
    expect(ignorant.together.private.interval?.[0]).toBeLessThan(0);
    expect(ignorant.together.detectable).toBeGreaterThan(0);
  });

  it('has a number and no word below six models, and asks nothing of two', async () => {
    const { task } = await taskIn(subjects({ models: 4, self: 0.6 }));
    expect(task.together).toMatchObject({ kind: 'asked', models: 4, adjusted: null, beyond: 'not asked' });
    expect(task.byModel.map(({ kind }) => kind)).toEqual(Array(4).fill('number'));
    const two = (await taskIn(subjects({ models: 2, self: 0.6 }))).task;
    expect(two.together).toEqual({ kind: 'not asked', reason: 'needs three models of which no two are related' });
    expect(two.R).toEqual([]);
  });

  it('asks nothing of too few items, and gives the reason', async () => {
    const { task } = await taskIn(subjects({ models: 6, items: 19, self: 0.6 }));
    expect(task.together).toEqual({
      kind: 'not asked',
      reason: expect.stringMatching(/^\d+ groups of items, fewer than the 20 that a verdict needs; \d+ more items?/),
    });
  });

  it('leaves a model out of the means where over 2 % of its values are missing or absent', async () => {
    const rows = subjects({ models: 6, self: 0.6 });
    const isLost = (index: number, count: number) => index % 6 === 0 && index / 6 < count; // of the first model
    const lost = (count: number) => rows.map((row, at) => (isLost(at, count) ? request('m0', at / 6, '-y') : row));
    const absent = (count: number) => rows.filter((_, at) => !isLost(at, count));
    for (const without of [lost, absent]) {
      expect((await taskIn(without(5))).task.together).toMatchObject({ kind: 'asked', models: 6, beyond: 'yes' });
      const many = (await taskIn(without(6))).task.together;
      expect(many).toMatchObject({ kind: 'asked', models: 5, beyond: 'not asked' });
    }
    const { task } = await taskIn(lost(1));
    expect(task.byModel[0]).toMatchObject({ units: { asked: 250, noPrediction: 1, noOutcome: 0 } });
  });

  it('does not ask it of rankings, and says why', async () => {
    const rows = ['a', 'b', 'c'].map((model) => group(model, 0, ['ABC', [1, 2, 3]]));
    const { task } = await taskIn(rows);
    expect(task.together).toMatchObject({ kind: 'not asked', reason: expect.stringContaining('rankings') });
  });

  it('joins models of several runs on the same data only', async () => {
    const apart = [...requests({ a: ['yy', 'nn'] }, 'one'), ...requests({ b: ['yy', 'ny'] }, 'two')];
    expect((await compared(apart)).comparison.tasks[0]?.byModel.map(({ model }) => model)).toEqual(['a', 'b']);
    expect((await compared(apart, (run) => run)).comparison.tasks).toEqual([]);
  });

  it('pairs models by item, and adjusts over all pairs', async () => {
    const { comparison } = await taskIn(subjects({ models: 5, self: 0 }));
    expect(comparison.differences).toHaveLength(10);
    for (const { p, adjusted, items, word, quantity } of comparison.differences) {
      expect(adjusted).toBeGreaterThanOrEqual(p ?? 1);
      expect(items).toBe(250);
      const [low, high] = quantity.interval ?? [1, 0];
      expect(low <= (quantity.value ?? 2) && (quantity.value ?? 2) <= high).toBe(true);
      expect(word === 'no difference found').toBe((adjusted ?? 0) > 0.05);
    }
  });

  it('does not test two models of which each gives one answer', async () => {
    const cells = (y: number) => Array.from({ length: 40 }, (_, item) => (item < y ? 'yy' : 'yn'));
    const { comparison } = await compared(requests({ a: cells(35), b: cells(5) }));
    expect(comparison.differences).toMatchObject([
      { p: null, adjusted: null, word: 'no test', reason: 'one answer on both sides' },
    ]);
  });

  it('gives the same bytes in any order of runs', async () => {
    const rows = subjects({ models: 4, items: 60, self: 0.3 });
    const own = (model: string) => rows.filter((row) => row.model === model).map((row) => ({ ...row, run: model }));
    const runs = ['m0', 'm1', 'm2', 'm3'].map(own);
    const text = JSON.stringify((await compared(runs.flat())).comparison);
    expect(JSON.stringify((await compared(runs.toReversed().flat())).comparison)).toBe(text);
  });
});

it('has no NaN, and identical bytes, with missing values and two runs of one model', async () => {
  const made = (run: string, seed: number) =>
    madeOutcomes({
      run,
      models: ['x/one', 'x/two', 'x/three'],
      items: 12,
      samples: 2,
      seed,
      losses: 0.1,
      probabilities: false,
    });
  const rows = [...made('r1', 1), ...made('r2', 2)];
  const { comparison } = await compared(rows);
  const text = JSON.stringify(comparison);
  expect(JSON.stringify((await compared(rows)).comparison)).toBe(text);
  for (const { quantity } of comparison.differences) {
    expect(quantity.interval === null ? quantity.missing : Number.isFinite(quantity.value)).toBeTruthy();
  }
  expect(text).not.toContain('NaN');
  expect(comparison.differences.some(({ a, b }) => a === 'x/one (run r1)' && b === 'x/one (run r2)')).toBe(true);
});
