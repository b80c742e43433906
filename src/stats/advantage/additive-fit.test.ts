import { describe, expect, it } from 'vitest';
import { lehmer } from '../../../test/support/stats/lehmer.ts';
import { additiveResiduals, expectedDiagonal } from './additive-fit.ts';

it('agrees with R’s lm on the off-diagonal cells of a 4 x 4 matrix (bench/reference/additive-fit.R)', () => {
  const numbers = lehmer(17, 16);
  const matrix = [0, 1, 2, 3].map((row) => numbers.slice(4 * row, 4 * row + 4));
  const expected = expectedDiagonal(matrix).map((value, model) => matrix[model]![model]! - value!);
  const reference = [-0.110377948705, 0.361209535984, -0.696883312906, -0.696026398115];
  for (const [model, value] of reference.entries()) expect(expected[model]).toBeCloseTo(value, 10);
});

it('agrees with the round-robin estimates of Warner, Kenny and Stoto (1979)', () => {
  const m = 6;
  const numbers = lehmer(23, m * m);
  const matrix = Array.from({ length: m }, (_, row) => numbers.slice(m * row, m * row + m));
  const rows = matrix.map((row, a) => row.reduce((sum, value, b) => (a === b ? sum : sum + value), 0) / (m - 1));
  const columns = matrix.map((_, b) => matrix.reduce((sum, row, a) => (a === b ? sum : sum + row[b]!), 0) / (m - 1));
  const grand = rows.reduce((sum, value) => sum + value, 0) / m;
  const effect = (own: number, other: number) =>
    ((m - 1) ** 2 / (m * (m - 2))) * own + ((m - 1) / (m * (m - 2))) * other - ((m - 1) / (m - 2)) * grand;
  for (const [model, expected] of expectedDiagonal(matrix).entries()) {
    const [row, column] = [rows[model]!, columns[model]!];
    expect(expected).toBeCloseTo(grand + effect(row, column) + effect(column, row), 10);
  }
});

it('is null for two models, or for a model that no other predicted', () => {
  expect(
    expectedDiagonal([
      [1, 0.5],
      [0.4, 1],
    ]),
  ).toEqual([null, null]);
  const unseen = [
    [1, 0.5, 0.3, null],
    [0.4, 1, 0.6, null],
    [0.2, 0.3, 1, null],
    [0.5, 0.5, 0.5, 1],
  ];
  const expected = expectedDiagonal(unseen);
  expect(expected[3]).toBeNull();
  expect(expected.slice(0, 3).every((value) => value !== null)).toBe(true);
  expect(expectedDiagonal([])).toEqual([]);
});

describe('additiveResiduals', () => {
  it('is 0 beside the diagonal of an additive matrix, and the advantage on it', () => {
    const [predictors, targets, advantages] = [
      [0.1, 0.2, 0.4, 0],
      [0.3, 0.1, 0.2, 0.5],
      [0.05, 0, -0.1, 0.2],
    ];
    const matrix = predictors.map((row, a) =>
      targets.map((column, b) => row + column + (a === b ? (advantages[a] ?? 0) : 0)),
    );
    const residuals = additiveResiduals(matrix).map((row) => row.map((value) => Number(value?.toFixed(9)) + 0));
    expect(residuals).toEqual(advantages.map((own, a) => advantages.map((_, b) => (a === b ? own : 0))));
  });

  it('leaves the diagonal of two models open', () => {
    expect(
      additiveResiduals([
        [0.9, 0.5],
        [0.6, 0.8],
      ]).map((row, model) => row[model]),
    ).toEqual([null, null]);
  });
});
