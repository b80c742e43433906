import type { Observed } from '../../../src/domain/outcome.ts';
import type { YesNo } from '../../../src/outcome-kinds/binary.ts';
import type { Outcome, OutcomeRow } from '../../../src/outcome-kinds/outcome-kinds.ts';
import type { Random } from '../../../src/util/random.ts';

/** A value, or null where it was asked and could not be read. */
type Read<T> = T | null;

/** What one model said and did, by unit. */
export interface DrawnModel {
  readonly name: string;
  readonly predictions: readonly Read<YesNo>[];
  /** Outcomes of each execution, by unit. */
  readonly executions: readonly (readonly Read<boolean>[])[];
  /** Stated probabilities, by unit; absent where none is asked. */
  readonly probabilities?: readonly number[];
}

/** The units of a drawn data set. */
export interface DrawnUnits {
  readonly n: number;
  /** Units of a cluster, which follow each other; absent: 1. */
  readonly clusterSizes?: readonly number[];
  readonly label?: readonly boolean[];
  /** Subject of each unit; absent: the items have none. */
  readonly strata?: readonly string[];
  /** Whether the column of subjects is a default one; absent: it is declared. */
  readonly isDefault?: boolean;
}

/** Returns a readable value; null becomes unreadable. */
export function observed<T>(value: Read<T>): Observed<T> {
  return value === null
    ? { kind: 'absent', slot: 'predict', reason: 'unparsed', detail: '' }
    : { kind: 'present', value, step: 'strict' };
}

/** Returns the number of the cluster of each unit. */
export function clustersOf({ n, clusterSizes }: DrawnUnits): readonly number[] {
  if (clusterSizes === undefined) return Array.from({ length: n }, (_, unit) => unit);
  return clusterSizes.flatMap((size, cluster) => Array.from({ length: size }, () => cluster));
}

/** Returns the row of a unit; all units of a report are one planned part. */
export function rowOf(
  place: {
    model: string;
    unit: number;
    cluster: number;
    run?: string;
    subject?: string | undefined;
    isDefault?: boolean | undefined;
  },
  outcome: Outcome,
): OutcomeRow {
  const { model, unit, cluster, run = 'drawn', subject, isDefault = false } = place;
  return {
    ...{ run, experiment: 'restriction', model, condition: 'default', reader: 'both' },
    ...{ item: `item ${unit}`, cluster: `group ${cluster}`, part: 'drawn' },
    ...(subject === undefined ? {} : { stratum: { column: 'subject', value: subject, isDeclared: !isDefault } }),
    outcome,
  };
}

/** Returns the rows of models that answer yes or no. */
export function yesNoRows(units: DrawnUnits, models: readonly DrawnModel[], run?: string): readonly OutcomeRow[] {
  const clusters = clustersOf(units);
  return models.flatMap(({ name, predictions, executions, probabilities }) =>
    clusters.map((cluster, unit) =>
      rowOf(
        {
          model: name,
          unit,
          cluster,
          subject: units.strata?.[unit],
          isDefault: units.isDefault,
          ...(run === undefined ? {} : { run }),
        },
        {
          kind: 'binary',
          unit: '',
          prediction: observed(predictions[unit] ?? null),
          probability: probabilities?.[unit] ?? null,
          executions: executions.map((each) => observed(each[unit] ?? null)),
          label: units.label?.[unit] ?? null,
        },
      ),
    ),
  );
}

/** Returns `n` values. */
export function times<T>(n: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: n }, (_, index) => make(index));
}

/** Returns a standard normal number (Box and Muller 1958). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Returns a permutation of 0 to n - 1 (Fisher and Yates). */
export function permutation(random: Random, n: number): readonly number[] {
  const order = [...times(n, (index) => index)];
  for (let last = n - 1; last > 0; last -= 1) {
    const chosen = Math.floor(random() * (last + 1));
    [order[last], order[chosen]] = [order[chosen] as number, order[last] as number];
  }
  return order;
}
