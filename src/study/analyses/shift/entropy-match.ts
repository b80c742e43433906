import { seededRandom, shuffled } from '../../../util/random.ts';
import type { ChangedRow } from './changed-rows.ts';

/** Draws of the kept rows. */
const draws = 20;

/** Accuracies after equalizing how often each value occurs on both sides. Null where no row remains. */
export interface EntropyMatched {
  readonly accuracyNew: number | null;
  readonly accuracyOld: number | null;
  /** Rows kept on each side. */
  readonly kept: number;
}

/**
 * Recomputes both accuracies on rows whose values are equally frequent on both sides: in each group, min(rows with the
 * value before, rows with it after) rows are kept on either side, for all values of both sides. Rules out that the new
 * behavior is merely easier to predict. Averaged over several draws of the kept rows; macro over groups.
 */
export function entropyMatched(rows: readonly ChangedRow[], seed: number): EntropyMatched {
  const groups = [...Map.groupBy(rows, ({ group }) => group).values()];
  const [newSum, oldSum] = [new Mean(), new Mean()];
  let kept = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const [ofNew, ofOld] = [new Mean(), new Mean()];
    kept = 0;
    for (const [index, own] of groups.entries()) {
      const sides = matchedSides(shuffled(own, seededRandom('entropy match', seed, draw, index)));
      if (sides.after.length === 0) continue;
      kept += sides.after.length;
      ofNew.add(sides.after.filter(({ shifted, after }) => shifted === after).length / sides.after.length);
      ofOld.add(sides.before.filter(({ shifted, before }) => shifted === before).length / sides.before.length);
    }
    if (ofNew.value === null || ofOld.value === null) break;
    newSum.add(ofNew.value);
    oldSum.add(ofOld.value);
  }
  return { accuracyNew: newSum.value, accuracyOld: oldSum.value, kept };
}

/** Keeps, for each value, as many rows on either side as the smaller side has. */
export function matchedSides(rows: readonly ChangedRow[]): {
  readonly before: readonly ChangedRow[];
  readonly after: readonly ChangedRow[];
} {
  const byBefore = Map.groupBy(rows, ({ before }) => before);
  const byAfter = Map.groupBy(rows, ({ after }) => after);
  const values = [...byBefore.keys()].filter((value) => byAfter.has(value));
  const take = (side: typeof byBefore) =>
    values.flatMap((value) => {
      const [before, after] = [byBefore.get(value) ?? [], byAfter.get(value) ?? []];
      return (side.get(value) ?? []).slice(0, Math.min(before.length, after.length));
    });
  return { before: take(byBefore), after: take(byAfter) };
}

class Mean {
  #sum = 0;
  #n = 0;

  add(value: number): void {
    this.#sum += value;
    this.#n += 1;
  }

  get value(): number | null {
    return this.#n === 0 ? null : this.#sum / this.#n;
  }
}
