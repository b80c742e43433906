import type { TopLevelSpec } from 'vega-lite';
import type { CalibrationBin } from '../stats/probability/calibration.ts';
import { type Figure, schema } from './figure.ts';
import { shortNames } from './marks/short-names.ts';

/** The reliability curve of one model in one experiment. */
export interface CalibrationRow {
  readonly experiment: string;
  readonly label: string;
  readonly bins: readonly CalibrationBin[];
}

const panelsARow = 4;

/** Do forecasts of 70 % come true seven times in ten? */
export function calibration(rows: readonly CalibrationRow[]): Figure {
  const named = { name: 'calibration', title: 'Calibration of forecast probabilities' };
  const present = rows.filter(({ bins }) => bins.length > 0);
  if (present.length === 0)
    return {
      ...named,
      kind: 'absent',
      reason: 'needs forecasts as probabilities; yes/no forecasts have no calibration curve',
    };
  return {
    ...named,
    kind: 'drawn',
    caption:
      'Mean outcome against mean forecast in bins of equal numbers of forecasts; the size of a dot grows with its number. Dashed: perfect calibration.',
    spec: curves(present),
  };
}

function curves(rows: readonly CalibrationRow[]): TopLevelSpec {
  const short = shortNames(rows.map(({ label }) => label));
  const share = { scale: { domain: [0, 1] as [number, number] }, axis: { format: '.1f', tickCount: 3 } };
  return {
    $schema: schema,
    columns: Math.min(panelsARow, rows.length),
    spacing: 22,
    concat: rows.map(({ experiment, label, bins }, index) => ({
      title: { text: short[index] ?? label, subtitle: experiment, limit: 200 },
      width: 170,
      height: 170,
      data: {
        values: bins.map(({ n, meanForecast, meanOutcome }) => ({
          n,
          meanForecast,
          meanOutcome,
          tip: `${label} · forecast ${meanForecast.toFixed(3)}, came true ${meanOutcome.toFixed(3)} · ${n} forecasts`,
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
    x: { field: 'meanForecast', ...numeric, title: 'forecast', ...share },
    y: { field: 'meanOutcome', ...numeric, title: 'came true', ...share },
  };
}
