/**
 * Verdict on a pair. `advantage`: I, E and both plain advantages are above zero, and both own models exceed every rule
 * without a model. `family-knowledge`: so are they, but a near copy predicts as well as the model itself. Where I and E
 * are above zero, the next four name the first explanation that is not excluded: `stronger-model`, one model is not better
 * about itself than the other model is; `habit`, it is not in gains over the scramble arms; `answer-form`, it is not on
 * the rows that both answered; `base-rates`, an own model does not exceed a rule without a model.
 * `not-distinguishable`: I or E is not above zero. `nothing-learned`: the mean gain is not distinguishable from zero, so E
 * is not defined. `not-measured`: a cell of the design or an interval is missing.
 */
export const verdictKinds = [
  'advantage',
  'family-knowledge',
  'stronger-model',
  'habit',
  'answer-form',
  'base-rates',
  'not-distinguishable',
  'nothing-learned',
  'not-measured',
] as const;
export type VerdictKind = (typeof verdictKinds)[number];
