import { plainDifference } from '../../src/analyze/compare/plain-difference.ts';
import type { ComparePage, CompareQuery, ItemView } from '../../src/view/contract/contract-items.ts';

type Pairs = readonly { readonly a: ItemView; readonly b: ItemView }[];

const maxFlips = 500;

/** Returns the units that changed between right and wrong. */
export function flipsOf(pairs: Pairs): Pick<ComparePage, 'lost' | 'gained'> {
  const flips = (from: ItemView['state'], to: ItemView['state']) => {
    const found = pairs.filter(({ a, b }) => a.state === from && b.state === to);
    return { count: found.length, shown: found.slice(0, maxFlips) };
  };
  return { lost: flips('right', 'wrong'), gained: flips('wrong', 'right') };
}

/** Returns a difference for which the report has no interval. */
export function withoutInterval({ experiment }: CompareQuery, pairs: Pairs): Omit<ComparePage, 'lost' | 'gained'> {
  return {
    ...{ experiment, ...plainDifference(pairs) },
    ...{ intervalA: null, intervalB: null, interval: null },
    figure: { kind: 'absent', name: 'both-scores', title: 'Both scores', reason: '`seb view` computes the intervals' },
    table: { id: 'both-scores-table', title: 'Both scores', lead: '', columns: [], rows: [] },
    method: 'The interval is not part of this report; `seb view` computes it',
  };
}
