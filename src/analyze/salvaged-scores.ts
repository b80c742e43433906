import { isPresent } from '../domain/outcome.ts';
import {
  kindOfOutcome,
  type Outcome,
  type OutcomeRow,
  outcomeKinds,
  termsOfOutcome,
} from '../outcome-kinds/outcome-kinds.ts';
import { measureName } from '../outcome-kinds/words.ts';
import type { SalvagedScore } from '../results/answers.ts';
import { addSums, totalsOf } from '../stats/jackknife.ts';
import { counted, fraction } from '../util/numbers.ts';
import type { Group } from './estimates/accumulate.ts';

/** Sums the units with salvaged answers, so that scores can be computed without them. */
export class SalvagedUnits {
  readonly #groups = new Map<string, { salvaged: number; readonly sums: Float64Array }>();

  add(row: OutcomeRow): void {
    if (row.reader === 'recorded' || !isSalvaged(row.outcome)) return;
    const terms = termsOfOutcome(row.outcome, 'parsed');
    const key = keyOf(row);
    const known = this.#groups.get(key) ?? { salvaged: 0, sums: new Float64Array(terms.length) };
    this.#groups.set(key, known);
    known.salvaged += 1;
    addSums(known.sums, terms);
  }

  /** Returns a score for each group with salvaged answers. */
  scores(groups: readonly Group[]): readonly SalvagedScore[] {
    return groups.flatMap((group) => {
      const { run, experiment, model, condition, kind, own } = group;
      const found = this.#groups.get(keyOf(group));
      if (found === undefined) return [];
      const measure = outcomeKinds[kind].itemMeasure;
      const totals = totalsOf([...own.parsed.values()]);
      const rest = totals.map((total, index) => total - (found.sums[index] as number));
      const isEmpty = measure.n(rest) < rounding;
      return [
        {
          ...{ run, experiment, model, condition, measure: measure.name, salvaged: found.salvaged },
          ...{ score: measure.value(totals), n: measure.n(totals) },
          ...{ without: isEmpty ? null : measure.value(rest), nWithout: isEmpty ? 0 : measure.n(rest) },
        },
      ];
    });
  }
}

/** Units that are left by the rounding of sums. */
const rounding = 1e-9;

function isSalvaged(outcome: Outcome): boolean {
  const parts = kindOfOutcome(outcome).parts(outcome);
  return parts.some((part) => isPresent(part) && part.step === 'salvaged');
}

type GroupName = Pick<Group, 'run' | 'experiment' | 'model' | 'condition'>;

function keyOf({ run, experiment, model, condition }: GroupName): string {
  return JSON.stringify([run, experiment, model, condition]);
}

/** Returns a line for each score: what it is without the salvaged answers. */
export function salvagedScoreNotes(scores: readonly SalvagedScore[]): readonly string[] {
  return scores.map(({ run, experiment, model, condition, measure, salvaged, score, n, without, nWithout }) => {
    const name = measureName(measure);
    const units = (count: number) => `${counted(Math.round(count), 'unit')}`;
    return `In run ${run}, the ${name} of ${model} in ${experiment} (${condition}) is ${fraction(score)} over ${units(n)}; without the ${salvaged} with a salvaged answer, ${fraction(without)} over ${units(nWithout)}.`;
  });
}
