import type { Outcome } from '../score/outcome.ts';
import type { Policy } from '../score/policy.ts';
import { assertNever } from '../util/assert-never.ts';
import { authoredColumns, authoredTally } from './authored-tally.ts';
import { binaryColumns, binaryTally } from './binary-tally.ts';
import { rankingColumns, rankingTally } from './ranking-tally.ts';
import { textColumns, textTally } from './text-tally.ts';

/** How failures enter a tally: `published` has been resolved to what the experiment's authors did. */
export type TallyPolicy = Exclude<Policy, 'published'>;

/** Column names of the additive counts that every measure of a kind of outcome is computed from. */
export const tallyColumns = {
  binary: binaryColumns,
  ranking: rankingColumns,
  text: textColumns,
  authored: authoredColumns,
} as const satisfies Record<Outcome['kind'], readonly string[]>;

/** One outcome as additive counts: sums over outcomes (and over bootstrap draws) are again tallies. */
export function tallyOf(outcome: Outcome, policy: TallyPolicy): readonly number[] {
  switch (outcome.kind) {
    case 'binary':
      return binaryTally(outcome, policy);
    case 'ranking':
      return rankingTally(outcome, policy);
    case 'text':
      return textTally(outcome, policy);
    case 'authored':
      return authoredTally(outcome, policy);
    default:
      return assertNever(outcome);
  }
}
