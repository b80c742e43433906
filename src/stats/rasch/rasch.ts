import { softplus } from '../distributions.ts';
import { raschBlocks } from './rasch-blocks.ts';
import { absenceOf, chanceOf, fitStatistics, type RaschMeasure, type Side } from './rasch-measure.ts';
import { type CellList, type ScoreCells, type ScoreTable, scoreCells } from './score-table.ts';

export interface RaschFit {
  readonly models: readonly RaschMeasure[];
  readonly benchmarks: readonly RaschMeasure[];
  readonly negativeLogLikelihood: number;
  readonly rounds: number;
  readonly converged: boolean;
  /** Number of blocks; more than 1: the design is not connected. */
  readonly blocks: number;
}

const tolerance = 1e-8; // log odds
const mostRounds = 5_000;

/**
 * Returns the joint maximum likelihood fit of P = logistic(theta - delta) (Wright and Panchapakesan 1969), by
 * alternating Newton steps, with mean delta = 0 in each block. Biased: spreads delta by about L / (L - 1) with L
 * benchmarks. Scores may be fractional.
 */
export function rasch(table: ScoreTable): RaschFit {
  const cells = scoreCells(table);
  const { blockOf, blocks } = raschBlocks(cells);
  const theta: Side = { list: within(cells, blockOf, 'model'), measure: new Float64Array(cells.models), sign: 1 };
  const delta: Side = {
    list: within(cells, blockOf, 'benchmark'),
    measure: new Float64Array(cells.benchmarks),
    sign: -1,
  };
  let rounds = 0;
  let largest = Number.POSITIVE_INFINITY;
  while (largest >= tolerance && rounds < mostRounds) {
    largest = Math.max(newtonRound(theta, delta.measure), newtonRound(delta, theta.measure));
    rounds += 1;
  }
  anchor(theta.measure, delta.measure, blockOf);
  const report = (side: Side, partners: Float64Array) =>
    Array.from(side.measure, (_, owner): RaschMeasure => {
      const isModel = side.sign === 1;
      const block = blockOf[isModel ? owner : cells.models + owner] ?? null;
      if (block !== null) return { kind: 'estimated', block, ...fitStatistics(side, partners, owner) };
      return { kind: 'none', reason: absenceOf(isModel ? cells.byModel : cells.byBenchmark, owner) };
    });
  return {
    models: report(theta, delta.measure),
    benchmarks: report(delta, theta.measure),
    negativeLogLikelihood: lossOf(theta, delta.measure),
    rounds,
    converged: largest < tolerance,
    blocks,
  };
}

/** Takes one Newton step of each measure with the other side fixed; returns the largest step. */
function newtonRound(side: Side, partners: Float64Array): number {
  const { list, measure, sign } = side;
  let largest = 0;
  for (let owner = 0; owner < measure.length; owner += 1) {
    let residual = 0;
    let weight = 0;
    for (let cell = list.start[owner] as number; cell < (list.start[owner + 1] as number); cell += 1) {
      const p = chanceOf(side, owner, partners[list.partner[cell] as number] as number);
      residual += (list.score[cell] as number) - p;
      weight += p * (1 - p);
    }
    if (weight === 0) continue;
    const step = Math.max(-1, Math.min(1, residual / weight));
    measure[owner] = (measure[owner] as number) + sign * step;
    largest = Math.max(largest, Math.abs(step));
  }
  return largest;
}

/** Returns the cells within a block; between blocks the likelihood diverges. */
function within(cells: ScoreCells, blockOf: readonly (number | null)[], owners: 'model' | 'benchmark'): CellList {
  const list = owners === 'model' ? cells.byModel : cells.byBenchmark;
  const [ownerOffset, partnerOffset] = owners === 'model' ? [0, cells.models] : [cells.models, 0];
  const start = new Uint32Array(list.start.length);
  const partner: number[] = [];
  const score: number[] = [];
  for (let owner = 0; owner + 1 < list.start.length; owner += 1) {
    const block = blockOf[ownerOffset + owner] ?? null;
    for (let cell = list.start[owner] as number; cell < (list.start[owner + 1] as number); cell += 1) {
      const other = list.partner[cell] as number;
      if (block === null || blockOf[partnerOffset + other] !== block) continue;
      partner.push(other);
      score.push(list.score[cell] as number);
    }
    start[owner + 1] = partner.length;
  }
  return { start, partner: Uint32Array.from(partner), score: Float64Array.from(score) };
}

/** Shifts each block to a mean benchmark difficulty of 0. */
function anchor(theta: Float64Array, delta: Float64Array, blockOf: readonly (number | null)[]): void {
  const sums = new Map<number, { sum: number; n: number }>();
  for (const [benchmark, difficulty] of delta.entries()) {
    const block = blockOf[theta.length + benchmark] ?? null;
    if (block === null) continue;
    const entry = sums.get(block) ?? { sum: 0, n: 0 };
    sums.set(block, { sum: entry.sum + difficulty, n: entry.n + 1 });
  }
  const shift = (node: number) => {
    const entry = sums.get(blockOf[node] ?? -1);
    return entry === undefined ? 0 : entry.sum / entry.n;
  };
  for (const [model, ability] of theta.entries()) theta[model] = ability - shift(model);
  for (const [benchmark, value] of delta.entries()) delta[benchmark] = value - shift(theta.length + benchmark);
}

function lossOf({ list, measure }: Side, partners: Float64Array): number {
  let loss = 0;
  for (let owner = 0; owner < measure.length; owner += 1) {
    for (let cell = list.start[owner] as number; cell < (list.start[owner + 1] as number); cell += 1) {
      const logit = (measure[owner] as number) - (partners[list.partner[cell] as number] as number);
      loss += softplus(logit) - (list.score[cell] as number) * logit;
    }
  }
  return loss;
}
