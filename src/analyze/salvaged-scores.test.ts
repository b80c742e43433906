import { expect, it } from 'vitest';
import type { Observed } from '../domain/outcome.ts';
import { experimentRegistry } from '../experiments/registry.ts';
import type { BinaryOutcome } from '../outcome-kinds/binary.ts';
import type { OutcomeRow } from '../outcome-kinds/outcome-kinds.ts';
import type { SalvagedScore } from '../results/answers.ts';
import { Analyzer } from './analyze.ts';
import { salvagedScoreNotes } from './salvaged-scores.ts';

const read = <T>(value: T, step: 'strict' | 'salvaged' = 'strict'): Observed<T> => ({ kind: 'present', value, step });

function row(item: number, outcome: Pick<BinaryOutcome, 'probability' | 'prediction' | 'executions'>): OutcomeRow {
  return {
    ...{ run: 'r', experiment: 'know', model: 'm', condition: 'plain', item: `i${item}`, cluster: `i${item}` },
    ...{ repeat: 0, reader: 'own', outcome: { kind: 'binary', unit: '', label: null, ...outcome } },
  };
}

function salvagedOf(rows: readonly OutcomeRow[]): readonly SalvagedScore[] {
  const analyzer = new Analyzer({ experiments: experimentRegistry() });
  for (const each of rows) analyzer.add(each);
  return analyzer.finish().salvaged;
}

it('of stated probabilities, a score with and without salvaged answers is one minus Brier, as in the report', () => {
  const stated = (probability: number) => ({ probability, prediction: read(probability > 0.5) });
  const rows = [
    row(1, { ...stated(0.9), executions: [read(true)] }),
    row(2, { ...stated(0.8), executions: [read(false, 'salvaged')] }),
    row(3, { ...stated(0.6), executions: [read(true)] }),
    row(4, { ...stated(0.7), executions: [{ kind: 'absent', slot: 'execute', reason: 'unparsed', detail: '' }] }),
  ];
  const [found] = salvagedOf(rows);
  expect(found).toMatchObject({ measure: 'probability_score', unit: 'share', salvaged: 1, n: 3, nWithout: 2 });
  expect(found?.score).toBeCloseTo((0.99 + 0.36 + 0.84) / 3, 12);
  expect(found?.without).toBeCloseTo((0.99 + 0.84) / 2, 12);
  expect(found === undefined ? [] : salvagedScoreNotes([found])).toEqual([
    'In run r, the score (one minus Brier) of m in know (plain) is 73.0 % over 3 units; without the 1 with a salvaged answer, 91.5 % over 2 units.',
  ]);
});

it('of yes or no, it is the share of right predictions', () => {
  const yes = { probability: null, prediction: read(true) };
  const rows = [
    row(1, { ...yes, executions: [read(true)] }),
    row(2, { ...yes, executions: [read(false, 'salvaged')] }),
    row(3, { ...yes, executions: [read(true, 'salvaged')] }),
  ];
  expect(salvagedOf(rows)).toMatchObject([
    { measure: 'accuracy', unit: 'share', salvaged: 2, n: 3, without: 1, nWithout: 1 },
  ]);
});

it('without another unit it has no value', () => {
  const only = row(1, { probability: 0.9, prediction: read(true, 'salvaged'), executions: [read(true)] });
  expect(salvagedOf([only])).toMatchObject([{ n: 1, without: null, nWithout: 0 }]);
});
