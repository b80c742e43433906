import type { DifferingItem } from '../../results/comparison.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { numberText } from '../figures/marks/number-text.ts';
import { distinctNames } from '../tables/finding-numbers.ts';

/** Returns the items on which two sides differ, a line each, and how many there are. */
export function differingLines(items: readonly DifferingItem[], width: number): readonly string[] {
  const experiments = new Set(items.map(({ experiment }) => experiment));
  const conditions = new Set(items.map(({ experiment, condition }) => JSON.stringify([experiment, condition])));
  const names = distinctNames(items.flatMap(({ a, b }) => [a.name, b.name]));
  const sideText = ({ name, score }: DifferingItem['a'], unit: DifferingItem['unit']) =>
    `${names.get(name) ?? name}: ${scoreText(score, unit)}`;
  const lines = items.map((each) => {
    const { experiment, condition, set, item, part, a, b, unit, text } = each;
    const place = [
      ...(experiments.size > 1 ? [experiment] : []),
      ...(conditions.size > experiments.size ? [condition] : []),
      ...(set === undefined ? [] : [set]),
    ].map((name) => `${name}: `);
    const named = `${place.join('')}${item}${part === undefined ? '' : ` ${part}`}`;
    return oneLine(`${named}  ${sideText(a, unit)}, ${sideText(b, unit)}  ${text}`, width);
  });
  return [...lines, `${counted(items.length, 'item')} on which the sides differ`];
}

function scoreText(score: number, unit: DifferingItem['unit']): string {
  if (unit !== 'share') return numberText(score, unit);
  return Number.isInteger(score) ? (score === 1 ? 'right' : 'wrong') : score.toFixed(2);
}
