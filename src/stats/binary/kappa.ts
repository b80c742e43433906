import { ratio } from '../basic/moments.ts';

export type KappaWeights = 'none' | 'linear' | 'quadratic';

/** Returns the counts of two raters' categories: table[first's category][second's category]. */
export function agreementTable<Category>(
  categories: readonly Category[],
  ratings: Iterable<readonly [first: Category, second: Category]>,
): readonly (readonly number[])[] {
  const table = categories.map(() => categories.map(() => 0));
  for (const [first, second] of ratings) {
    const row = table[categories.indexOf(first)];
    const column = categories.indexOf(second);
    if (row === undefined || column < 0) throw new RangeError(`no category ${String(first)} or ${String(second)}`);
    row[column] = (row[column] as number) + 1;
  }
  return table;
}

/** Returns the share of ratings in which both raters agree, in [0, 1]. */
export function observedAgreement(table: readonly (readonly number[])[]): number | null {
  const all = table.flat().reduce((sum, count) => sum + count, 0);
  return ratio(
    table.reduce((sum, row, index) => sum + (row[index] ?? 0), 0),
    all,
  );
}

/**
 * Returns Cohen's kappa (1960, weighted 1968), in [-1, 1]: 1 - observed / expected disagreement, weighted by 0/1, |i -
 * j| or (i - j)² of ordered categories. Null where both raters use only the same single category.
 */
export function cohenKappa(table: readonly (readonly number[])[], weights: KappaWeights = 'none'): number | null {
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = table.map((_, column) => table.reduce((sum, row) => sum + (row[column] ?? 0), 0));
  const all = rows.reduce((sum, count) => sum + count, 0);
  let observed = 0;
  let expected = 0;
  for (const [i, row] of table.entries()) {
    for (const [j, count] of row.entries()) {
      const cost = weights === 'none' ? Number(i !== j) : Math.abs(i - j) ** (weights === 'linear' ? 1 : 2);
      observed += cost * count;
      expected += all === 0 ? 0 : (cost * (rows[i] as number) * (columns[j] as number)) / all;
    }
  }
  const share = ratio(observed, expected);
  return share === null ? null : 1 - share;
}
