/** A value for each cell of two predictors and two targets; `ba` is predictor b trained on target a. */
export interface Square<Value> {
  readonly aa: Value;
  readonly ba: Value;
  readonly ab: Value;
  readonly bb: Value;
}

/**
 * Double difference I = (S[a,a] + S[b,b] - S[b,a] - S[a,b]) / 2, in accuracy points. 0 where accuracy is a sum of the
 * predictor's skill and the target's predictability. Where skill multiplies predictability it has the expectation
 * (s_a - s_b)(g_a - g_b) / 2 without any self-knowledge; that is why it is never read without the excess.
 */
export function doubleDifference({ aa, bb, ba, ab }: Square<number>): number {
  return (aa + bb - ba - ab) / 2;
}
