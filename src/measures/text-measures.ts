import type { Measure } from '../domain/measure.ts';
import { columnMeans } from './column-means.ts';
import { type Likeness, likenesses, textColumns } from './text-tally.ts';

const { column, share } = columnMeans('text', textColumns);

/** Mean likeness of forecast and execution; base rate: of responses to different prompts; ceiling: of two executions. */
function likeness(name: Likeness): Measure {
  return {
    ...share(likenesses[name], [name, 'forecasts']),
    baseRate: share('', [`unrelated:${name}`, 'unrelated']).value,
    reexecution: share('', [`repeat:${name}`, 'repeats']).value,
    bounds: (totals) => {
      const all = column(totals, 'forecasts');
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

/** The same between two executions, and between executions of different prompts, with intervals of their own. */
export const reexecutionEditSimilarity = share('reexecution_edit_similarity', ['repeat:edit', 'repeats']);
export const unrelatedEditSimilarity = share('unrelated_edit_similarity', ['unrelated:edit', 'unrelated']);

/** Forecasts that answer the framing instead of foreseeing the response, and those that foresee another one. */
export const engagesShare = share('engages_share', ['engages', 'classified']);
export const differsShare = share('differs_share', ['differs', 'classified']);
export const judgedEngagesShare = share('judged_engages_share', ['judgedEngages', 'judged']);
export const judgedDiffersShare = share('judged_differs_share', ['judgedDiffers', 'judged']);
