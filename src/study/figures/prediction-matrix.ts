import { minGroupRows } from '../../analyze/categorical/categorical-layout.ts';
import type { Figure } from '../../report/figures/figure.ts';
import { type HeatMapCell, heatMap } from '../../report/figures/marks/heat-map.ts';
import { numberText } from '../../report/figures/marks/number-text.ts';
import { mean } from '../../stats/moments.ts';
import { learnedValues } from '../analyses/rows.ts';
import type { StudyResult } from '../analyses/study-result.ts';
import { modelLabels } from './model-labels.ts';

type Accuracy = StudyResult['predictors'][number];

/** The rows of the matrix, in blocks of one way to train. */
const blocks: readonly { readonly name: string; readonly has: (entry: Accuracy) => boolean }[] = [
  { name: 'trained', has: ({ arm, trainedOn, target }) => learnedValues(arm) && trainedOn === target },
  { name: 'scrambled', has: ({ arm, trainedOn, target }) => arm === 'scramble' && trainedOn === target },
  { name: 'untrained', has: ({ arm }) => arm === 'untrained' },
];

/**
 * Draws the matrix S of a study: how often each model, trained on each target, is right about it. Below it the same models
 * trained on permuted labels, and untrained. Shares are means over groups of task and property, as in the verdicts.
 */
export function predictionMatrix({ predictors: used }: Pick<StudyResult, 'predictors'>, name: string): Figure {
  const title = 'Who predicts whom, by training';
  const targets = [...new Set(used.map(({ target }) => target))];
  const bases = [...new Set(used.map(({ base }) => base))];
  const label = modelLabels([...targets, ...bases]);
  const cells = blocks.flatMap(({ name: block, has }) =>
    bases.flatMap((base) => {
      const own = used.filter((entry) => entry.base === base && has(entry));
      if (own.length === 0) return [];
      return targets.map((target): HeatMapCell => {
        const { value, reason } = meanAccuracy(own.filter((entry) => entry.target === target));
        const row = `${label(base)}, ${block}`;
        const shown = value === null ? (reason ?? 'n/a') : numberText(value, 'share');
        const tip = `${row}, about ${label(target)}: ${shown}`;
        const outlined = block === 'trained' && base === target;
        return { row, column: label(target), value, text: value === null ? 'n/a' : value.toFixed(2), tip, outlined };
      });
    }),
  );
  const known = cells.flatMap(({ value }) => (value === null ? [] : [value]));
  if (targets.length < 2 || !cells.some(({ outlined, value }) => outlined && value !== null)) {
    const reason = `needs two targets with ${minGroupRows} rows of a task and property or more, and their trained models`;
    return { kind: 'absent', name, title, reason };
  }
  return {
    kind: 'drawn',
    name,
    title,
    caption: `Share of right predictions about each column’s answers, mean over groups of task and property with ${minGroupRows} rows or more. Trained: on the column’s own values; scrambled: on the same values, permuted; outlined: a model about itself. Self-knowledge shows as an outlined cell that is higher than its row and its column make likely.`,
    ...heatMap({
      cells,
      rows: [...new Set(cells.map(({ row }) => row))],
      columns: targets.map(label),
      rowTitle: 'predictions of',
      columnTitle: 'answers of',
      domain: [Math.min(...known), Math.max(...known)],
      diverging: false,
      legend: 'share of right predictions',
    }),
  };
}

/** Returns the mean accuracy over training runs, or why there is none. */
function meanAccuracy(entries: readonly Accuracy[]): { readonly value: number | null; readonly reason: string | null } {
  const withheld = entries.find(({ accuracy }) => accuracy.value === null);
  if (withheld !== undefined) return { value: null, reason: withheld.accuracy.missing };
  return { value: mean(entries.flatMap(({ accuracy }) => accuracy.value ?? [])), reason: null };
}
