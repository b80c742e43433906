import type { TopLevelSpec } from 'vega-lite';
import type { CalibrationRow } from '../../analyze/estimates/calibration-points.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import { counted, percentText } from '../../util/numbers.ts';
import { shareAxis } from './marks/share-axis.ts';
import { shortNames } from './marks/short-names.ts';
import { countOf, isOne } from './marks/title-words.ts';
import { type Figure, schema } from './render/figure.ts';

const panelsARow = 4;

/** Returns the figure of reliability curves: do predictions of 70% come true seven times in ten? */
export function calibration(rows: readonly CalibrationRow[], taskOf: TaskName): Figure {
  const named = { name: 'calibration', title: 'Calibration of predicted probabilities' };
  const present = rows.filter(({ bins }) => bins.length > 0);
  if (present.length === 0)
    return {
      ...named,
      kind: 'absent',
      reason: 'needs predicted probabilities; yes/no predictions have no calibration curve',
    };
  return {
    ...named,
    title: titleOf(present),
    kind: 'drawn',
    caption:
      'Mean outcome against mean prediction, in bins with equal numbers of predictions; larger dots have more predictions. Dashed: perfect calibration.',
    spec: curves(present, { columns: panelsARow, taskOf }),
    narrow: curves(present, { columns: 1, taskOf }),
  };
}

/** Whether predicted probabilities are too high: for one curve both means, for several how many curves. */
function titleOf(rows: readonly CalibrationRow[]): string {
  const [only, ...others] = rows;
  if (only !== undefined && others.length === 0)
    return `Predicted probabilities: mean ${percentText(only.predicted)}, came true ${percentText(only.observed)}`;
  const isHigher = rows.map(({ predicted, observed }) => predicted > observed);
  return `Predicted probabilities: ${countOf(isHigher)} curves ${isOne(isHigher) ? 'predicts' : 'predict'} more than comes true on average`;
}

function curves(
  rows: readonly CalibrationRow[],
  { columns, taskOf }: { readonly columns: number; readonly taskOf: TaskName },
): TopLevelSpec {
  const short = shortNames(rows.map(({ label }) => label));
  const share = { scale: { domain: [0, 1] as [number, number] }, axis: shareAxis(3) };
  return {
    $schema: schema,
    columns: Math.min(columns, rows.length),
    spacing: 22,
    concat: rows.map(({ experiment, label, bins }, index) => ({
      title: { text: short[index] ?? label, subtitle: taskOf(experiment), limit: 200 },
      width: 170,
      height: 170,
      data: {
        values: bins.map(({ n, meanForecast, meanOutcome }) => ({
          n,
          meanForecast,
          meanOutcome,
          tip: `${label} · predicted ${percentText(meanForecast)}, came true ${percentText(meanOutcome)} · ${counted(n, 'prediction')}`,
        })),
      },
      layer: [
        {
          data: { values: [{ from: 0, to: 1 }] },
          mark: { type: 'rule', style: 'reference', aria: false },
          encoding: { x: { datum: 0, ...numeric }, y: { datum: 0, ...numeric }, x2: { datum: 1 }, y2: { datum: 1 } },
        },
        { mark: { type: 'line', style: 'curve', aria: false }, encoding: axes(share) },
        {
          mark: { type: 'point', style: 'own' },
          encoding: {
            ...axes(share),
            size: { field: 'n', type: 'quantitative', legend: null, scale: { range: [25, 140], zero: true } },
            tooltip: { field: 'tip', type: 'nominal' },
            description: { field: 'tip', type: 'nominal' },
          },
        },
      ],
    })),
  } as TopLevelSpec; // the panels are built apart, which the typings of a literal do not follow
}

const numeric = { type: 'quantitative' };

function axes(share: object) {
  return {
    x: { field: 'meanForecast', ...numeric, title: 'prediction', ...share },
    y: { field: 'meanOutcome', ...numeric, title: 'came true', ...share },
  };
}
