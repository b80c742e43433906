import type { Better, Measure, Sums } from '../domain/measure.ts';
import { ratio } from '../stats/moments.ts';

/** Numbers of one unit by name, or their sums over units: a term is a number, a list has a number for each of several answers. */
type Terms<Term extends string, List extends string = never> = { [Each in Term]: number } & {
  /** Returns the numbers of a list. */
  list(name: List): readonly number[];
  /** Adds to a number of a list. */
  addTo(name: List, index: number, amount: number): void;
  /** All numbers, as they are summed. */
  readonly numbers: number[];
};

/** A term, or a function of several. */
type Part<Named, Term> = Term | ((terms: Named) => number);

/** What a mean divides: sum and weight. */
type Ratio<Named, Term> = readonly [sum: Part<Named, Term>, weight: Part<Named, Term>];

/** Missing values that count as wrong. */
export interface Missing<Lost> {
  /** Their weight, which is part of the weight of the mean. */
  readonly lost: Lost;
  /** Their value in the mean, and at the best; 0 and 1 where they are absent. */
  readonly worst?: number;
  readonly best?: number;
}

/** Where each term and each list is in the numbers. */
interface Layout {
  readonly places: ReadonlyMap<string, number>;
  readonly ends: ReadonlyMap<string, readonly [start: number, end: number]>;
  readonly width: number;
}

function layoutOf(terms: readonly string[], lists: Readonly<Record<string, number>>): Layout {
  const ends = new Map<string, readonly [start: number, end: number]>();
  let width = terms.length;
  for (const [name, length] of Object.entries(lists)) {
    ends.set(name, [width, width + length]);
    width += length;
  }
  return { places: new Map(terms.map((name, place) => [name, place])), ends, width };
}

/** Returns a function that gives numbers the names of their terms, without a copy. */
function naming({ places, ends }: Layout): (numbers: Sums) => unknown {
  class Numbers {
    readonly numbers: number[];

    constructor(numbers: number[]) {
      this.numbers = numbers;
    }

    list(name: string): readonly number[] {
      return Array.from(this.numbers.slice(...(ends.get(name) ?? [])));
    }

    addTo(name: string, index: number, amount: number): void {
      const [start, end] = ends.get(name) ?? [0, 0];
      if (start + index >= end) throw new RangeError(`${name} has ${end - start} numbers`);
      this.numbers[start + index] = (this.numbers[start + index] as number) + amount;
    }
  }
  for (const [name, place] of places) {
    Object.defineProperty(Numbers.prototype, name, {
      get(this: Numbers) {
        return this.numbers[place];
      },
      set(this: Numbers, value: number) {
        this.numbers[place] = value;
      },
    });
  }
  return (numbers) => new Numbers(numbers as number[]); // sums are only read
}

/**
 * Names the terms of a kind of outcome, and returns functions that count units and define measures. Only this file knows where in
 * the numbers a term is. `lists`: the length of each list.
 */
export function termsOf<const Term extends string, const List extends string = never>(
  kind: string,
  terms: readonly Term[],
  lists?: Readonly<Record<List, number>>,
) {
  type Named = Terms<Term, List>;
  const layout = layoutOf(terms, lists ?? {});
  const zeros: readonly number[] = new Array<number>(layout.width).fill(0);
  const named = naming(layout) as (numbers: Sums) => Named; // with a property for each term

  /** Returns a function of sums that reads terms by their names. */
  const of =
    <Value>(read: (terms: Named) => Value) =>
    (sums: Sums): Value =>
      read(named(sums));

  const reader = (part: Part<Named, Term>): ((sums: Sums) => number) => {
    if (typeof part === 'function') return of(part);
    const place = layout.places.get(part) as number; // of a term above
    return (sums) => sums[place] as number;
  };

  /** Creates a mean: its sum divided by its weight. */
  const mean = (
    name: string,
    unit: Measure['unit'],
    [sum, weight]: Ratio<Named, Term>,
    missing?: Missing<Term>,
  ): Measure => {
    const parts = { sum: reader(sum), weight: reader(weight) };
    if (missing === undefined) return { name, kind, unit, ...meanOf(parts) };
    return { name, kind, unit, ...meanWithMissing(parts, { ...missing, lost: reader(missing.lost) }) };
  };

  /** Creates a mean of values in [0, 1]. */
  const share = (name: string, parts: Ratio<Named, Term>, missing?: Missing<Term>): Measure => ({
    ...mean(name, 'share', parts, missing),
    isMean: true,
  });

  /** Returns the terms of a unit, all 0. */
  const zero = () => named(zeros.slice());
  return { zero, named, of, mean, share };
}

type Read = (sums: Sums) => number;

interface MeanParts {
  readonly sum: Read;
  readonly weight: Read;
}

function meanOf({ sum, weight }: MeanParts): Pick<Measure, 'value' | 'n'> {
  return { value: (sums) => ratio(sum(sums), weight(sums)), n: weight };
}

/** Returns a mean in which missing values have the worst value, with its bounds. */
function meanWithMissing({ sum, weight }: MeanParts, { lost, worst = 0, best = 1 }: Missing<Read>) {
  const withMissing = (score: number) => meanOf({ sum: (sums) => sum(sums) + score * lost(sums), weight }).value;
  const [lowest, highest] = [withMissing(worst), withMissing(best)];
  const bounds = (sums: Sums): readonly [number, number] | null => {
    const [low, high] = [lowest(sums), highest(sums)];
    return low === null || high === null ? null : [low, high];
  };
  return { value: lowest, n: weight, bounds };
}

/** What a measure says of its base rate. `CategoricalPoints` has that of measures that are averaged over groups. */
type BaseRate = Pick<Measure, 'baseRate' | 'constants'>;

/** Returns the base rate of the best constant answer. `scores`: the mean score of each, null without a known outcome. */
export function bestConstant(
  scores: (sums: Sums) => readonly number[] | null,
  better: Better = 'higher',
): Required<BaseRate> {
  const best = better === 'higher' ? Math.max : Math.min;
  return {
    constants: scores,
    baseRate: (sums) => {
      const found = scores(sums);
      return found === null ? null : best(...found);
    },
  };
}

/** Returns each sum of a list divided by its weight; null without weight. */
export function meansOf(list: readonly number[], weight: number): readonly number[] | null {
  return weight === 0 ? null : list.map((sum) => sum / weight);
}

/** Returns a base rate that is known without data: what a guess scores. */
export function guess(score: number): BaseRate {
  return { baseRate: () => score };
}
