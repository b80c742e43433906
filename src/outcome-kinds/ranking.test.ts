import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Measure } from '../domain/measure.ts';
import type { Observed } from '../domain/outcome.ts';
import { seededRandom, shuffled } from '../util/random.ts';
import { sumsOf } from './outcome-kinds.ts';
import { rankingKind, rankingMeasures } from './ranking.ts';
import type { RankingOutcome, Solve } from './ranking-terms.ts';

const { concordance, orderAccuracy, outcomeConcordance, tokenConcordance } = rankingMeasures;

const units = ['q1', 'q2', 'q3', 'q4'];
const present = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });
const lost: Observed<never> = { kind: 'absent', slot: 'execute', reason: 'truncated', detail: '' };

/** Creates an outcome from solves as pairs of correctness and tokens, one row per execution. */
function outcome(order: readonly string[], rows: readonly (readonly [boolean, number])[][]): RankingOutcome {
  const solve = ([correct, tokens]: readonly [boolean, number]): Solve => ({ correct: present(correct), tokens });
  const executions = rows.map((row) => row.map(solve));
  return { kind: 'ranking', units, prediction: present(order), predictionTokens: null, executions, label: null };
}

function value(measure: Measure, ...outcomes: readonly RankingOutcome[]): number | null {
  return measure.value(sumsOf(outcomes, 'parsed'));
}

describe('concordance of a ranking', () => {
  it('equals a hand calculation for one execution', () => {
    // Truth: q1 (right, 10), q2 (right, 10), q4 (right, 30), q3 (wrong, 5); the prediction is q2 q3 q1 q4.
    const one = outcome(
      ['q2', 'q3', 'q1', 'q4'],
      [
        [
          [true, 10],
          [true, 10],
          [false, 5],
          [true, 30],
        ],
      ],
    );
    // Of the pairs of a right and a wrong answer, only q2 comes before q3; q1 and q4 come after it.
    expect(value(outcomeConcordance, one)).toBeCloseTo(1 / 3, 12);
    // Of the pairs of right answers by length, q1 and q2 tie, and q1 before q4 and q2 before q4 are correct.
    expect(value(tokenConcordance, one)).toBeCloseTo(2.5 / 3, 12);
    expect(value(concordance, one)).toBeCloseTo(3.5 / 6, 12);
    // The published order score treats q1 as easier than q2, because it comes first.
    expect(value(orderAccuracy, one)).toBeCloseTo(3 / 6, 12);
  });

  it('compares every execution of a question with every execution of another', () => {
    // q1 is right in one of two executions and q2 in none. Of the 4 pairs of executions, 2 compare a right with a wrong
    // answer, and 2 compare two wrong answers by tokens: 8 against 6 and 4 (q2 is shorter). q3 and q4 are equally hard.
    const rows: [boolean, number][][] = [
      [
        [true, 9],
        [false, 6],
        [false, 20],
        [false, 20],
      ],
      [
        [false, 8],
        [false, 4],
        [false, 20],
        [false, 20],
      ],
    ];
    const two = outcome(units, rows);
    // q1 before q2: 2 of 2 outcome pairs right, 0 of 2 token pairs. Each question against q3 and q4: q1 is right in
    // both (2 outcome pairs, 2 token pairs each), q2 in its 4 token pairs each; q3 against q4 ties in all 4.
    const outcomes = { right: 2 / 4 + 2 * (2 / 4), pairs: 2 / 4 + 2 * (2 / 4) };
    const tokens = { right: 0 + 2 * (2 / 4) + 2 * 1 + 0.5, pairs: 2 / 4 + 2 * (2 / 4) + 2 * 1 + 1 };
    expect(value(outcomeConcordance, two)).toBeCloseTo(outcomes.right / outcomes.pairs, 12);
    expect(value(tokenConcordance, two)).toBeCloseTo(tokens.right / tokens.pairs, 12);
    expect(value(concordance, two)).toBeCloseTo((outcomes.right + tokens.right) / 6, 12);
  });

  it('gives the reversed order the complement of the score', () => {
    const solve = fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 5 }));
    const rows = fc.array(fc.array(solve, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(rows, fc.shuffledSubarray(units, { minLength: 4 }), (executions, order) => {
        for (const measure of [concordance, outcomeConcordance, tokenConcordance]) {
          const forward = value(measure, outcome(order, executions));
          const backward = value(measure, outcome(order.toReversed(), executions));
          if (forward === null || backward === null) expect(forward).toBe(backward);
          else expect(forward + backward).toBeCloseTo(1, 9);
        }
      }),
    );
  });

  it('has no pair right in a recorded order that names no question', () => {
    const whole = outcome(units, [
      [
        [true, 1],
        [true, 1],
        [false, 3],
        [true, 4],
      ],
    ]);
    const nameless: RankingOutcome = { ...whole, prediction: { kind: 'present', value: [], step: 'recorded' } };
    for (const measure of [concordance, outcomeConcordance, tokenConcordance, orderAccuracy])
      expect(value(measure, nameless), measure.name).toBe(0);
  });

  it('does not count a group that has no complete execution', () => {
    const whole = outcome(units, [
      [
        [true, 1],
        [true, 2],
        [true, 3],
        [true, 4],
      ],
    ]);
    const broken: RankingOutcome = {
      ...whole,
      executions: [[...(whole.executions[0] ?? []).slice(1), { correct: lost, tokens: 7 }]],
    };
    expect(value(concordance, whole, broken)).toBe(1);
    const strict = sumsOf([whole, broken], 'failures-wrong');
    expect(concordance.value(strict)).toBe(0.5);
  });
});

