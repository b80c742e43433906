import type { PropertyComparison } from '../../results/study-result.ts';
import { totalsOf } from '../../stats/jackknife.ts';
import { asShare } from './accuracy.ts';
import type { CellIndex } from './cells.ts';
import { estimating, fewestTrainingsOf, statisticOver } from './pair-estimates.ts';
import { type PairOptions, pairTable, scoreOf } from './pair-table.ts';

/**
 * Compares self-prediction with cross-prediction for each property of both models of a pair, with the intervals of the pair:
 * over strings and trainings. Empty without a pair.
 */
export function compareByProperty(
  index: CellIndex,
  [a, b]: readonly [string, string],
  options: PairOptions,
): readonly PropertyComparison[] {
  const pair = pairTable(index, [a, b], options);
  if (typeof pair === 'string') return [];
  const { table } = pair;
  const names = new Map(
    index
      .trainings({ base: a, target: a, kind: 'trained' })
      .flatMap((rows) => rows.map(({ group, property }) => [group, property] as const)),
  );
  const properties = Map.groupBy(table.groups.keys(), (position) => names.get(table.groups[position] as string) ?? '');
  const asked = ([0, 1] as const).flatMap((target) =>
    [...properties].map(([property, groups]) => {
      const rows = groups.map((group) => table.countColumn(target, group));
      const mean = (rate: (totals: ArrayLike<number>, group: number) => number | null) =>
        statisticOver(rows, (totals) => meanOver(groups, (group) => rate(totals, group)));
      const rateOf = (score: number) => (totals: ArrayLike<number>, group: number) =>
        table.rate(totals, { part: target, score, group });
      const [own, other] = [rateOf(scoreOf.own), rateOf(scoreOf.other)];
      const difference = mean((totals, group) => {
        const [first, second] = [own(totals, group), other(totals, group)];
        return first === null || second === null ? null : first - second;
      });
      const mode = mean(rateOf(scoreOf.mode));
      return { target, property, groups: groups.length, self: mean(own), cross: mean(other), difference, mode };
    }),
  );
  const statistics = asked.flatMap(({ self, cross, difference }) => [self, cross, difference]);
  const { estimateOf } = estimating(pair, statistics, fewestTrainingsOf(pair));
  const totals = totalsOf(table.clusters);
  return asked.map(({ target, property, groups, self, cross, difference, mode }): PropertyComparison => {
    const known = estimateOf(difference);
    return {
      ...{ target: target === 0 ? a : b, other: target === 0 ? b : a, property, groups, rows: known.n },
      ...{ self: asShare(estimateOf(self)), cross: asShare(estimateOf(cross)), difference: known, mode: mode(totals) },
    };
  });
}

/** Returns the mean of a value over groups; null where one of them has none. */
function meanOver(groups: readonly number[], value: (group: number) => number | null): number | null {
  let sum = 0;
  for (const group of groups) {
    const own = value(group);
    if (own === null) return null;
    sum += own;
  }
  return sum / groups.length;
}
