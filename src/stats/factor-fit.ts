import { solvePositive } from './basic/linear.ts';

/**
 * A symmetric matrix of correlations of predictions (variables 0..models-1) and outcomes (models..2 models-1), row by row.
 * The cells of a model's prediction and its own outcome are never looked at by a fit: they are what is tested.
 */
export interface LinkedCorrelations {
  readonly models: number;
  readonly values: Float64Array;
}

/** Keeps a loading finite where a variable's factor is hardly determined; as large as a loading of .22 on one variable. */
const ridge = 0.05;
const largestCommunality = 0.98;
const maxSweeps = 150;

/**
 * Returns loadings[variable * rank + factor] that minimize the squared residuals of all correlations but a model's
 * prediction with its own outcome (minimum residuals, Harman and Jones 1966), by alternating ridge regressions.
 */
export function factorFit({ models, values }: LinkedCorrelations, rank: number): Float64Array {
  const variables = 2 * models;
  const loadings = startingLoadings({ models, values }, rank);
  const normal = new Float64Array(rank * rank);
  const right = new Float64Array(rank);
  for (let sweep = 0; sweep < maxSweeps; sweep += 1) {
    let change = 0;
    for (let variable = 0; variable < variables; variable += 1) {
      normal.fill(0);
      right.fill(0);
      for (let factor = 0; factor < rank; factor += 1) normal[factor * rank + factor] = ridge;
      for (let other = 0; other < variables; other += 1) {
        if (!isFitted(models, variable, other)) continue;
        const observed = values[variable * variables + other] as number;
        for (let factor = 0; factor < rank; factor += 1) {
          const loading = loadings[other * rank + factor] as number;
          right[factor] = (right[factor] as number) + loading * observed;
          for (let beside = 0; beside < rank; beside += 1) {
            const place = factor * rank + beside;
            normal[place] = (normal[place] as number) + loading * (loadings[other * rank + beside] as number);
          }
        }
      }
      change = Math.max(change, replace(loadings.subarray(variable * rank, (variable + 1) * rank), normal, right));
    }
    if (change < 1e-4) break;
  }
  return loadings;
}

/** Whether a fit looks at the correlation of two variables. */
export function isFitted(models: number, one: number, other: number): boolean {
  return one !== other && Math.abs(one - other) !== models;
}

/** The correlation that the loadings make of two variables. */
export function impliedCorrelation(loadings: Float64Array, rank: number, [one, other]: readonly [number, number]) {
  let sum = 0;
  for (let factor = 0; factor < rank; factor += 1) {
    sum += (loadings[one * rank + factor] as number) * (loadings[other * rank + factor] as number);
  }
  return sum;
}

/** Writes the solution of the normal equations to `own`, its length kept below 1; returns the largest change. */
function replace(own: Float64Array, normal: Float64Array, right: Float64Array): number {
  const solved = solvePositive(normal, right) ?? new Float64Array(own.length);
  const communality = solved.reduce((sum, loading) => sum + loading * loading, 0);
  const scale = communality > largestCommunality ? Math.sqrt(largestCommunality / communality) : 1;
  let change = 0;
  for (let factor = 0; factor < own.length; factor += 1) {
    const next = (solved[factor] as number) * scale;
    change = Math.max(change, Math.abs(next - (own[factor] as number)));
    own[factor] = next;
  }
  return change;
}

/** The first principal axes, each variable's largest correlation standing for its communality. */
function startingLoadings({ models, values }: LinkedCorrelations, rank: number): Float64Array {
  const variables = 2 * models;
  const rest = values.slice();
  for (let one = 0; one < variables; one += 1) {
    let largest = 0;
    for (let other = 0; other < variables; other += 1) {
      const isKept = isFitted(models, one, other);
      if (isKept) largest = Math.max(largest, Math.abs(values[one * variables + other] as number));
      else rest[one * variables + other] = 0;
    }
    rest[one * variables + one] = largest;
  }
  const loadings = new Float64Array(variables * rank);
  for (let factor = 0; factor < rank; factor += 1) {
    const { axis, length } = principalAxis(rest, variables, factor);
    for (let one = 0; one < variables; one += 1) {
      loadings[one * rank + factor] = Math.sqrt(length) * (axis[one] as number);
      for (let other = 0; other < variables; other += 1) {
        const place = one * variables + other;
        rest[place] = (rest[place] as number) - length * (axis[one] as number) * (axis[other] as number);
      }
    }
  }
  return loadings;
}

/** The axis of largest absolute eigenvalue, by power iteration from a fixed start. */
function principalAxis(matrix: Float64Array, size: number, factor: number) {
  let axis = Float64Array.from({ length: size }, (_, place) => Math.cos(place * (factor + 0.1)));
  let length = 0;
  for (let round = 0; round < 60; round += 1) {
    const next = new Float64Array(size);
    for (let row = 0; row < size; row += 1) {
      let sum = 0;
      for (let column = 0; column < size; column += 1) {
        sum += (matrix[row * size + column] as number) * (axis[column] as number);
      }
      next[row] = sum;
    }
    length = Math.hypot(...next);
    if (length < 1e-12) return { axis, length: 0 };
    axis = next.map((value) => value / length);
  }
  return { axis, length };
}
