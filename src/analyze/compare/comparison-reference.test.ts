import { describe, expect, it } from 'vitest';
import { analyzed as analysisOf } from '../../../test/support/analyzed.ts';
import type { Observed } from '../../domain/outcome.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { BinaryOutcome } from '../../outcome-kinds/binary.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { RankingOutcome } from '../../outcome-kinds/ranking-terms.ts';

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
const reexecutionMcc = { a: 0.33333333333333315, b: 0.6624999999999999, c: 0.6656346749226006 };
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

function requestRows(all: Readonly<Record<string, string>>): readonly OutcomeRow[] {
  return Object.entries(all).flatMap(([model, text]) =>
    text.split(' ').map((word, item) => requestRow(model, item, word)),
  );
}

async function analyzed(rows: readonly OutcomeRow[]) {
  async function* stream() {
    yield* rows;
  }
  return await analysisOf(stream(), { experiments, dataOf: () => 'data' });
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
});
