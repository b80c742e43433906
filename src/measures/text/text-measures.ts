import type { Measure } from '../../domain/measure.ts';
import { columnMeans } from '../column-means.ts';
import { textBaseRate } from './text-base-rates.ts';
import { type Likeness, likenesses, textColumns } from './text-tally.ts';

const { column, share } = columnMeans('text', textColumns);

/**
 * Creates the mean similarity of prediction and execution. Base rate: responses to different prompts; re-execution: two
 * executions of one prompt.
 */
function likeness(name: Likeness): Measure {
  return {
    ...share(likenesses[name], [name, 'predictions']),
    ...textBaseRate(name),
    reexecution: share('', [`repeat:${name}`, 'repeats']).value,
    bounds: (totals) => {
      const all = column(totals, 'predictions');
      const sum = column(totals, name);
      return all > 0 ? [sum / all, (sum + column(totals, 'lost')) / all] : null;
    },
  };
}

export const exactMatch = likeness('exact');
export const editSimilarity = likeness('edit');
export const tokenF1 = likeness('tokenF1');
export const lengthRatio = likeness('length');
export const firstWordsMatch = likeness('firstWords');

/** Mean similarity of two executions, and of executions of different prompts, each with its own interval. */
export const reexecutionEditSimilarity = share('reexecution_edit_similarity', ['repeat:edit', 'repeats']);
export const unrelatedEditSimilarity = share('unrelated_edit_similarity', ['unrelated:edit', 'unrelated']);

/**
 * Share of predictions that answer the framing instead of predicting the response, and share of predictions that differ
 * from the response.
 */
export const engagesShare = share('engages_share', ['engages', 'classified']);
export const differsShare = share('differs_share', ['differs', 'classified']);
export const judgedEngagesShare = share('judged_engages_share', ['judgedEngages', 'judged']);
export const judgedDiffersShare = share('judged_differs_share', ['judgedDiffers', 'judged']);
