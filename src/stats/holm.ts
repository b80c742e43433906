/**
 * Returns Holm's step-down adjusted p values (1979), in input order; each may be compared with the family's level.
 * Controls the familywise error rate under any dependence.
 */
export function holm(pValues: readonly number[]): readonly number[] {
  const order = pValues.map((_, index) => index).sort((a, b) => (pValues[a] as number) - (pValues[b] as number));
  const adjusted = new Array<number>(pValues.length).fill(1);
  let largest = 0;
  for (const [rank, index] of order.entries()) {
    const p = pValues[index] as number; // `order` indexes pValues
    if (!(p >= 0 && p <= 1)) throw new RangeError(`${p} is no p value`);
    largest = Math.max(largest, Math.min(1, (pValues.length - rank) * p));
    adjusted[index] = largest;
  }
  return adjusted;
}
