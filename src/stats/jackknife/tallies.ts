/** Sums of one cluster; a measure is a function of their totals. */
export type Tally = ArrayLike<number> | PlacedTally;

/** A sparse tally that is 0 except for the columns from `offset` on: a hundred thousand full ones would fill memory. */
export class PlacedTally {
  readonly length: number;
  readonly offset: number;
  readonly own: ArrayLike<number>;

  constructor(length: number, offset: number, own: ArrayLike<number>) {
    this.length = length;
    this.offset = offset;
    this.own = own;
  }
}

/** Returns the column sums of all tallies. */
export function totalsOf(tallies: readonly Tally[]): Float64Array {
  const totals = new Float64Array(tallies[0]?.length ?? 0);
  for (const tally of tallies) addTally(totals, tally, 1);
  return totals;
}

/** Adds `times` times a tally to the totals, in place. */
export function addTally(totals: Float64Array, tally: Tally, times: number): void {
  if (tally.length !== totals.length) throw new RangeError(`tallies of ${totals.length} and ${tally.length} columns`);
  const [own, offset] = tally instanceof PlacedTally ? [tally.own, tally.offset] : [tally, 0];
  if (own instanceof Float64Array && times === 1) addNumbers(totals, own, offset);
  else addAny(totals, { own, offset, times });
}

/** A separate function, because a loop that has seen several kinds of arrays is slow for all of them. */
function addNumbers(totals: Float64Array, own: Float64Array, offset: number): void {
  for (let column = 0; column < own.length; column += 1) {
    totals[offset + column] = (totals[offset + column] as number) + (own[column] as number);
  }
}

interface Weighed {
  readonly own: ArrayLike<number>;
  readonly offset: number;
  readonly times: number;
}

function addAny(totals: Float64Array, { own, offset, times }: Weighed): void {
  for (let column = 0; column < own.length; column += 1) {
    totals[offset + column] = (totals[offset + column] as number) + times * (own[column] as number);
  }
}

/** Returns the sum in one column of a tally. */
export function valueAt(tally: Tally, column: number): number {
  if (!(tally instanceof PlacedTally)) return tally[column] as number;
  return tally.own[column - tally.offset] ?? 0;
}
