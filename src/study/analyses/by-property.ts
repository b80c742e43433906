import type { Quantity } from '../../results/quantity.ts';
import type { PropertyComparison } from '../../results/study-result.ts';
import { estimateAll, withoutRoundOff } from '../../stats/jackknife.ts';
import type { CellIndex } from './cells.ts';
import { type PairOptions, pairTable, scoreOf } from './pair-table.ts';

/** Compares self-prediction with cross-prediction for each property of both models of a pair; empty without a pair. */
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
    [...properties].map(([property, places]) => ({ target, property, places })),
  );
  const meanRate =
    (score: number, { target, places }: (typeof asked)[number]) =>
    (totals: ArrayLike<number>): number | null => {
      let sum = 0;
      for (const group of places) {
        const rate = table.rate(totals, { part: target, score, group });
        if (rate === null) return null;
        sum += rate;
      }
      return sum / places.length;
    };
  const statistics = asked.map((each) => ({
    self: meanRate(scoreOf.own, each),
    cross: meanRate(scoreOf.other, each),
    mode: meanRate(scoreOf.mode, each),
  }));
  const estimates = estimateAll(table, (totals) =>
    statistics.flatMap(({ self, cross, mode }) => {
      const [own, others] = [self(totals), cross(totals)];
      return [own, others, own === null || others === null ? null : withoutRoundOff(own - others), mode(totals)];
    }),
  );
  return asked.map(({ target, property, places }, at): PropertyComparison => {
    const [self, cross, difference, mode] = estimates.slice(4 * at, 4 * at + 4) as [
      ...[Quantity, Quantity, Quantity, Quantity],
    ];
    return {
      ...{ target: target === 0 ? a : b, other: target === 0 ? b : a, property, groups: places.length },
      rows: rowsIn(pair, target, places),
      ...{ self, cross, difference, mode: mode.value },
    };
  });
}

function rowsIn({ table }: Exclude<ReturnType<typeof pairTable>, string>, target: 0 | 1, places: readonly number[]) {
  let n = 0;
  for (const cluster of table.clusters) for (const group of places) n += table.count(cluster, target, group);
  return n;
}
