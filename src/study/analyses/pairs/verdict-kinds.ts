/** Who predicts the answers of one model better after the same training: the model itself, or the other model of a pair. */
export const directionWords = ['own better', 'no difference found', 'other better'] as const;
export type DirectionWord = (typeof directionWords)[number];

/**
 * Verdict on a pair. `own better`: I and E are above zero, both directions are `own better`, and both own models exceed
 * every rule; a handicap of cross training is not excluded. `advantage`: so are they, and each model's lead on itself
 * exceeds its lead on its shifted self. `training taught nothing`: the interval of the mean gain covers zero.
 * `no advantage found`: anything else that was measured. `not measured`: a cell of the design or an interval is missing.
 */
export const verdictKinds = [
  'advantage',
  'own better',
  'no advantage found',
  'training taught nothing',
  'not measured',
] as const;
export type VerdictKind = (typeof verdictKinds)[number];
