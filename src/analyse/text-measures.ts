import { ratio } from '../stats/moments.ts';
import type { Measure } from './measure.ts';
import { type Likeness, likenesses, type TextColumn, textColumns } from './text-tally.ts';

function column(totals: ArrayLike<number>, name: TextColumn): number {
  return totals[textColumns.indexOf(name)] ?? 0;
}

function mean(name: string, [sum, weight]: readonly [TextColumn, TextColumn]): Measure {
  return {
    name,
    kind: 'text',
    unit: 'share',
    value: (totals) => ratio(column(totals, sum), column(totals, weight)),
    n: (totals) => column(totals, weight),
    meanOver: (totals) => column(totals, weight),
  };
}

/** Mean likeness of forecast and execution; base rate: of responses to different prompts; ceiling: of two executions. */
function likeness(name: Likeness): Measure {
  return {
    ...mean(likenesses[name], [name, 'forecasts']),
    baseRate: mean('', [`unrelated:${name}`, 'unrelated']).value,
    ceiling: mean('', [`repeat:${name}`, 'repeats']).value,
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
export const ceilingEditSimilarity = mean('ceiling_edit_similarity', ['repeat:edit', 'repeats']);
export const unrelatedEditSimilarity = mean('unrelated_edit_similarity', ['unrelated:edit', 'unrelated']);

/** Forecasts that answer the framing instead of foreseeing the response, and those that foresee another one. */
export const engagesShare = mean('engages_share', ['engages', 'classified']);
export const differsShare = mean('differs_share', ['differs', 'classified']);
export const judgedEngagesShare = mean('judged_engages_share', ['judgedEngages', 'judged']);
export const judgedDiffersShare = mean('judged_differs_share', ['judgedDiffers', 'judged']);