describe('a subject whose success and length are known', () => {
  const successes = [0.9, 0.6, 0.4, 0.2];
  const lengths = [30, 10, 40, 20];

  /** Draws executions of a group: success by probability, tokens of one of two lengths by a coin toss. */
  function drawn(seed: number, samples: number): [boolean, number][][] {
    const random = seededRandom('ranking', seed);
    return Array.from({ length: samples }, () =>
      successes.map((success, unit): [boolean, number] => [
        random() < success,
        (lengths[unit] ?? 0) + (random() < 0.5 ? 0 : 15),
      ]),
    );
  }

  /** Returns P(a is shorter) + P(equal) / 2 for two questions with these lengths. */
  function shorter(a: number, b: number): number {
    const cases = [0, 15].flatMap((x) => [0, 15].map((y) => [a + x, b + y] as const));
    return cases.reduce((sum, [x, y]) => sum + (x < y ? 0.25 : x === y ? 0.125 : 0), 0);
  }

  function expected(order: readonly number[]) {
    const sums = { outcomes: [0, 0], tokens: [0, 0] };
    for (const [position, a] of order.entries()) {
      for (const b of order.slice(position + 1)) {
        const [p, q] = [successes[a] ?? 0, successes[b] ?? 0];
        const apart = p * (1 - q) + q * (1 - p);
        sums.outcomes = [(sums.outcomes[0] ?? 0) + p * (1 - q), (sums.outcomes[1] ?? 0) + apart];
        const alike = shorter(lengths[a] ?? 0, lengths[b] ?? 0);
        sums.tokens = [(sums.tokens[0] ?? 0) + (1 - apart) * alike, (sums.tokens[1] ?? 0) + 1 - apart];
      }
    }
    const [right = 0, pairs = 1] = sums.outcomes;
    const [shorterRight = 0, tokenPairs = 1] = sums.tokens;
    return { outcomes: right / pairs, tokens: shorterRight / tokenPairs, all: (right + shorterRight) / 6 };
  }

  it.each([
    { knows: 'success', order: [0, 1, 2, 3], samples: 1 },
    { knows: 'success', order: [0, 1, 2, 3], samples: 4 },
    { knows: 'length', order: [1, 3, 0, 2], samples: 1 },
    { knows: 'length', order: [1, 3, 0, 2], samples: 4 },
    { knows: 'nothing', order: [2, 0, 3, 1], samples: 3 },
  ])('a forecaster that knows $knows, $samples executions', ({ order, samples }) => {
    const prediction = order.map((unit) => units[unit] ?? '');
    const groups = Array.from({ length: 1200 }, (_, seed) => outcome(prediction, drawn(seed, samples)));
    const truth = expected(order);
    expect(Math.abs((value(outcomeConcordance, ...groups) ?? 9) - truth.outcomes)).toBeLessThan(0.035);
    expect(Math.abs((value(tokenConcordance, ...groups) ?? 9) - truth.tokens)).toBeLessThan(0.035);
    expect(Math.abs((value(concordance, ...groups) ?? 9) - truth.all)).toBeLessThan(0.03);
  });

  it('distinguishes knowledge of success from knowledge of length', () => {
    const of = (order: readonly number[]) => expected(order);
    expect(of([0, 1, 2, 3]).outcomes - of([1, 3, 0, 2]).outcomes).toBeGreaterThan(0.2);
    expect(of([1, 3, 0, 2]).tokens - of([0, 1, 2, 3]).tokens).toBeGreaterThan(0.2);
  });

  it('has a re-execution as its re-execution: what the mean of all orders that it shows would score', () => {
    const random = seededRandom('reexecution');
    const groups = Array.from({ length: 1200 }, (_, seed) => outcome(shuffled(units, random), drawn(seed, 2)));
    const totals = sumsOf(groups, 'parsed');
    const swapped = groups.map((each) => {
      const [, second = []] = each.executions;
      const easier = (a: Solve, b: Solve) =>
        Number(b.correct.kind === 'present' && b.correct.value) -
          Number(a.correct.kind === 'present' && a.correct.value) || (a.tokens ?? 0) - (b.tokens ?? 0);
      const order = second
        .map((solve, index) => ({ solve, unit: units[index] ?? '' }))
        .toSorted((a, b) => easier(a.solve, b.solve));
      return { ...each, prediction: present(order.map(({ unit }) => unit)), executions: each.executions.slice(0, 1) };
    });
    for (const measure of [concordance, outcomeConcordance, tokenConcordance]) {
      expect(Math.abs((measure.reexecution?.(totals) ?? 9) - (value(measure, ...swapped) ?? 0))).toBeLessThan(0.03);
      expect(Math.abs((measure.value(totals) ?? 9) - 0.5)).toBeLessThan(0.03);
    }
  });
});

it('shows a tie as a tie, not as an order', () => {
  const solves = ([correct, tokens]: readonly [boolean, number]): Solve => ({ correct: present(correct), tokens });
  const outcome: RankingOutcome = {
    ...{ kind: 'ranking', units: ['q1', 'q2', 'q3'], predictionTokens: 9, label: null },
    prediction: present(['q1', 'q2', 'q3']),
    executions: [
      (
        [
          [true, 48],
          [true, 20],
          [true, 48],
        ] as const
      ).map(solves),
    ],
  };
  const shown = rankingKind.texts(outcome, { yes: '', no: '' });
  expect(shown).toMatchObject({ prediction: 'q1 < q2 < q3', outcome: 'q2 < q1 = q3' });
});
