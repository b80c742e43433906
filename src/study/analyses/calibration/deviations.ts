import type { CodedRow } from './coded-rows.ts';
import { halvingsOf, ranking, type ShareHalves, tallyHalves } from './halves.ts';
import { DeviationTally } from './mad.ts';

/** Mean absolute deviations from executions, in percentage points. */
interface Deviations {
  /** Of the predicted shares. */
  readonly predicted: number;
  /** Of the shares in the half of the executions that ranked the values, as if these were predictions. */
  readonly own: number;
}

/**
 * Computes mean absolute deviations: values are ranked on one half of the executions and their shares taken from the
 * other. Means over several ways to halve the executions, each in both directions: one way would make the deviation
 * depend on which executions came first. Null where no way has two bins.
 */
export function deviationsOf(rows: readonly CodedRow[]): Deviations | null {
  const ways = rows.reduce((most, { executions }) => Math.max(most, halvingsOf(executions.length).length), 0);
  let [predicted, own, n] = [0, 0, 0];
  for (let way = 0; way < ways; way += 1) {
    for (const found of deviationsOfWay(rows, way)) {
      predicted += found.predicted;
      own += found.own;
      n += 1;
    }
  }
  return n === 0 ? null : { predicted: predicted / n, own: own / n };
}

function deviationsOfWay(rows: readonly CodedRow[], way: number): readonly Deviations[] {
  const [forward, backward] = [new WayTally(), new WayTally()];
  for (const row of rows) {
    const all = halvingsOf(row.executions.length);
    const halves = tallyHalves(row, all[Math.min(way, all.length - 1)] as Uint8Array);
    const { first, second, firsts, seconds } = halves;
    forward.add(row, halves);
    backward.add(row, { ...halves, first: second, second: first, firsts: seconds, seconds: firsts });
  }
  return [forward.deviations(), backward.deviations()].filter((found) => found !== null);
}

/** Points of one way to halve executions, in one direction. */
class WayTally {
  readonly #predicted = new DeviationTally();
  readonly #own = new DeviationTally();

  add({ ranks, predictions }: CodedRow, { first, second, predicted, firsts, seconds }: ShareHalves): void {
    for (const value of ranking(first, ranks)) {
      const executed = (second[value] as number) / seconds;
      this.#predicted.add(executed, (predicted[value] as number) / predictions.length);
      this.#own.add(executed, (first[value] as number) / firsts);
    }
  }

  deviations(): Deviations | null {
    const [predicted, own] = [this.#predicted.deviation(), this.#own.deviation()];
    return predicted === null || own === null ? null : { predicted, own };
  }
}
