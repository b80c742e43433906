import type { PredictionRow } from '../rows.ts';
import { testedRows } from './accuracy-table.ts';
import { distinctTrueRows } from './baseline-rules.ts';

/** With fewer strings, the values of a fixed set may differ by chance. */
const minStrings = 20;

/**
 * Returns the groups whose values differ by item although the experiment says that they are a fixed set: a yes/no property
 * with more than two values, or one most of whose values occur once. The most frequent value of other strings is then
 * right less often than a guess between the options of an item, so that the base rate is too low.
 */
export function groupsWithItemValues(rows: readonly PredictionRow[]): readonly string[] {
  const fixed = testedRows(rows).filter(({ fixedValues }) => fixedValues !== undefined);
  const groups = Map.groupBy(fixed, ({ target, group }) => JSON.stringify([target, group]));
  const found = [...groups.values()].flatMap((of) => {
    const truths = distinctTrueRows(of);
    const counts = [...Map.groupBy(truths, ({ truth }) => truth).values()].map(({ length }) => length);
    const single = counts.filter((count) => count === 1).length;
    const isMany = of[0]?.fixedValues === 'binary' ? counts.length > 2 : single > truths.length / 2;
    return truths.length >= minStrings && isMany ? [of[0]?.group ?? ''] : [];
  });
  return [...new Set(found)];
}
