import { seededRandom, shuffled } from '../../util/random.ts';
import { groupOf, labelOf, type TrainingRow, withLabel } from './row.ts';

/**
 * End of the first segment; rows up to it, and up to each doubling, are permuted separately, so that nested sizes stay
 * nested.
 */
const firstSegment = 1000;

/**
 * Permutes the labels within each group, seeded: every group keeps its label counts, and no label depends on its
 * prompt. The permutation never crosses row 1000, 2000, 4000, ...: the first 1000 rows are identical at every size.
 */
export function scrambleLabels(rows: readonly TrainingRow[], seed: number): readonly TrainingRow[] {
  const result: TrainingRow[] = [];
  for (let start = 0, end = firstSegment; start < rows.length; start = end, end *= 2) {
    result.push(...scrambleSegment(rows.slice(start, end), [seed, start]));
  }
  return result;
}

function scrambleSegment(rows: readonly TrainingRow[], seed: readonly number[]): readonly TrainingRow[] {
  const positions = Map.groupBy(
    rows.map((row, index) => ({ row, index })),
    ({ row }) => groupOf(row),
  );
  const result = [...rows];
  for (const [group, members] of positions) {
    const labels = shuffled(
      members.map(({ row }) => labelOf(row)),
      seededRandom('scramble', group, ...seed),
    );
    for (const [position, { row, index }] of members.entries()) result[index] = withLabel(row, labels[position] ?? '');
  }
  return result;
}
