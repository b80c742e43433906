/**
 * What is done with a unit that has no usable forecast or outcome. `parsed`: it is left out; `failures-wrong`: it counts as
 * wrong (the paper's text); `published`: whichever of the two the authors' code did for the experiment.
 */
export const policies = ['published', 'failures-wrong', 'parsed'] as const;
export type Policy = (typeof policies)[number];
