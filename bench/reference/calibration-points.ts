/** The 24 predicted probabilities and outcomes of scores.R. */
export const referencePoints = [
  0, 0.9, 0.3, 0.2, 0.7, 0.5, 0.3, 0.8, 0.8, 0.5, 0.7, 0.6, 0.8, 0.2, 0.4, 0.7, 0.7, 0.1, 0.7, 0.5, 0.9, 0.8, 0.1, 0.5,
].map((prediction, index) => ({
  prediction,
  outcome: [0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 0, 0, 1, 1, 1, 1, 0, 1][index] as number,
}));
