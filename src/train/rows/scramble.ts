import { seededRandom, shuffled } from '../../util/random.ts';
import { groupOf, labelOf, type TrainingRow, withLabel } from './row.ts';

/**
 * End of the first segment; rows up to it, and up to each doubling, are permuted separately, so that nested sizes stay
 * nested.
 */
const firstSegment = 1000;

/** Labels by group. */
type Labels = Map<string, string[]>;

/**
 * Permutes the labels within each group, seeded: every group keeps its label counts, and no label depends on its
 * prompt. The permutation never crosses row 1000, 2000, 4000, ...: the first 1000 rows are identical at every size. A row that
 * is alone in its group between two of these gets a label of an earlier row of its group, or of `before` (rows that precede
 * these); it keeps its own only where the group has no such row.
 */
export function scrambleLabels(
  rows: readonly TrainingRow[],
  seed: number,
  before: readonly TrainingRow[] = [],
): readonly TrainingRow[] {
  const result: TrainingRow[] = [];
  const earlier: Labels = new Map();
  addLabels(earlier, before);
  for (let start = 0, end = firstSegment; start < rows.length; start = end, end *= 2) {
    const segment = rows.slice(start, end);
    result.push(...scrambleSegment(segment, { seed: [seed, start], earlier }));
    addLabels(earlier, segment);
  }
  return result;
}

function addLabels(labels: Labels, rows: readonly TrainingRow[]): void {
  for (const row of rows) {
    const group = groupOf(row);
    const known = labels.get(group);
    if (known === undefined) labels.set(group, [labelOf(row)]);
    else known.push(labelOf(row));
  }
}

function scrambleSegment(
  rows: readonly TrainingRow[],
  { seed, earlier }: { readonly seed: readonly number[]; readonly earlier: Labels },
): readonly TrainingRow[] {
  const positions = Map.groupBy(
    rows.map((row, index) => ({ row, index })),
    ({ row }) => groupOf(row),
  );
  const result = [...rows];
  for (const [group, members] of positions) {
    const own = members.map(({ row }) => labelOf(row));
    const source = own.length > 1 ? own : (earlier.get(group) ?? own);
    const labels = shuffled(source, seededRandom('scramble', group, ...seed));
    for (const [position, { row, index }] of members.entries()) result[index] = withLabel(row, labels[position] ?? '');
  }
  return result;
}
