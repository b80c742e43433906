import type { Policy } from '../domain/policy.ts';

/** How failures enter a tally: `published` has been resolved to what the experiment's authors did. */
export type TallyPolicy = Exclude<Policy, 'published'>;
