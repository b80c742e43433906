import type { TaskName } from '../../experiments/task-name.ts';
import type { ComparedTask } from '../../results/comparison.ts';
import { counted, fixed } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { type HeatMapCell, heatMap } from './marks/heat-map.ts';
import { shortNames } from './marks/short-names.ts';
import type { Figure } from './render/figure.ts';
import { slug } from './render/slug.ts';

const maxLabelWidth = 40; // columns
/** Smallest end of the color scale: smaller values stay pale. */
const minShade = 0.1;

/** Returns R of a task: what predictions and outcomes have in common beyond the factors of the other models. */
export function beyondOthersMatrix(
  task: ComparedTask,
  { taskOf, severalConditions }: { readonly taskOf: TaskName; readonly severalConditions: boolean },
): Figure {
  const { experiment, together, R, units } = task;
  const condition = severalConditions ? [oneLine(task.condition, maxLabelWidth)] : [];
  const about = [taskOf(experiment), ...condition].join(', ');
  const named = {
    name: `beyond-others-${slug(experiment, ...condition)}`,
    title: `Who predicts whom beyond what all share: ${about}`,
  };
  if (R.length === 0) {
    const reason = together.kind === 'not asked' ? together.reason : 'needs three unrelated models on the same items';
    return { ...named, kind: 'absent', reason };
  }
  const models = shortNames(task.models).map((model) => oneLine(model, maxLabelWidth));
  const widest = Math.max(minShade, ...R.flat().map(Math.abs));
  const cells = models.flatMap((row, predictor) =>
    models.map((column, target): HeatMapCell => {
      const value = R[predictor]?.[target] ?? null;
      const text = value === null ? 'n/a' : signed(value);
      const tip = `predictions of ${row} and outcomes of ${column}: ${text} · ${counted(units, 'unit')}`;
      return { row, column, value, text, tip, outlined: predictor === target };
    }),
  );
  return {
    ...named,
    title: titleOf(task, about) ?? named.title,
    kind: 'drawn',
    caption: `Rows predict, columns behave; outlined: predictions of itself. A cell is the correlation of what the answers of the other models leave of a prediction and of an outcome. What the own prediction adds is a diagonal above what its row and its column imply. ${counted(units, 'unit')}.`,
    ...heatMap({
      cells,
      rows: models,
      columns: models,
      rowTitle: 'predictions of',
      columnTitle: 'outcomes of',
      domain: [-widest, widest],
      diverging: true,
      isShare: false,
      legend: 'correlation beyond the other models',
      outlined: 'predictions of itself',
    }),
  };
}

function titleOf({ together }: ComparedTask, about: string): string | null {
  if (together.kind === 'not asked' || together.beyond === 'not asked') return null;
  const value = together.private.value === null ? '' : `, ${fixed(together.private.value, 2)} on average`;
  return together.beyond === 'yes'
    ? `Own predictions add to what other models tell${value} (${about})`
    : `Own predictions are not shown to add to what other models tell${value} (${about})`;
}

function signed(value: number): string {
  const text = fixed(value, 2);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}
