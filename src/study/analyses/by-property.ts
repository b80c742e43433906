import type { Quantity } from '../../results/quantity.ts';
import { estimateAll, withoutRoundOff } from '../../stats/jackknife.ts';
import type { PropertyComparison } from '../study-result.ts';
import type { CellIndex } from './cells.ts';
import { meanOverTrainings, type TrainingStatistic } from './pair-estimates.ts';
import { type PairOptions, pairTable, partOf, scoreOf } from './pair-table.ts';

/** Compares self-prediction with cross-prediction for each property of both models of a pair; empty without a pair. */
export function compareByProperty(
  index: CellIndex,
  [a, b]: readonly [string, string],
  options: PairOptions,
): readonly PropertyComparison[] {
  const pair = pairTable(index, [a, b], options);
  if (typeof pair === 'string') return [];
  const { table, trainings } = pair;
  const names = new Map(
    index.rows({ base: a, target: a, kind: 'trained' }).map(({ group, property }) => [group, property]),
  );
  const properties = Map.groupBy(table.groups.keys(), (position) => names.get(table.groups[position] as string) ?? '');
  const asked = ([0, 1] as const).flatMap((target) =>
    [...properties].map(([property, places]) => ({ target, property, places })),
  );
  const meanOf = (score: number, { target, places }: (typeof asked)[number]) =>
    meanOverTrainings(meanRate(score, target, places), trainings.length);
  const meanRate =
    (score: number, target: 0 | 1, places: readonly number[]): TrainingStatistic =>
    (totals, training) => {
      let sum = 0;
      for (const group of places) {
        const rate = table.rate(totals, { part: partOf(training, target), score, group });
        if (rate === null) return null;
        sum += rate;
      }
      return sum / places.length;
    };
  const statistics = asked.map((each) => ({
    self: meanOf(scoreOf.own, each),
    cross: meanOf(scoreOf.other, each),
    mode: meanOf(scoreOf.mode, each),
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
  for (const cluster of table.clusters) for (const group of places) n += table.count(cluster, partOf(0, target), group);
  return n;
}
