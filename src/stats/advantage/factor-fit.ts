/**
 * A symmetric matrix of correlations of predictions (variables 0..models-1) and outcomes (models..2 models-1), row by
 * row. A fit ignores the cells of a model's prediction and its own outcome, because they are tested.
 */
export interface LinkedCorrelations {
  readonly models: number;
  readonly values: Float64Array;
  /** Declared family of each model; a fit ignores the cells of two relatives as well. Absent: no two are related. */
  readonly familyOf?: readonly number[];
}

/**
 * Ridge that keeps a loading finite where a variable's factor is hardly determined; equivalent to a loading of .22 on
 * one variable.
 */
const ridge = 0.05;
const largestCommunality = 0.98;
const maxSweeps = 150;

/**
 * Returns loadings[variable * rank + factor] that minimize the squared residuals of all correlations except those of a
 * model's prediction with its own outcome (minimum residuals, Harman and Jones 1966), by alternating ridge regressions.
 */
export function factorFit(correlations: LinkedCorrelations, rank: number): Float64Array {
  const { models, values } = correlations;
  const variables = 2 * models;
  const loadings = startingLoadings(correlations, rank);
  const normal = new Float64Array(rank * rank);
  const right = new Float64Array(rank);
  for (let sweep = 0; sweep < maxSweeps; sweep += 1) {
    let change = 0;
    for (let variable = 0; variable < variables; variable += 1) {
      normal.fill(0);
      right.fill(0);
      for (let factor = 0; factor < rank; factor += 1) normal[factor * rank + factor] = ridge;
      for (let other = 0; other < variables; other += 1) {
        if (!isFitted(correlations, variable, other)) continue;
        const observed = values[variable * variables + other] as number;
        for (let factor = 0; factor < rank; factor += 1) {
          const loading = loadings[other * rank + factor] as number;
          right[factor] = (right[factor] as number) + loading * observed;
          for (let beside = 0; beside < rank; beside += 1) {
            const index = factor * rank + beside;
            normal[index] = (normal[index] as number) + loading * (loadings[other * rank + beside] as number);
          }
        }
      }
      change = Math.max(change, replace(loadings.subarray(variable * rank, (variable + 1) * rank), normal, right));
    }
    if (change < 1e-4) break;
  }
  return loadings;
}

/** Returns whether a fit uses the correlation of two variables. */
export function isFitted(
  { models, familyOf }: Pick<LinkedCorrelations, 'models' | 'familyOf'>,
  one: number,
  other: number,
): boolean {
  if (one % models === other % models) return false;
  return familyOf === undefined || familyOf[one % models] !== familyOf[other % models];
}

/** Returns the correlation of two variables implied by the loadings. */
export function impliedCorrelation(loadings: Float64Array, rank: number, [one, other]: readonly [number, number]) {
  let sum = 0;
  for (let factor = 0; factor < rank; factor += 1) {
    sum += (loadings[one * rank + factor] as number) * (loadings[other * rank + factor] as number);
  }
  return sum;
}

/** Writes the solution of the normal equations to `own`, with a length below 1; returns the largest change. */
function replace(own: Float64Array, normal: Float64Array, right: Float64Array): number {
  solveRidged(normal, right);
  let communality = 0;
  for (let factor = 0; factor < own.length; factor += 1) communality += (right[factor] as number) ** 2;
  const scale = communality > largestCommunality ? Math.sqrt(largestCommunality / communality) : 1;
  let change = 0;
  for (let factor = 0; factor < own.length; factor += 1) {
    const next = (right[factor] as number) * scale;
    change = Math.max(change, Math.abs(next - (own[factor] as number)));
    own[factor] = next;
  }
  return change;
}

/** Replaces `right` by the solution, in place, by Gaussian elimination; the ridge keeps every pivot positive. */
function solveRidged(normal: Float64Array, right: Float64Array): void {
  const size = right.length;
  for (let pivot = 0; pivot < size; pivot += 1) {
    for (let row = pivot + 1; row < size; row += 1) {
      const share = (normal[row * size + pivot] as number) / (normal[pivot * size + pivot] as number);
      for (let column = pivot + 1; column < size; column += 1) {
        const index = row * size + column;
        normal[index] = (normal[index] as number) - share * (normal[pivot * size + column] as number);
      }
      right[row] = (right[row] as number) - share * (right[pivot] as number);
    }
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let value = right[row] as number;
    for (let column = row + 1; column < size; column += 1) {
      value -= (normal[row * size + column] as number) * (right[column] as number);
    }
    right[row] = value / (normal[row * size + row] as number);
  }
}

/** Returns the first principal axes, with each variable's largest correlation as its communality. */
function startingLoadings(correlations: LinkedCorrelations, rank: number): Float64Array {
  const { models, values } = correlations;
  const variables = 2 * models;
  const rest = values.slice();
  for (let one = 0; one < variables; one += 1) {
    let largest = 0;
    for (let other = 0; other < variables; other += 1) {
      const isKept = isFitted(correlations, one, other);
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
        const index = one * variables + other;
        rest[index] = (rest[index] as number) - length * (axis[one] as number) * (axis[other] as number);
      }
    }
  }
  return loadings;
}

/** Returns the axis of the largest absolute eigenvalue, by power iteration from a fixed start. */
function principalAxis(matrix: Float64Array, size: number, factor: number) {
  const axis = Float64Array.from({ length: size }, (_, index) => Math.cos(index * (factor + 0.1)));
  const next = new Float64Array(size);
  let length = 0;
  for (let round = 0; round < 60; round += 1) {
    let squares = 0;
    for (let row = 0; row < size; row += 1) {
      let sum = 0;
      const first = row * size;
      for (let column = 0; column < size; column += 1) {
        sum += (matrix[first + column] as number) * (axis[column] as number);
      }
      next[row] = sum;
      squares += sum * sum;
    }
    length = Math.sqrt(squares);
    if (length < 1e-12) return { axis, length: 0 };
    for (let row = 0; row < size; row += 1) axis[row] = (next[row] as number) / length;
  }
  return { axis, length };
}
