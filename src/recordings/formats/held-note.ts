/**
 * Returns a sentence where a log holds fewer samples than its results count, as one that was cut by hand or written with a limit:
 * what the tool states is about all of them. None where the log holds none, or its results count none.
 */
export function heldNote(held: number, counted: number | null, tool: string): readonly string[] {
  if (counted === null || held === 0 || held >= counted) return [];
  return [
    `the log holds ${held} of the ${counted} samples that its results count: what ${tool} states is about all of them`,
  ];
}
