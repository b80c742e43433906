import { beforeAll, describe, expect, it } from 'vitest';
import { madeOutcomes } from '../../../test/support/report-outcomes.ts';
import type { BinaryOutcome, Observed, OutcomeRow, RankingOutcome } from '../../domain/outcome.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { seededRandom } from '../../util/random.ts';
import { analyzeAll } from '../analyze.ts';
import { compareModels } from './compare-models.ts';
import type { Comparison } from './comparison-types.ts';

const experiments = experimentRegistry();

async function compared(rows: Iterable<OutcomeRow>, dataOf: (run: string) => string = () => 'data', seed = 1) {
  async function* stream() {
    yield* rows;
  }
  const { estimates, fields } = await analyzeAll(stream(), { experiments, dataOf });
  return { estimates, comparison: compareModels(fields, { seed }) };
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

const matrixOf = ({ matrices }: Comparison, measure: string) => matrices.find((matrix) => matrix.measure === measure)!;

describe('the matrix of a tiny example', () => {
  const rows = requests({
    a: ['yy', 'yy', 'nn', 'yn', '-y'],
    b: ['yy', 'nn', 'nn', 'nn', 'yy'],
    c: ['ny', 'yy', 'ny', 'nn', 'yy'],
  });

  it('equals a hand calculation on the items that every model has, and lists what is excluded', async () => {
    const { comparison } = await compared(rows);
    // Outcomes on items 0-3: a yynn, b ynnn, c yyyn; predictions: a yyny, b ynnn, c nynn.
    expect(matrixOf(comparison, 'accuracy')).toMatchObject({
      form: 'reuse',
      models: ['a', 'b', 'c'],
      values: [
        [3 / 4, 2 / 4, 2 / 4],
        [3 / 4, 4 / 4, 2 / 4],
        [3 / 4, 2 / 4, 2 / 4],
      ],
      items: 4,
      leftOut: 1,
    });
    // b about a: TP 1, FP 0, TN 2, FN 1: (1*2 - 0*1) / sqrt(1 * 2 * 2 * 3)
    expect(matrixOf(comparison, 'mcc').values[1]![0]).toBeCloseTo(2 / Math.sqrt(12), 12);
    const all = comparison.selfAdvantage.find((entry) => entry.measure === 'accuracy' && entry.model === 'all');
    expect(all?.value).toBeCloseTo((3 / 4 + 1 + 2 / 4) / 3 - (2 / 4 + 2 / 4 + 3 / 4 + 2 / 4 + 3 / 4 + 2 / 4) / 6, 12);
    expect(all?.n).toBe(4);
  });

  it('counts a tie of a ranking as one half, as the score does', async () => {
    const { comparison, estimates } = await compared([
      group('a', 0, ['ABC', [1, 2, 3]]),
      group('b', 0, ['CBA', [5, 5, -1]]),
    ]);
    const { values } = matrixOf(comparison, 'concordance');
    // True order of b: A and B tie, C is last because it is wrong.
    expect(values).toEqual([
      [1, expect.closeTo(2.5 / 3, 12)],
      [0, expect.closeTo(0.5 / 3, 12)],
    ]);
    const own = estimates.filter(({ measure, policy }) => measure === 'concordance' && policy === 'parsed');
    expect(own.map(({ value }) => value)).toEqual([1, expect.closeTo(0.5 / 3, 12)]);
    const [ties] = estimates.filter(({ measure, model }) => measure === 'tied_pair_share' && model === 'b');
    expect(ties?.value).toBeCloseTo(1 / 3, 12);
  });

  it('joins models of several runs on the same data only', async () => {
    const apart = [...requests({ a: ['yy', 'nn'] }, 'one'), ...requests({ b: ['yy', 'ny'] }, 'two')];
    expect((await compared(apart)).comparison.matrices[0]?.models).toEqual(['a', 'b']);
    const { comparison } = await compared(apart, (run) => run);
    expect(comparison.matrices).toEqual([]);
    expect(comparison.selfAdvantage[0]).toMatchObject({ model: 'all', value: null });
    expect(comparison.selfAdvantage[0]?.reason).toContain('two models');
  });

  it('excludes a model with hardly any predictions instead of the others’ items', async () => {
    const empty = { d: ['yy', '-y', '-y', '-y', '-y'] };
    const { comparison } = await compared([...rows, ...requests(empty)]);
    expect(comparison.matrices[0]).toMatchObject({ models: ['a', 'b', 'c'], items: 4, modelsLeftOut: ['d'] });
  });

  it('names the model that costs the others most items, and the difference without it', async () => {
    const { comparison } = await compared(
      requests({
        a: ['yy', 'yn', 'nn', 'yy', 'nn', 'yy', 'nn', 'yy'],
        b: ['yn', 'yn', 'nn', 'ny', 'yy', 'nn', 'nn', 'ny'],
        c: ['yy', 'nn', 'ny', 'yy', 'nn', '-y', '-n', '-y'],
        d: ['yn', 'yn', 'nn', 'ny', 'yy', 'nn', 'nn', 'ny'],
      }),
    );
    expect(matrixOf(comparison, 'mcc').items).toBe(5);
    // Without c: a is right about itself on 7 of 8, b and its double d on 4; a about these on 4, these about a on 3.
    const { costliest } = matrixOf(comparison, 'accuracy');
    expect(costliest).toMatchObject({ model: 'c', units: 3 });
    expect(costliest?.value).toBeCloseTo((7 + 4 + 4) / 24 - (4 + 4 + 3 + 4 + 3 + 4) / 48, 12);
  });

  it('reports that two models do not identify I_b', async () => {
    const { comparison } = await compared(requests({ a: ['yy', 'nn', 'yn'], b: ['yy', 'ny', 'nn'] }));
    expect(comparison.selfAdvantage.find(({ model }) => model === 'a')?.reason).toContain('two models');
  });

  it('withholds the self-advantage of all models where that of no single model is identified', async () => {
    const { comparison } = await compared(requests({ a: ['yy', 'nn', 'yn'], b: ['yy', 'ny', 'nn'] }));
    const all = [...comparison.selfAdvantage, ...(comparison.divergent ?? [])].filter(({ model }) => model === 'all');
    expect(all.length).toBeGreaterThan(1);
    for (const { value, interval, reason } of all)
      expect([value, interval, reason]).toEqual([null, null, expect.anything()]);
    const three = (await compared(rows)).comparison;
    expect(three.selfAdvantage.find(({ model }) => model === 'all')?.value).not.toBeNull();
  });
});

describe('the other models as the prediction', () => {
  it('is their majority, scored on the units where the own prediction counts', async () => {
    const { estimates } = await compared(
      requests({ a: ['yy', 'yn', 'nn', '-n'], b: ['yy', 'yy', 'yn', 'yy'], c: ['yy', 'yy', 'yn', 'yy'] }),
    );
    const consensus = (model: string, measure: string) =>
      estimates.find((entry) => entry.model === model && entry.measure === measure)?.otherModels;
    expect(consensus('a', 'accuracy')).toBeCloseTo(2 / 3, 12); // predicts y y n, does y n n; item 3 has no prediction
    expect(consensus('a', 'majority_accuracy')).toBeNull();
  });

  it('is the order of their mean positions', async () => {
    const { estimates } = await compared([
      group('a', 0, ['CBA', [1, 2, 3]]),
      group('b', 0, ['ABC', [1, 3, 2]]),
      group('c', 0, ['ABC', [1, 3, 2]]),
    ]);
    const found = estimates.find(({ model, measure }) => model === 'a' && measure === 'order_accuracy');
    expect(found?.otherModels).toBeCloseTo(2 / 3, 12); // A C B against A B C
  });

  it('is null for a single model', async () => {
    const { estimates } = await compared(requests({ a: ['yy', 'nn'] }));
    expect(estimates.every(({ otherModels }) => otherModels === null)).toBe(true);
  });
});

/** Generates five models; a prediction knows the own outcome with probability `self`, else only what most models do. */
function* subjects(self: number): Generator<OutcomeRow> {
  for (let item = 0; item < 250; item += 1) {
    const usual = seededRandom('usual', item)() < 0.5;
    for (const model of ['a', 'b', 'c', 'd', 'e']) {
      const random = seededRandom(model, item, self);
      const does = random() < 0.7 ? usual : !usual;
      const says = random() < self ? does : random() < 0.85 ? usual : !usual;
      yield request(model, item, `${says ? 'y' : 'n'}${does ? 'y' : 'n'}`);
    }
  }
}

describe('simulated subjects with known self-knowledge', () => {
  let [knowing, ignorant]: Comparison[] = [];
  beforeAll(async () => {
    knowing = (await compared(subjects(0.6))).comparison;
    ignorant = (await compared(subjects(0))).comparison;
  });
  const all = (comparison: Comparison, list: 'selfAdvantage' | 'divergent') =>
    comparison[list]!.find((entry) => entry.model === 'all' && entry.measure === 'mcc')!;

  it('finds self-knowledge, most where models diverge', () => {
    expect(all(knowing!, 'selfAdvantage').interval![0]).toBeGreaterThan(0.05);
    expect(all(knowing!, 'divergent').value).toBeGreaterThan(all(knowing!, 'selfAdvantage').value!);
    expect(knowing!.bestOther!.filter(({ value }) => value! > 0)).toHaveLength(10);
  });

  it('finds none in models without self-knowledge', () => {
    const { value, interval } = all(ignorant!, 'selfAdvantage');
    expect(Math.abs(value!)).toBeLessThan(0.06);
    expect(interval![0]).toBeLessThan(0);
    expect(interval![1]).toBeGreaterThan(0);
  });

  it('gives one primary verdict per experiment: an advantage only for models that know themselves', () => {
    const primary = ({ verdicts = [] }: Comparison) => verdicts.filter((verdict) => verdict.primary);
    expect(primary(knowing!)).toMatchObject([{ experiment: 'restriction', model: null, verdict: 'advantage' }]);
    expect(primary(ignorant!)).toMatchObject([{ model: null, verdict: 'none' }]);
    expect(primary(ignorant!)[0]?.reasons).toHaveLength(1);
    expect(knowing!.verdicts).toHaveLength(6);
    const [all] = knowing!.selfAdvantage.filter(({ model, forms }) => model === 'all' && forms !== undefined);
    expect(all?.forms?.map(({ form }) => form)).toEqual(['additive', 'multiplicative', 'threshold']);
    expect(all?.forms?.every(({ interval }) => interval![0] > 0)).toBe(true);
  });

  it('pairs models by item and corrects over all pairs', () => {
    const { differences } = ignorant!;
    expect(differences).toHaveLength(10);
    for (const { p, pHolm: holm, n, value, interval } of differences) {
      expect(holm!).toBeGreaterThanOrEqual(p!);
      expect(n).toBe(250);
      expect(interval![0] <= value! && value! <= interval![1]).toBe(true);
    }
  });
});

it('has no NaN, and identical bytes for one seed, with missing values and two runs of one model', async () => {
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
  for (const entry of [...comparison.selfAdvantage, ...comparison.differences]) {
    expect(entry.value === null ? entry.reason : Number.isFinite(entry.value)).toBeTruthy();
  }
  expect(comparison.differences.some(({ a, b }) => a === 'x/one (run r1)' && b === 'x/one (run r2)')).toBe(true);
});
