import { comparePairs, type PairedUnit } from '../../analyze/compare/compare-sides.ts';
import type { OutcomeRow } from '../../domain/outcome.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import type { ScorePair } from '../../results/comparison.ts';
import type { CompareQuery, CompareSide, ItemView } from '../contract/contract-items.ts';
import type { StaticCore } from '../contract/contract-static.ts';
import { bothScores, sameSidesElsewhere } from './both-scores.ts';
import { unitRowOf } from './unit-row.ts';
import type { UnitWords } from './unit-words.ts';

/** Maximum rows of a report that contains intervals of comparisons; the server computes any. */
const maxRows = 20_000;
const maxComparisons = 40;

type Unit = Pick<ItemView, 'score' | 'state'> & { readonly cluster: string };
type NamedSide = CompareSide & { readonly experiment: string };

/** Collects the scores of each model, condition and run, so that any two of them can be compared in a report. */
export class SideScores {
  readonly #sides = new Map<string, { readonly side: NamedSide; readonly units: Map<string, Unit> }>();
  #rows = 0;
  /** Number of pairs of sides of one experiment. */
  #pairs = 0;

  add(row: OutcomeRow, words: UnitWords): void {
    if (row.reader === 'recorded' || this.#isLarge) return;
    this.#rows += 1;
    const { unit, score, state } = unitRowOf(words, row.outcome);
    this.#unitsOf(row).set(JSON.stringify([row.item, unit]), { score, state, cluster: row.cluster });
  }

  get #isLarge(): boolean {
    return this.#rows > maxRows || this.#pairs > maxComparisons;
  }

  #unitsOf({ run, experiment, model, condition }: OutcomeRow): Map<string, Unit> {
    const key = JSON.stringify([run, experiment, model, condition]);
    const known = this.#sides.get(key);
    if (known !== undefined) return known.units;
    const others = [...this.#sides.values()].filter(({ side }) => side.experiment === experiment);
    this.#pairs += others.length;
    const units = new Map<string, Unit>();
    this.#sides.set(key, { side: { run, experiment, model, condition }, units });
    return units;
  }

  /** Returns every two sides of an experiment, in both orders; empty for a large report. */
  async compared(taskOf: TaskName): Promise<StaticCore['compared']> {
    if (this.#isLarge) return [];
    const sides = [...this.#sides.values()];
    const pairs = sides.flatMap((a, index) =>
      sides.slice(index + 1).flatMap((b) => (a.side.experiment === b.side.experiment ? [[a, b] as const] : [])),
    );
    const found = pairs.flatMap(([a, b]) => {
      const units = [...b.units].flatMap(([name, unit]): PairedUnit[] => {
        const other = a.units.get(name);
        return other === undefined ? [] : [{ a: other, b: unit, cluster: unit.cluster }];
      });
      const { lost: _lost, gained: _gained, ...page } = comparePairs(a.side.experiment, units);
      return [
        { query: queryOf(a.side, b.side), page },
        { query: queryOf(b.side, a.side), page: exchanged(page) },
      ];
    });
    const byQuery = new Map(found.map(({ query, page }) => [JSON.stringify(query), page]));
    const compared: StaticCore['compared'] = [];
    for (const { query, page } of found) {
      const elsewhere = sameSidesElsewhere(
        query,
        sides.map(({ side }) => side),
      );
      const others = elsewhere.flatMap((each) => byQuery.get(JSON.stringify(each)) ?? []);
      compared.push({ query, page: { ...page, ...(await bothScores(query, [page, ...others], taskOf)) } });
    }
    return compared;
  }
}

/** Returns the comparison with A and B swapped. */
function exchanged(page: ScorePair): ScorePair {
  const { a, intervalA, b, intervalB, difference, interval } = page;
  return {
    ...page,
    ...{ a: b, intervalA: intervalB, b: a, intervalB: intervalA },
    ...{ difference: difference === null ? null : -difference },
    interval: interval === null ? null : [-interval[1], -interval[0]],
  };
}

function queryOf(a: NamedSide, b: NamedSide): CompareQuery {
  return {
    experiment: a.experiment,
    ...{ runA: a.run, modelA: a.model, conditionA: a.condition },
    ...{ runB: b.run, modelB: b.model, conditionB: b.condition },
  };
}
