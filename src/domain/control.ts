/**
 * Controls of a run. `answer-shown`: each prediction question is asked again with the model's own answer above it, so that
 * nothing has to be predicted. A low score then shows that the format or the question fails, not self-knowledge.
 */
export const controls = ['answer-shown'] as const;
export type Control = (typeof controls)[number];

/**
 * What a control says. `can-do`: the score is above the reference, so that the model can do the task when nothing has to be
 * predicted; `cannot-do`: it is not, and its 95 % interval has no good score (90 % right; an error of half a doubling), so that
 * the format or the question fails; `not-known`: neither is shown, with too few items or outcomes that are almost all alike.
 */
export const controlResults = ['can-do', 'cannot-do', 'not-known'] as const;
export type ControlResult = (typeof controlResults)[number];
