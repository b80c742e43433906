import { describe, expect, it } from 'vitest';
import type { BinaryOutcome, Observed, OutcomeRow, RankingOutcome } from '../../domain/outcome.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { analyzeAll } from '../analyze.ts';
import { compareModels } from './compare-models.ts';

/**
 * Constants printed by `python3 bench/reference/comparisons.py`, which computes them pair by pair without code of this
 * project. Each word is one item: the prediction, then three executions.
 */
const words = {
  a: 'yyyy nnnn ynny nyyy ynnn nnny yyyy nynn yyny nnnn yyyn nnyy',
  b: 'yyyn nnnn nyyy nnny yyyy nnnn ynnn nyyy ynny ynnn yyyy nnnn',
  c: 'nyyy ynnn yyyn nnnn yyyy nnnn nyyy yyyn ynnn nnny nyyy ynnn',
};
const consensusAccuracy = { a: 0.47222222222222227, b: 0.5833333333333334, c: 0.6666666666666666 };
const oneOtherAccuracy = { a: 0.5138888888888888, b: 0.638888888888889, c: 0.6805555555555556 };
const reexecutionMcc = { a: 0.33333333333333315, b: 0.6624999999999999, c: 0.6656346749226006 };
const divergentItems = 2;
const divergentAccuracy = -0.16666666666666663;
const tokens = [
  [
    [10, 20, 30, 40],
    [10, 30, 20, 40],
    [40, 30, 20, 10],
  ],
  [
    [5, 5, 9, 9],
    [5, 6, 9, 8],
    [9, 5, 5, 9],
  ],
  [
    [1, 2, 3, 4],
    [1, 2, 3, 4],
    [1, 2, 4, 3],
  ],
];
const reexecutionConcordance = 0.5879629629629629;

const experiments = experimentRegistry();
const present = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });

interface Made {
  readonly model: string;
  readonly item: number;
  readonly experiment: string;
}

function rowOf({ model, item, experiment }: Made, outcome: OutcomeRow['outcome']): OutcomeRow {
  const place = { run: 'run', experiment, model, condition: 'paper', reader: 'both' } as const;
  return { ...place, item: `i${item}`, cluster: `i${item}`, outcome };
}

function requestRow(model: string, item: number, word: string): OutcomeRow {
  const [prediction, ...executions] = [...word].map((letter) => present(letter === 'y'));
  const made = { kind: 'binary', unit: '', probability: null, label: null } as const;
  const outcome: BinaryOutcome = { ...made, prediction: prediction ?? present(false), executions };
  return rowOf({ model, item, experiment: 'restriction' }, outcome);
}

/** A prediction in the order of the data, and one execution with these numbers of tokens. */
function orderRow(model: string, item: number, counts: readonly number[]): OutcomeRow {
  const units = ['A', 'B', 'C', 'D'];
  const outcome: RankingOutcome = {
    ...{ kind: 'ranking', units, prediction: present(units), predictionTokens: 1, label: null },
    executions: [counts.map((count) => ({ correct: present(true), tokens: count }))],
  };
  return rowOf({ model, item, experiment: 'difficulty' }, outcome);
}

function requestRows(all: Readonly<Record<string, string>>): readonly OutcomeRow[] {
  return Object.entries(all).flatMap(([model, text]) =>
    text.split(' ').map((word, item) => requestRow(model, item, word)),
  );
}

async function analyzed(rows: readonly OutcomeRow[]) {
  async function* stream() {
    yield* rows;
  }
  return await analyzeAll(stream(), { experiments, dataOf: () => 'data' });
}

