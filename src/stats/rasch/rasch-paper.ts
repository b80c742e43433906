import { logistic, softplus } from '../distributions.ts';
import { type CellList, type ScoreTable, scoreCells } from './score-table.ts';

export interface PaperRasch {
  /** Ability of each model, in log odds; not centered. */
  readonly theta: Float64Array;
  /** Difficulty of each benchmark, in log odds. */
  readonly delta: Float64Array;
  /** -sum(score log p + (1 - score) log(1 - p)) over the reported cells. */
  readonly negativeLogLikelihood: number;
  readonly rounds: number;
  readonly converged: boolean;
}

const learningRate = 0.5;
const tolerance = 1e-6; // of the update before it is multiplied by the learning rate
const mostRounds = 2_000;

/**
 * Returns the Self-Execution Benchmark's Rasch fit (arXiv 2508.12277): joint likelihood of P = logistic(theta - delta),
 * models and benchmarks updated from the same p by learning rate x sum(score - p) / sum p(1 - p), from 0, without
 * centering.
 */
export function raschPaper(table: ScoreTable): PaperRasch {
  const { models, benchmarks, byModel, byBenchmark } = scoreCells(table);
  const theta = new Float64Array(models);
  const delta = new Float64Array(benchmarks);
  let rounds = 0;
  let converged = false;
  while (!converged && rounds < mostRounds) {
    const up = updates(byModel, (model, benchmark) => (theta[model] as number) - (delta[benchmark] as number));
    const down = updates(byBenchmark, (benchmark, model) => (theta[model] as number) - (delta[benchmark] as number));
    for (const [model, update] of up.entries()) theta[model] = (theta[model] as number) + learningRate * update;
    for (const [index, update] of down.entries()) delta[index] = (delta[index] as number) - learningRate * update;
    rounds += 1;
    converged = [...up, ...down].every((update) => Math.abs(update) < tolerance);
  }
  let negativeLogLikelihood = 0;
  for (let model = 0; model < models; model += 1) {
    for (let cell = byModel.start[model] as number; cell < (byModel.start[model + 1] as number); cell += 1) {
      const logit = (theta[model] as number) - (delta[byModel.partner[cell] as number] as number);
      negativeLogLikelihood += softplus(logit) - (byModel.score[cell] as number) * logit;
    }
  }
  return { theta, delta, negativeLogLikelihood, rounds, converged };
}

/** Returns sum(score - p) / sum p(1 - p) over each owner's cells; 0 where it has none. */
function updates(cells: CellList, logitOf: (owner: number, partner: number) => number): Float64Array {
  const result = new Float64Array(cells.start.length - 1);
  for (let owner = 0; owner < result.length; owner += 1) {
    let residual = 0;
    let weight = 0;
    for (let cell = cells.start[owner] as number; cell < (cells.start[owner + 1] as number); cell += 1) {
      const p = logistic(logitOf(owner, cells.partner[cell] as number));
      residual += (cells.score[cell] as number) - p;
      weight += p * (1 - p);
    }
    result[owner] = weight > 0 ? residual / weight : 0;
  }
  return result;
}
