/** Returns 1 / (1 + exp(-x)), in (0, 1). */
export function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** Returns log(1 + exp(x)) without overflow. */
export function softplus(x: number): number {
  return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
}
