/**
 * Maximum number of clusters that differ between two sides for which an interval of their difference needs the test below:
 * with fewer than 15, these rare clusters decide the interval, and it excludes 0 in up to 11 % of data sets without a
 * difference. All their arrangements can be enumerated.
 */
const maxEnumerated = 14;

/** Sums of one cluster as they are, and with the two sides exchanged. */
interface Exchangeable {
  readonly row: Float64Array;
  readonly exchanged: Float64Array;
}

/**
 * Returns whether an interval without 0 may be given: if at least 15 clusters differ between the two sides, or if a
 * difference as large occurs in at most 5 % of the arrangements in which the sides are exchanged within clusters (exact).
 */
export function isBeyondExchange(
  clusters: readonly Exchangeable[],
  value: (totals: Float64Array) => number | null,
): boolean {
  const differing = clusters.filter(({ row, exchanged }) => {
    const own = value(row); // a measure of several clusters may have none in one
    return own === null ? row.some((sum, column) => sum !== exchanged[column]) : Math.abs(own) > 1e-12;
  });
  if (differing.length > maxEnumerated) return true;
  const totals = new Float64Array(clusters[0]?.row.length ?? 0);
  for (const { row } of clusters)
    for (const [column, sum] of row.entries()) totals[column] = (totals[column] ?? 0) + sum;
  const observed = Math.abs(value(totals) ?? 0);
  const arrangements = 2 ** differing.length;
  let asLarge = 0;
  for (let arrangement = 0; arrangement < arrangements; arrangement += 1) {
    const arranged = totals.slice();
    for (const [index, { row, exchanged }] of differing.entries()) {
      if (((arrangement >> index) & 1) === 0) continue;
      for (const column of row.keys()) {
        arranged[column] = (arranged[column] as number) + (exchanged[column] as number) - (row[column] as number);
      }
    }
    if (Math.abs(value(arranged) ?? 0) >= observed - 1e-9) asLarge += 1;
  }
  return asLarge <= 0.05 * arrangements;
}
