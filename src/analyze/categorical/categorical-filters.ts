import { isPresent, type OutcomeRow } from '../../domain/outcome.ts';
import { entropyBits } from '../../measures/categorical/categorical-rules.ts';
import { modalValue, truthOf } from '../../measures/categorical/categorical-truth.ts';

/** Rows that a filter kept, and how many it looked at. No filter looks at a prediction. */
export interface Filtered {
  readonly rows: readonly OutcomeRow[];
  /** Units of one model and condition before and after. */
  readonly kept: number;
  readonly of: number;
}

/**
 * Keeps items and properties whose targets differ in the first half of their executions, with the second half of the
 * executions alone: units that are chosen and scored by the same executions regress to the mean. Keeps nothing of a target
 * with a single execution.
 */
export function divergentRows(rows: readonly OutcomeRow[]): Filtered {
  const halves = rows.flatMap((row) => {
    const { outcome } = row;
    if (outcome.kind !== 'categorical') return [];
    const half = Math.floor(outcome.executions.length / 2);
    const truth = modalValue(
      outcome.executions
        .slice(0, half)
        .filter(isPresent)
        .map(({ value }) => value),
    );
    const scored = { ...outcome, modal: null, executions: outcome.executions.slice(half) };
    return [{ row: { ...row, outcome: scored }, truth, unit: unitOf(row) }];
  });
  const values = new Map<string, Set<string>>();
  for (const { unit, truth } of halves) {
    if (truth.kind === 'known') values.set(unit, (values.get(unit) ?? new Set()).add(truth.value));
  }
  return filtered(
    rows,
    halves.filter(({ unit }) => (values.get(unit)?.size ?? 0) > 1).map(({ row }) => row),
  );
}

/** Keeps groups of task and property whose true values have at least so many bits of entropy, by model and condition. */
export function minEntropyRows(rows: readonly OutcomeRow[], minBits: number): Filtered {
  const groups = Map.groupBy(rows, (row) =>
    row.outcome.kind === 'categorical'
      ? JSON.stringify([row.experiment, row.model, row.condition, row.outcome.group, row.outcome.unit])
      : '',
  );
  const kept = [...groups].flatMap(([key, own]) => {
    const bits = entropyBits(own.flatMap(truthValue));
    return key !== '' && bits !== null && bits >= minBits ? own : [];
  });
  return filtered(rows, kept);
}

/**
 * Keeps strings whose executions agree at least so often, in the first half of the executions, with the second half alone.
 * A row with a single execution counts as stable.
 */
export function stableRows(rows: readonly OutcomeRow[], minShare: number): Filtered {
  const kept = rows.flatMap((row) => {
    const { outcome } = row;
    if (outcome.kind !== 'categorical') return [];
    const { executions } = outcome;
    if (executions.length < 2) return [row];
    const half = Math.ceil(executions.length / 2);
    const values = executions
      .slice(0, half)
      .filter(isPresent)
      .map(({ value }) => value);
    if (values.length === 0 || largestShare(values) < minShare) return [];
    return [{ ...row, outcome: { ...outcome, modal: null, executions: executions.slice(half) } }];
  });
  return filtered(rows, kept);
}

function largestShare(values: readonly string[]): number {
  const counts = [...Map.groupBy(values, (value) => value).values()].map(({ length }) => length);
  return Math.max(...counts) / values.length;
}

function truthValue({ outcome }: OutcomeRow): readonly string[] {
  if (outcome.kind !== 'categorical') return [];
  const truth = truthOf(outcome);
  return truth.kind === 'known' ? [truth.value] : [];
}

function unitOf({ experiment, condition, item, outcome }: OutcomeRow): string {
  return JSON.stringify([experiment, condition, item, outcome.kind === 'categorical' ? outcome.unit : '']);
}

function filtered(all: readonly OutcomeRow[], rows: readonly OutcomeRow[]): Filtered {
  return { rows, kept: new Set(rows.map(unitOf)).size, of: new Set(all.map(unitOf)).size };
}
