import type { DifferingItem } from '../../results/comparison.ts';
import { type NamedPair, placeOf, scoredUnits } from './run-contrasts.ts';

/** Returns the beginning of the text of an item of a pair; empty where it has none. */
export type TextOfItem = (pair: NamedPair, item: string) => string;

/** Returns the items on which the sides of each pair differ, of runs and of logs: those of the first pair first, in the order of the data. */
export function differingItems(pairs: readonly NamedPair[], textOf: TextOfItem): readonly DifferingItem[] {
  return pairs.flatMap((pair) => {
    const { field, measure, names } = pair;
    const [first, second] = [pair.pair.a, pair.pair.b].map((side) => scoredUnits(side, measure).score);
    return field.units.names().flatMap(({ item: name, part }, unit): readonly DifferingItem[] => {
      const [a = Number.NaN, b = Number.NaN] = [first?.at(unit), second?.at(unit)];
      if (Number.isNaN(a) || Number.isNaN(b) || a === b) return [];
      const [item = name] = name.split('\0'); // after it stands the number of an item that shares its id with another text
      return [
        {
          ...{ ...placeOf(pair), unit: measure.unit, item, ...(part === '' ? {} : { part }) },
          ...{ a: { name: names[0], score: a }, b: { name: names[1], score: b }, text: textOf(pair, item) },
        },
      ];
    });
  });
}
