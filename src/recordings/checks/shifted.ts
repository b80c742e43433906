import { oneForm } from '../../data/one-form.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import { mean } from '../../stats/moments.ts';
import { maxShifted, neighbors, neighborText, signP } from '../../stats/shifted-items.ts';
import { type CheckedSide, findingOn, itemOfRow } from './checked-side.ts';
import { wordForm } from './displaced.ts';
import { firstRows, groupMeans, isAboveZero, minGroups, ordersOf } from './group-means.ts';

const percent = (share: number) => `${Math.round(100 * share)} %`;

/**
 * Names models whose answers equal the keys of the items before or after theirs more often than their own (sign test over groups), and
 * more often than answers that only avoid their own key (t over groups): where keys alternate, these are keys of the neighbors, too.
 */
export function checkShiftedAnswers(side: CheckedSide): readonly CheckFinding[] {
  if (side.log.isOfRun || !side.isBinary) return [];
  const formOf = (text: string) => wordForm(text) || oneForm(text);
  const keyed = firstRows(side).flatMap((row) => {
    const { key } = itemOfRow(side, row);
    return key === null || row.answer === null ? [] : [{ ...row, given: formOf(row.answer), key: formOf(key) }];
  });
  const keyOf = new Map(keyed.map(({ item, key }) => [item, key]));
  const own = keyed.map(({ given, key }) => Number(given === key));
  const shareOf = sharesOf(keyed.map(({ given }) => given));
  const wrong = 1 - (mean(own) ?? 0);
  const shifts = [...neighbors(ordersOf(keyed))].flatMap(({ step, of }) => {
    const apart = keyed.flatMap((row) => {
      const other = keyOf.get(of.get(row.item) ?? '');
      return other === undefined ? [] : [{ ...row, other }];
    });
    const share = mean(apart.map(({ given, other }) => Number(given === other))) ?? 0;
    if (share <= (mean(own) ?? 0)) return [];
    const means = groupMeans(side, apart, ({ given, key, other }) => Number(given === other) - Number(given === key));
    if (means.length < minGroups || signP(means) > maxShifted) return [];
    const avoiding = groupMeans(side, apart, ({ given, key, other }) =>
      key === other ? null : Number(given === other) - Math.min(1, (wrong * shareOf(other)) / (1 - shareOf(key))),
    );
    return isAboveZero(avoiding) ? [{ step, share }] : [];
  });
  const [found] = shifts.toSorted((one, other) => other.share - one.share);
  if (found === undefined) return [];
  return [
    findingOn(side, [], {
      ...{ check: 'other items', kind: 'fault', changesRows: false },
      found: `${percent(mean(own) ?? 0)} of the answers equal the key of their item, and ${percent(found.share)} that of ${neighborText(found.step)}`,
      effect: 'accuracy goes by the outcomes of the log; give answers and items in one order, and score again',
    }),
  ];
}

/** Returns how often each value occurs, as a share of all. */
function sharesOf(values: readonly string[]): (value: string) => number {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return (value) => (counts.get(value) ?? 0) / values.length;
}
