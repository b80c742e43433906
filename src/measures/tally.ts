import type { Outcome } from '../domain/outcome.ts';
import type { TallyPolicy } from '../domain/policy.ts';
import { assertNever } from '../util/types.ts';
import { authoredColumns, authoredTally } from './authored/authored-tally.ts';
import { binaryColumns, binaryTally } from './binary/binary-tally.ts';
import { categoricalColumns, categoricalTally } from './categorical/categorical-tally.ts';
import { rankingColumns } from './ranking/ranking-columns.ts';
import { rankingTally } from './ranking/ranking-tally.ts';
import { textColumns, textTally } from './text/text-tally.ts';

/** Column names of the additive counts that all measures of one kind of outcome are computed from. */
export const tallyColumns = {
  binary: binaryColumns,
  ranking: rankingColumns,
  text: textColumns,
  authored: authoredColumns,
  categorical: categoricalColumns,
} as const satisfies Record<Outcome['kind'], readonly string[]>;

/** Returns one outcome as additive counts; sums over outcomes (and over bootstrap draws) are tallies too. */
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
    case 'categorical':
      return categoricalTally(outcome, policy);
    default:
      return assertNever(outcome);
  }
}
