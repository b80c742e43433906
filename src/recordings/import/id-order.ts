const numericOrder = new Intl.Collator('en', { numeric: true });

/** Compares ids for sorting: numbers in them as numbers. */
export function compareIds(one: string, other: string): number {
  if (one === other) return 0;
  return numericOrder.compare(one, other) || (one < other ? -1 : 1);
}
