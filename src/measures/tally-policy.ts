import type { Policy } from '../domain/policy.ts';

/** How failures enter a tally. `published` is already resolved to the policy of the experiment's authors. */
export type TallyPolicy = Exclude<Policy, 'published'>;
