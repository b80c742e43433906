import { isPresent } from '../domain/outcome.ts';
import type { ScoredUnit } from '../outcome-kinds/outcome-kind.ts';
import {
  kindOfOutcome,
  type Outcome,
  type OutcomeRow,
  outcomeKinds,
  termsOfOutcome,
} from '../outcome-kinds/outcome-kinds.ts';
import { measureName, probabilityWords } from '../outcome-kinds/words.ts';
import type { SalvagedScore } from '../results/answers.ts';
import { addSums, totalsOf } from '../stats/jackknife.ts';
import { mean } from '../stats/moments.ts';
import { counted, fraction, percentText } from '../util/numbers.ts';
import type { Group } from './estimates/accumulate.ts';
import type { CollectedScore } from './units/score-units.ts';

/** Salvaged units of one score: their sums, and their values where the score reads these. */
interface Salvaged {
  count: number;
  readonly sums: Float64Array;
  readonly units: ValuePair[];
}

type ValuePair = Pick<ScoredUnit, 'prediction' | 'outcome'>;

/** Collects the units with salvaged answers, so that scores can be computed without them. */
export class SalvagedUnits {
  readonly #groups = new Map<string, Salvaged>();

  add(row: OutcomeRow): void {
    const { outcome } = row;
    if (row.reader === 'recorded' || !isSalvaged(outcome)) return;
    const terms = termsOfOutcome(outcome, 'parsed');
    const key = keyOf(row);
    const known = this.#groups.get(key) ?? { count: 0, sums: new Float64Array(terms.length), units: [] };
    this.#groups.set(key, known);
    known.count += 1;
    addSums(known.sums, terms);
    const { scoring } = kindOfOutcome(outcome);
    if (scoring !== null) known.units.push(scoring.unit(outcome));
  }

  /** Returns a score for each group with salvaged answers: the score that the group's report has. */
  scores(groups: readonly Group[], collected: readonly CollectedScore[]): readonly SalvagedScore[] {
    const stated = new Map(
      collected
        .filter(({ words }) => words.measure === probabilityWords.measure)
        .map((score) => [keyOf(score), score] as const),
    );
    return groups.flatMap((group) => {
      const { run, experiment, model, condition } = group;
      const found = this.#groups.get(keyOf(group));
      if (found === undefined) return [];
      const score = stated.get(keyOf(group));
      const numbers = score === undefined ? itemNumbers(group, found) : statedNumbers(score, found);
      return [{ ...{ run, experiment, model, condition, salvaged: found.count }, ...numbers }];
    });
  }
}

type Numbers = Pick<SalvagedScore, 'measure' | 'unit' | 'score' | 'n' | 'without' | 'nWithout'>;

function itemNumbers({ kind, own }: Group, { sums }: Salvaged): Numbers {
  const measure = outcomeKinds[kind].itemMeasure;
  const totals = totalsOf([...own.parsed.values()]);
  const rest = totals.map((total, index) => total - (sums[index] as number));
  const isEmpty = measure.n(rest) < rounding;
  return {
    ...{ measure: measure.name, unit: measure.unit, score: measure.value(totals), n: measure.n(totals) },
    ...{ without: isEmpty ? null : measure.value(rest), nWithout: isEmpty ? 0 : measure.n(rest) },
  };
}

function statedNumbers({ kind, words, predictions, outcomes }: CollectedScore, { units }: Salvaged): Numbers {
  const scoresOf = (pairs: readonly ValuePair[]) =>
    pairs.flatMap(({ prediction, outcome }) =>
      prediction === null || outcome === null ? [] : [kind.score(prediction, outcome)],
    );
  const all = scoresOf(predictions.map((prediction, place) => ({ prediction, outcome: outcomes[place] ?? null })));
  const removed = scoresOf(units);
  const nWithout = all.length - removed.length;
  const left = all.reduce((sum, each) => sum + each, 0) - removed.reduce((sum, each) => sum + each, 0);
  return {
    ...{ measure: words.measure, unit: words.unit, score: mean(all), n: all.length },
    ...{ without: nWithout === 0 ? null : left / nWithout, nWithout },
  };
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
  return scores.map(({ run, experiment, model, condition, measure, unit, salvaged, score, n, without, nWithout }) => {
    const name = measureName(measure);
    const units = (count: number) => counted(Math.round(count), 'unit');
    const text = (value: number | null) => {
      if (value === null) return 'n/a';
      return unit === 'share' ? percentText(value) : fraction(value);
    };
    return `In run ${run}, the ${name} of ${model} in ${experiment} (${condition}) is ${text(score)} over ${units(n)}; without the ${salvaged} with a salvaged answer, ${text(without)} over ${units(nWithout)}.`;
  });
}