describe('comparisons equal reference values', () => {
  it('other models: accuracy of the majority of their mean outcomes', async () => {
    const { estimates } = await analyzed(requestRows(words));
    for (const [model, value] of Object.entries(consensusAccuracy)) {
      const found = estimates.find(
        (each) => each.model === model && each.measure === 'accuracy' && each.policy === 'parsed',
      );
      expect(found?.otherModels).toBeCloseTo(value, 12);
    }
  });

  it('k other models: mean accuracy of each alone, and of both', async () => {
    const { fields } = await analyzed(requestRows(words));
    const { others = [] } = compareModels(fields, { seed: 1 });
    expect(others.map(({ model, measure }) => [model, measure])).toEqual(['a', 'b', 'c'].map((model) => [model, 'accuracy'])); // biome-ignore format: short
    for (const { model, curve } of others) {
      const [one, both] = curve;
      expect(curve.map(({ k }) => k)).toEqual([1, 2]);
      expect(one?.value).toBeCloseTo(oneOtherAccuracy[model as keyof typeof oneOtherAccuracy], 12);
      expect(both?.value).toBeCloseTo(consensusAccuracy[model as keyof typeof consensusAccuracy], 12);
    }
  });

  // By hand: one other model orders the questions as the model does, the other one the reverse; together they tie.
  it('k other models: an order of theirs, and the order of the data where their mean positions tie', async () => {
    const orders = { a: [1, 2, 3, 4], b: [5, 6, 7, 8], c: [8, 7, 6, 5] };
    const rows = Object.entries(orders).flatMap(([model, counts]) =>
      [0, 1, 2].map((item) => orderRow(model, item, counts)),
    );
    const { fields } = await analyzed(rows);
    const { others = [] } = compareModels(fields, { seed: 1 });
    expect(others.map(({ model, curve }) => [model, ...curve.map(({ value }) => value)])).toEqual([
      ['a', 0.5, 1],
      ['b', 0.5, 1],
      ['c', 0, 0],
    ]);
    const fourth = [0, 1, 2].map((item) => orderRow('d', item, [4, 3, 2, 1]));
    const four = compareModels((await analyzed([...rows, ...fourth])).fields, { seed: 1 }).others ?? [];
    // One of three others agrees with each model: ten random ones could not average to a third.
    expect(four.map(({ curve }) => curve[0]?.value)).toEqual([1, 1, 1, 1].map((one) => expect.closeTo(one / 3, 12)));
  });

  // By hand: of three others, one behaves as the model on every item, and two do the opposite.
  it.each(['yes/no', 'order'])(
    'k other models: with many units, each is scored with some of them (%s)',
    async (kind) => {
      const count = 10_000; // two of the three others score a unit
      const rows = ['a', 'b', 'c', 'd'].flatMap((model, index) =>
        Array.from({ length: count }, (_, item) => {
          const first = item < count / 2 === index < 2;
          return kind === 'order'
            ? orderRow(model, item, first ? [1, 2, 3, 4] : [4, 3, 2, 1])
            : requestRow(model, item, first ? 'yy' : 'nn');
        }),
      );
      const { others = [] } = compareModels((await analyzed(rows)).fields, { seed: 1 });
      const found = others.find(({ model, measure }) => model === 'a' && measure !== 'mcc');
      expect(found?.curve[0]).toEqual({ k: 1, value: expect.closeTo(1 / 3, 12) });
    },
  );

  it('re-execution: MCC of one execution as the prediction of another, over all ordered pairs', async () => {
    const { estimates } = await analyzed(requestRows(words));
    for (const [model, value] of Object.entries(reexecutionMcc)) {
      const found = estimates.find(
        (each) => each.model === model && each.measure === 'mcc' && each.policy === 'parsed',
      );
      expect(found?.reexecution).toBeCloseTo(value, 12);
    }
  });

  it('re-execution: concordance of two executions of a group of questions', async () => {
    const units = ['A', 'B', 'C', 'D'];
    const rows = tokens.map((group, item) => {
      const outcome: RankingOutcome = {
        ...{ kind: 'ranking', units, prediction: present(units), predictionTokens: 1, label: null },
        executions: group.map((solves) => solves.map((count) => ({ correct: present(true), tokens: count }))),
      };
      return rowOf({ model: 'a', item, experiment: 'difficulty' }, outcome);
    });
    const { estimates } = await analyzed(rows);
    const found = estimates.find(({ measure, policy }) => measure === 'concordance' && policy === 'parsed');
    expect(found?.reexecution).toBeCloseTo(reexecutionConcordance, 12);
  });

  it('divergent items: diagonal minus off-diagonal where all are stable and not all alike', async () => {
    const { fields } = await analyzed(requestRows(words));
    const { divergent = [] } = compareModels(fields, { seed: 1 });
    const found = divergent.find(({ measure, model }) => measure === 'accuracy' && model === 'all');
    expect(found?.n).toBe(divergentItems);
    expect(found?.value).toBeCloseTo(divergentAccuracy, 12);
  });

  // By hand: b predicts a correctly on every item and c on none, so b is chosen on any half; a is right on 9 of 12.
  it('best other: 9/12 less 12/12 where one other predictor is right on every item', async () => {
    const outcomes = [...'yynnyynnyynn'];
    const flipped = (letter: string) => (letter === 'y' ? 'n' : 'y');
    const { fields } = await analyzed(
      requestRows({
        a: outcomes.map((letter, item) => `${item % 4 === 0 ? flipped(letter) : letter}${letter}`).join(' '),
        b: outcomes.map((letter) => `${letter}y`).join(' '),
        c: outcomes.map((letter) => `${flipped(letter)}n`).join(' '),
      }),
    );
    const { bestOther = [] } = compareModels(fields, { seed: 1 });
    const found = bestOther.find(({ measure, model }) => measure === 'accuracy' && model === 'a');
    expect(found).toMatchObject({ best: ['b', 'b'], own: 9 / 12, other: 1, value: -3 / 12 });
  });
});
