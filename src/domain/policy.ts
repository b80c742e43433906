/**
 * How a unit without a usable prediction or outcome counts. `parsed`: it is excluded; `failures-wrong`: it counts as
 * wrong (the paper's text); `published`: what the authors' code did in the experiment.
 */
export const policies = ['published', 'failures-wrong', 'parsed'] as const;
export type Policy = (typeof policies)[number];

/** How a single unit counts: `published` is already resolved to the policy of the experiment's authors. */
export type UnitPolicy = Exclude<Policy, 'published'>;
