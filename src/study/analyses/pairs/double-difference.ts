/** A value for each cell of two predictors and two targets; `ba` is predictor b trained on target a. */
export interface Square<Value> {
  readonly aa: Value;
  readonly ba: Value;
  readonly ab: Value;
  readonly bb: Value;
}

/**
 * Returns the double difference I = (S[a,a] + S[b,b] - S[b,a] - S[a,b]) / 2, in accuracy points. 0 where accuracy is
 * the sum of the predictor's skill and the target's predictability. Where skill multiplies predictability, its
 * expectation is (s_a - s_b)(g_a - g_b) / 2 without any self-knowledge; therefore it is never interpreted without the
 * excess.
 */
export function doubleDifference({ aa, bb, ba, ab }: Square<number>): number {
  return (aa + bb - ba - ab) / 2;
}
