import type { TopLevelSpec } from 'vega-lite';
import { type FigureSpecs, schema } from '../render/figure.ts';
import { shareAxis, withinShares } from './share-axis.ts';

/** One point of a curve. */
export interface CurvePoint {
  readonly panel: string;
  readonly series: string;
  readonly x: number;
  readonly y: number;
  readonly low: number | null;
  readonly high: number | null;
  /** Size of the mark: how many values it is a mean over; null for one size. */
  readonly n: number | null;
  readonly tip: string;
}

interface CurvePanels {
  readonly points: readonly CurvePoint[];
  readonly xTitle: string;
  readonly yTitle: string;
  /** `share`: both axes from 0 to 1 with the diagonal; `log`: a logarithmic number of rows; `steps`: whole numbers. */
  readonly axis: 'share' | 'log' | 'steps';
  /** Panels in a row where there is room. */
  readonly columns?: number;
}

/** Returns a panel per target with a line per series; panels share their axes. */
export function curvePanels({ columns = 2, ...figure }: CurvePanels): Required<FigureSpecs> {
  return {
    spec: specOf(figure, { columns, width: 200, legendAt: 'bottom' }),
    narrow: specOf(figure, { columns: 1, width: 230, legendAt: 'top' }),
  };
}

interface Layout {
  readonly columns: number;
  /** Width of a panel in pixels. */
  readonly width: number;
  readonly legendAt: 'top' | 'bottom';
}

function specOf(
  { points, xTitle, yTitle, axis }: Omit<CurvePanels, 'columns'>,
  { columns, width, legendAt }: Layout,
): TopLevelSpec {
  const panels = [...new Set(points.map(({ panel }) => panel))];
  const series = [...new Set(points.map(({ series: name }) => name))];
  const share = { scale: { domain: [0, 1] }, axis: shareAxis(5) };
  const sizes = [...new Set(points.map(({ x }) => x))].toSorted((one, other) => one - other);
  const log = { scale: { type: 'log', padding: 12, nice: false }, axis: { values: sizes, format: ',d', grid: false } };
  const steps = { scale: { padding: 12, nice: false, zero: false }, axis: { values: sizes, format: 'd', grid: false } };
  const x = { field: 'x', type: 'quantitative', title: xTitle, ...{ share, log, steps }[axis] };
  const y = { field: 'y', type: 'quantitative', title: yTitle, ...share };
  const legend = { orient: legendAt, direction: 'vertical', title: null };
  const color = { field: 'series', type: 'nominal', scale: { domain: series }, legend };
  const tips = { tooltip: { field: 'tip', type: 'nominal' }, description: { field: 'tip', type: 'nominal' } };
  const intervals = {
    transform: [{ filter: { field: 'low', valid: true } }],
    mark: { type: 'rule', aria: false },
    encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' }, color },
  };
  return {
    $schema: schema,
    data: { values: points.map((point) => ({ ...point, ...withinShares(point) })) },
    facet: {
      field: 'panel',
      type: 'nominal',
      title: null,
      sort: panels,
      header: { labelAnchor: 'start', labelFontWeight: 'bold', labelLimit: 0 },
    },
    columns,
    resolve: { axis: { x: 'independent', y: 'independent' } }, // a panel below another would take its axis away
    spacing: 24,
    spec: {
      width,
      height: 200,
      layer: [
        ...(axis === 'share' ? [diagonal] : []),
        { mark: { type: 'line', strokeWidth: 1.5, aria: false }, encoding: { x, y, color } },
        ...(points.some(({ low }) => low !== null) ? [intervals] : []), // an empty layer has no extent to draw
        {
          mark: { type: 'point', style: 'company' },
          encoding: {
            ...{ x, y, color, ...tips, shape: { field: 'series', type: 'nominal', scale: { domain: series }, legend } },
            ...(axis === 'share'
              ? { size: { field: 'n', type: 'quantitative', legend: null, scale: { range: [30, 160], zero: true } } }
              : {}),
          },
        },
      ],
    },
  } as TopLevelSpec; // the layers are built apart, which the typings of a literal do not follow
}

const diagonal = {
  data: { values: [{ from: 0, to: 1 }] },
  mark: { type: 'rule', style: 'reference', aria: false },
  encoding: {
    x: { field: 'from', type: 'quantitative' },
    y: { field: 'from', type: 'quantitative' },
    x2: { field: 'to' },
    y2: { field: 'to' },
  },
};
