/** The choice with the highest log-likelihood, counted from 0, and its probability among all choices, in [0, 1]. */
interface LikeliestChoice {
  readonly best: number;
  readonly probability: number;
}

/** Returns the most probable choice by the log-likelihoods of all choices; null for fewer than two, or where one is unknown. */
export function likeliestChoice(logs: readonly (number | null)[]): LikeliestChoice | null {
  const known = logs.filter((log) => log !== null);
  if (known.length < 2 || known.length < logs.length) return null;
  const highest = Math.max(...known);
  return {
    best: known.indexOf(highest),
    probability: 1 / known.reduce((sum, log) => sum + Math.exp(log - highest), 0),
  };
}
