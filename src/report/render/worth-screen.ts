import type { Worth } from '../../results/worth.ts';
import { worthTable } from '../tables/worth-tables.ts';
import { type ScreenOptions, screenText } from './screen.ts';

/** Returns the result of `seb worth` as one screen. */
export function worthScreen(worth: Worth, options: ScreenOptions): string {
  const { question, answer, limits, next } = worth;
  return screenText({ question, answer, limits, next, tables: [worthTable(worth)], unfinished: [] }, options);
}
