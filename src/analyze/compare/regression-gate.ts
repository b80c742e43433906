import { gain, type Measure } from '../../domain/measure.ts';
import type { DifferenceEntry } from './comparison-types.ts';
import type { ResponseMatrix } from './response-matrix.ts';

/** Result for one model, experiment and condition: whether the run scores lower than the baseline. */
export interface GateCheck {
  readonly experiment: string;
  readonly condition: string;
  readonly measure: string;
  readonly model: string;
  /** `lower`: the interval of the paired difference lies entirely below minus the margin; `not-lower`: it does not. */
  readonly result: 'lower' | 'not-lower' | 'not-measured';
  /** Score of the new run minus that of the baseline on the same items. */
  readonly difference: number | null;
  readonly interval: readonly [number, number] | null;
  /** Items for which both runs have a score. */
  readonly n: number;
  /** Why there is no result, or a caution about it; null if neither. */
  readonly note: string | null;
}

/** The run to check, the baseline run, and the tolerated drop. */
export interface Gate {
  readonly run: string;
  readonly baseline: string;
  /** In units of the measure, 0 or more. */
  readonly margin: number;
}

/** Compares each model of a run with itself in the baseline run, on the same items under the same condition. */
export function gateChecks(
  fields: readonly ResponseMatrix[],
  differences: readonly DifferenceEntry[],
  gate: Gate,
): readonly GateCheck[] {
  return fields.flatMap((field) => {
    const [headline] = field.experiment.measures;
    if (headline === undefined || field.kind === 'authored') return [];
    const place = { experiment: field.experiment.name, measure: headline.name };
    return field.responses
      .filter(({ run }) => run === gate.run)
      .flatMap(({ model, condition }): readonly GateCheck[] => {
        const isBaseline = (each: ResponseMatrix['responses'][number]) =>
          each.run === gate.baseline && each.model === model && each.condition === condition;
        const baseline = field.responses.find(isBaseline);
        if (baseline === undefined) return [];
        const about = { ...place, model, condition };
        const entry = differences.find(
          (each) =>
            each.experiment === place.experiment &&
            each.condition === condition &&
            each.models?.every((name) => name === model) === true &&
            each.runs?.includes(gate.run) === true &&
            each.runs.includes(gate.baseline),
        );
        return [entry === undefined ? identical(about, field) : checked(about, entry, { ...gate, headline })];
      });
  });
}

type About = Pick<GateCheck, 'experiment' | 'measure' | 'model' | 'condition'>;

/** Returns the check of a model that behaved alike on every unit of both runs: its difference is 0. */
function identical(about: About, field: ResponseMatrix): GateCheck {
  return {
    ...about,
    result: 'not-lower',
    difference: 0,
    interval: null,
    n: new Set(field.itemOf).size,
    note: 'both runs have the same outcomes on every item; use --repeat-as NAME for new executions',
  };
}

function checked(
  about: About,
  entry: DifferenceEntry,
  { run, margin, headline }: Gate & { readonly headline: Measure },
): GateCheck {
  const isFirst = entry.runs?.[0] === run;
  const { value, n } = entry;
  const interval: GateCheck['interval'] =
    entry.interval === null || isFirst ? entry.interval : [-entry.interval[1], -entry.interval[0]];
  const difference = value === null || isFirst ? value : -value;
  const known = { ...about, difference, interval, n };
  if (interval === null) {
    const note = entry.reason ?? 'no interval: too few groups of items, or nothing varies';
    return { ...known, result: 'not-measured', note };
  }
  const best = Math.max(...interval.map((end) => gain(headline, end, 0))); // the most favorable end
  return { ...known, result: best < -margin ? 'lower' : 'not-lower', note: null };
}
