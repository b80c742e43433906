import type { BaseRate } from '../base-rate.ts';
import { columnMeans } from '../column-means.ts';
import { type Likeness, textColumns } from './text-tally.ts';

const { share } = columnMeans('text', textColumns);

/** Returns the base rate of a similarity: that of responses to different prompts. */
export function textBaseRate(name: Likeness): BaseRate {
  return { baseRate: share('', [`unrelated:${name}`, 'unrelated']).value };
}
