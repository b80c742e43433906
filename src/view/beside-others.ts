import type { OutcomeRow } from '../domain/outcome.ts';
import type { OutcomeWords } from '../experiments/presentation.ts';
import { type UnitRow, unitRowOf } from './unit-row.ts';

/** A unit with what the other models of its run did. */
export interface PlacedRow {
  readonly source: OutcomeRow;
  readonly row: UnitRow;
  /** Models of the run did different things. */
  readonly divergent: boolean;
  /** Other models with the same majority outcome, of those that have one; null where outcomes cannot be compared. */
  readonly same: number | null;
  readonly others: number | null;
}

/** Completes the units of one item, of all models and conditions of a run, with what the other models did. */
export function besideOthers(rows: readonly OutcomeRow[], words: OutcomeWords): readonly PlacedRow[] {
  const units = rows.map((source) => ({ source, row: unitRowOf(words, source.outcome) }));
  const alike = Map.groupBy(units, ({ source, row }) => JSON.stringify([source.condition, row.unit]));
  const known = new Map(
    [...alike].map(([name, own]) => {
      const behaviors = new Map(own.map(({ source, row }) => [source.model, row.behavior]));
      return [name, [...behaviors.values()].filter((behavior) => behavior !== null)] as const;
    }),
  );
  return units.map(({ source, row }) => {
    const behaviors = known.get(JSON.stringify([source.condition, row.unit])) ?? [];
    const isKnown = row.behavior !== null;
    return {
      ...{ source, row },
      divergent: new Set(behaviors).size > 1,
      same: isKnown ? behaviors.filter((behavior) => behavior === row.behavior).length - 1 : null,
      others: isKnown ? behaviors.length - 1 : null,
    };
  });
}
