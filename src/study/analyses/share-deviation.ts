import { type Random, seededRandom, shuffled } from '../../util/random.ts';
import type { CalibrationSamples } from './rows.ts';

/** One row's samples as whole numbers: the place of the value among the row's values in alphabetical order. */
export interface CodedRow {
  /** Number of values that are compared at most. */
  readonly ranks: number;
  readonly values: number;
  readonly predictions: readonly number[];
  readonly executions: readonly number[];
}

/** Replaces values by numbers, lower case on both sides; rows without predictions or with one execution are left out. */
export function codedRows(rows: readonly CalibrationSamples[], predictions?: number): readonly CodedRow[] {
  return rows.flatMap((row) => {
    const taken = predictions === undefined ? row.predictions : row.predictions.slice(0, predictions);
    if (taken.length === 0 || row.executions.length < 2 || taken.length < (predictions ?? 1)) return [];
    const lower = (values: readonly string[]) => values.map((value) => value.toLowerCase());
    const [said, done] = [lower(taken), lower(row.executions)];
    const codes = new Map([...new Set([...said, ...done])].sort().map((value, code) => [value, code]));
    const code = (value: string) => codes.get(value) as number;
    const coded = { predictions: said.map(code), executions: done.map(code) };
    return [{ ranks: row.binary ? 2 : 3, values: codes.size, ...coded }];
  });
}

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

/** How often each value of a row occurs in two parts of its executions, and in its predictions. */
interface ShareHalves {
  readonly first: Uint16Array;
  readonly second: Uint16Array;
  readonly predicted: Uint16Array;
  /** Number of executions in each part. */
  readonly firsts: number;
  readonly seconds: number;
}

/** One way to halve executions: 0 for those of the first part, 1 for those of the second. */
type Halving = Uint8Array;

const halvings = new Map<number, readonly Halving[]>();

/**
 * Returns ways to halve executions: every second one, every second pair, quarters in turn, and first half against second.
 * The last way is the first half against the second.
 */
export function halvingsOf(executions: number): readonly Halving[] {
  const known = halvings.get(executions);
  if (known !== undefined) return known;
  const strides = [1, 2, Math.floor(executions / 4), Math.floor(executions / 2)];
  const made = [...new Set(strides.filter((stride) => stride > 0 && stride < executions))].map((stride) =>
    Uint8Array.from({ length: executions }, (_, index) =>
      stride === Math.floor(executions / 2) ? Number(index >= stride) : Math.floor(index / stride) % 2,
    ),
  );
  halvings.set(executions, made);
  return made;
}

/** Returns the first half against the second. */
export function halfOf(executions: number): Halving {
  return halvingsOf(executions).at(-1) as Halving; // a row has two executions or more
}

/** Counts the values of a row in both parts of its executions and in its predictions. */
export function tallyHalves({ values, executions, predictions }: CodedRow, halving: Halving): ShareHalves {
  const [first, second, predicted] = [new Uint16Array(values), new Uint16Array(values), new Uint16Array(values)];
  let seconds = 0;
  for (let index = 0; index < executions.length; index += 1) {
    const part = (halving[index] as number) === 0 ? first : second;
    const value = executions[index] as number;
    part[value] = (part[value] as number) + 1;
    seconds += halving[index] as number;
  }
  for (const value of predictions) predicted[value] = (predicted[value] as number) + 1;
  return { first, second, predicted, firsts: executions.length - seconds, seconds };
}

/** Returns the most frequent values, at most `ranks`; of equally frequent ones the first in alphabetical order first. */
export function ranking(counts: Uint16Array, ranks: number): readonly number[] {
  const found: number[] = [];
  while (found.length < ranks) {
    let best = -1;
    for (let value = 0; value < counts.length; value += 1) {
      const count = counts[value] as number;
      if (count > 0 && count > (counts[best] ?? 0) && !found.includes(value)) best = value;
    }
    if (best === -1) return found;
    found.push(best);
  }
  return found;
}

/** Maximum number of bins. */
const maxBins = 10;

/** Points with one executed share. */
interface EqualShares {
  n: number;
  distance: number;
}

/**
 * Adds up points for the mean absolute deviation in percentage points: the unweighted mean over at most ten equal-count
 * bins of the executed share of 100 |mean executed - mean predicted| (Binder et al., arXiv 2410.13787, section 4). Equal
 * executed shares stay in one bin. It is above 0 even for a perfect predictor: read it with its excess.
 */
export class DeviationTally {
  readonly #shares = new Map<number, EqualShares>();
  #n = 0;

  add(executed: number, predicted: number): void {
    const distance = executed - predicted;
    const known = this.#shares.get(executed);
    if (known === undefined) this.#shares.set(executed, { n: 1, distance });
    else {
      known.n += 1;
      known.distance += distance;
    }
    this.#n += 1;
  }

  /** Returns the deviation; null with fewer than two bins. */
  deviation(): number | null {
    let [sum, bins, taken] = [0, 0, 0];
    let bin: EqualShares = { n: 0, distance: 0 };
    const close = () => {
      sum += Math.abs(bin.distance) / bin.n;
      bins += 1;
      bin = { n: 0, distance: 0 };
    };
    for (const [, { n, distance }] of [...this.#shares].sort(([a], [b]) => a - b)) {
      if (bin.n > 0 && taken * maxBins >= (bins + 1) * this.#n) close();
      bin.n += n;
      bin.distance += distance;
      taken += n;
    }
    if (bin.n > 0) close();
    return bins < 2 ? null : (100 * sum) / bins;
  }
}

/**
 * Returns what a perfect predictor's deviation would have beyond that of the target's own executions (`predicted` less
 * `own`), ascending. The samples of a perfect predictor have the distribution of the executions, so each way to deal out
 * a row's samples as executions and predictions is equally likely; each draw deals them out at random (a permutation
 * within rows, Fisher 1935). The observed value of a perfect predictor is like one of these draws, whatever the
 * distributions of the rows are.
 */
export function perfectDifferences(
  rows: readonly CodedRow[],
  { draws, seed }: { readonly draws: number; readonly seed: number },
): Float64Array {
  const random = seededRandom('perfect predictor', seed);
  const found: number[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    const deviations = deviationsOf(rows.map((row) => dealtOut(row, random)));
    if (deviations !== null) found.push(deviations.predicted - deviations.own);
  }
  return Float64Array.from(found).sort();
}

/** Redistributes a row's samples at random into the same numbers of executions and predictions. */
function dealtOut(row: CodedRow, random: Random): CodedRow {
  const samples = shuffled([...row.executions, ...row.predictions], random);
  const { length } = row.executions;
  return { ...row, executions: samples.slice(0, length), predictions: samples.slice(length) };
}
