import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { type UnitRow, type UnitWords, unitRowOf } from '../../report/input/unit-row.ts';
import { NestedMap } from '../../util/nested-map.ts';

/** A unit with the behavior of the other models of its run. */
export interface PlacedRow {
  readonly source: OutcomeRow;
  readonly row: UnitRow;
  /** Whether models of the run behaved differently. */
  readonly divergent: boolean;
  /**
   * Number of other models with the same majority outcome, and of those with any; null where outcomes are not
   * comparable.
   */
  readonly same: number | null;
  readonly others: number | null;
}

/** Adds the other models' behavior to the units of one item, of all models and conditions of a run. */
export function besideOthers(rows: readonly OutcomeRow[], words: UnitWords): readonly PlacedRow[] {
  const behaviors = new NestedMap<UnitBehaviors>();
  const units = rows.map((source) => {
    const row = unitRowOf(words, source.outcome);
    const all = behaviors.get([source.condition, row.unit], () => new UnitBehaviors());
    all.add(source.model, row.behavior);
    return { source, row, all };
  });
  return units.map(({ source, row, all }) => ({
    source,
    row,
    divergent: all.divergent,
    same: row.behavior === null ? null : all.like(row.behavior) - 1,
    others: row.behavior === null ? null : all.known - 1,
  }));
}

/** How the models behaved on one unit. */
class UnitBehaviors {
  readonly #byModel = new Map<string, string | null>();
  readonly #counts = new Map<string, number>();
  /** Number of models whose outcomes are comparable. */
  known = 0;

  /** Adds a model's behavior, in place of an earlier one. */
  add(model: string, behavior: string | null): void {
    this.#count(this.#byModel.get(model) ?? null, -1);
    this.#byModel.set(model, behavior);
    this.#count(behavior, 1);
  }

  /** Whether models behaved differently. */
  get divergent(): boolean {
    return this.#counts.size > 1;
  }

  /** Returns the number of models that behaved like this. */
  like(behavior: string): number {
    return this.#counts.get(behavior) ?? 0;
  }

  #count(behavior: string | null, change: number): void {
    if (behavior === null) return;
    const count = this.like(behavior) + change;
    if (count === 0) this.#counts.delete(behavior);
    else this.#counts.set(behavior, count);
    this.known += change;
  }
}
