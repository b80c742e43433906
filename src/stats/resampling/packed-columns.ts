/** Columns of integers packed into one column of doubles: its sum over drawn units contains the exact sum of each. */
export interface PackedColumn {
  /** Packed values by unit. */
  readonly values: Float64Array;
  /** The packed columns, each above the one before. */
  readonly parts: readonly Part[];
}

interface Part {
  readonly column: number;
  /** What 1 of this column counts in the packed one: a power of two. */
  readonly weight: number;
  /** Factor of the column's values: a power of two that turns halves into integers. */
  readonly scale: number;
  /** Added to the sum: the offset that was subtracted from the values to make them nonnegative. */
  readonly base: number;
}

/** All integers up to 2^53 are exact doubles. */
const mostRange = 2 ** 53;
const scales = [1, 2, 4, 8];

/**
 * Packs columns for sums over as many draws as there are units. Columns of fractions stay alone and unchanged: their
 * sums are rounded, in the order of the units. Columns of zeros are omitted.
 */
export function packedColumns(
  tallies: readonly ArrayLike<number>[],
  columns: readonly number[],
): readonly PackedColumn[] {
  const packed: PackedColumn[] = [];
  let open: { readonly values: Float64Array; readonly parts: Part[]; range: number } | null = null;
  for (const column of columns) {
    const values = new Float64Array(tallies.length);
    for (let unit = 0; unit < tallies.length; unit += 1) values[unit] = tallies[unit]?.[column] as number;
    const whole = wholeNumbers(values);
    if (whole?.range === 1 && whole.least === 0) continue;
    if (whole === null) {
      packed.push({ values, parts: [{ column, weight: 1, scale: 1, base: 0 }] });
      continue;
    }
    const { scale, least, range } = whole;
    if (open === null || open.range * range > mostRange) {
      open = { values: new Float64Array(values.length), parts: [], range: 1 };
      packed.push(open);
    }
    for (let unit = 0; unit < values.length; unit += 1) {
      const above = (values[unit] as number) * scale - least;
      open.values[unit] = (open.values[unit] as number) + above * open.range;
    }
    open.parts.push({ column, weight: open.range, scale, base: least * values.length });
    open.range *= range;
  }
  return packed;
}

/** Writes the sum of each column, from the sum of the packed one, to sums[first + column]. */
export function unpackSum({ parts }: PackedColumn, sum: number, { sums, first }: Place): void {
  if (parts.length === 1) {
    const [{ column, scale, base }] = parts as readonly [Part];
    sums[first + column] = (sum + base) / scale;
    return;
  }
  let rest = sum;
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const { column, weight, scale, base } = parts[index] as Part;
    const own = Math.floor(rest / weight);
    rest -= own * weight;
    sums[first + column] = (own + base) / scale;
  }
}

interface Place {
  readonly sums: Float64Array;
  readonly first: number;
}

/** Returns the minimum, and a power of two above any sum of n values minus it, for n units; null for fractions. */
function wholeNumbers(values: Float64Array) {
  const scale = scales.find((times) => isWhole(values, times));
  if (scale === undefined) return null;
  let least = 0;
  let most = 0;
  for (let unit = 0; unit < values.length; unit += 1) {
    const value = (values[unit] as number) * scale;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  let range = 1;
  while (range <= (most - least) * values.length) range *= 2;
  return range > mostRange ? null : { scale, least, range };
}

function isWhole(values: Float64Array, scale: number): boolean {
  for (let unit = 0; unit < values.length; unit += 1) {
    if (!Number.isInteger((values[unit] as number) * scale)) return false;
  }
  return true;
}
