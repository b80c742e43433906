import { expect, it } from 'vitest';
import { rasch } from './rasch.ts';
import { raschPaper } from './rasch-paper.ts';

// src/analyze/rasch/rasch-table.test.ts tests that the published table is reproduced to all printed digits.

it('reaches the maximum-likelihood differences on a complete table', () => {
  const table = [
    [0.2, 0.6, 0.9],
    [0.5, 0.7, 0.8],
    [0.1, 0.4, 0.3],
  ];
  const paper = raschPaper(table);
  const fit = rasch(table);
  expect(paper.converged).toBe(true);
  expect(paper.negativeLogLikelihood).toBeCloseTo(fit.negativeLogLikelihood, 9);
  const [first, last] = [fit.models[0]!, fit.models[2]!];
  if (first.kind !== 'estimated' || last.kind !== 'estimated') throw new Error('not estimated');
  expect(paper.theta[0]! - paper.theta[2]!).toBeCloseTo(first.measure - last.measure, 5);
});

it('keeps finite numbers where a score is extreme or missing', () => {
  const paper = raschPaper([
    [1, 1],
    [0.5, 0.2],
    [null, null],
  ]);
  expect([...paper.theta, ...paper.delta, paper.negativeLogLikelihood].every(Number.isFinite)).toBe(true);
  expect(paper.theta[2]).toBe(0);
});
