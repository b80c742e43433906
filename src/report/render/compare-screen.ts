import type { Comparison } from '../../results/comparison.ts';
import { comparisonScreen, maxNameWidth, type ShownWith } from '../tables/comparison-screen.ts';
import { type ScreenOptions, screenText } from './screen.ts';

/** Returns the first screen of a comparison as lines of text. */
export function compareScreen(comparison: Comparison, look: ScreenOptions & ShownWith): string {
  const screen = comparisonScreen(comparison, look);
  return screenText({ ...screen, unfinished: [], maxNameColumns: 2 * maxNameWidth }, look);
}
