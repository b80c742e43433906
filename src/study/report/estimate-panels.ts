import type { TopLevelSpec } from 'vega-lite';
import { intervalText, numberText } from '../../report/figures/marks/number-text.ts';
import { pointsAxis, shareAxis, withinShares } from '../../report/figures/marks/share-axis.ts';
import { type FigureSpecs, schema } from '../../report/figures/render/figure.ts';
import type { Quantity } from '../../results/quantity.ts';

/** One value of a figure with a row per name: in which panel and series, and its text. */
interface PanelValue {
  readonly panel: string;
  readonly row: string;
  readonly series: string;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly tip: string;
}

interface EstimatePanels {
  readonly values: readonly PanelValue[];
  /** Series in the order of the legend; the last may be drawn as a tick. */
  readonly series: readonly string[];
  /** The series that is a reference: a tick across the row; null for none. */
  readonly tick: string | null;
  /** Ends of the axis that all panels share. */
  readonly domain: readonly [number, number];
  readonly xTitle: string;
  /** What values are: shares, which the axis has in percent, or differences of shares, in points. */
  readonly unit: 'share' | 'difference';
}

/** Sizes in pixels. */
const layouts = {
  wide: { width: 560, names: 360, fontSize: 14, row: 28, ticks: 6 },
  narrow: { width: 150, names: 172, fontSize: 13, row: 26, ticks: 3 },
} as const;

/** Returns panels below each other with a shared axis: a row per name, a dot with its interval for each series. */
export function estimatePanels(panels: EstimatePanels): Required<FigureSpecs> {
  return { spec: specOf(panels, 'wide'), narrow: specOf(panels, 'narrow') };
}

function specOf(
  { values: all, series, tick, domain, xTitle, unit }: EstimatePanels,
  layout: keyof typeof layouts,
): TopLevelSpec {
  const { width, names, fontSize, row, ticks } = layouts[layout];
  const values = all.map((value) => ({ ...value, ...(unit === 'share' ? withinShares(value) : {}) }));
  const dots = series.filter((name) => name !== tick);
  const rows = [...new Set(values.map(({ row }) => row))];
  const panels = [...new Set(values.map(({ panel }) => panel))];
  const isOne = dots.length === 1;
  const x = {
    type: 'quantitative',
    title: xTitle,
    scale: { domain: [...domain], nice: false },
    axis: {
      ...(unit === 'share' ? shareAxis(ticks) : pointsAxis(ticks)),
      ...{ labelFlush: false, labelFontSize: fontSize - 1, titleFontSize: fontSize - 1 },
    },
  };
  const { shape, color } = channelsOf({ series, tick }, fontSize);
  const offset = isOne ? {} : { yOffset: { field: 'series', type: 'nominal', scale: { domain: dots } } };
  const tips = { tooltip: { field: 'tip', type: 'nominal' }, description: { field: 'tip', type: 'nominal' } };
  const isDot = { filter: { field: 'series', oneOf: dots } };
  return {
    $schema: schema,
    vconcat: panels.map((panel) => ({
      title: { text: panel, fontSize },
      data: { values: values.filter((value) => value.panel === panel) },
      width,
      height:
        (isOne ? row : row + 10) * new Set(values.filter((value) => value.panel === panel).map(({ row }) => row)).size,
      encoding: {
        y: {
          field: 'row',
          type: 'nominal',
          title: null,
          sort: rows,
          axis: {
            ...{ grid: true, ticks: false, domain: false, labelPadding: 8 },
            ...{ labelFontSize: fontSize, labelLimit: names },
          },
        },
      },
      layer: [
        ...(domain[0] < 0 ? [zero] : []),
        {
          transform: [isDot, { filter: { field: 'low', valid: true } }],
          mark: { type: 'rule', strokeWidth: 2, aria: false },
          encoding: { x: { field: 'low', ...x }, x2: { field: 'high' }, color, ...offset },
        },
        {
          transform: [isDot],
          mark: { type: 'point', style: 'finding' },
          encoding: { x: { field: 'value', ...x }, color, shape, ...offset, ...tips },
        },
        ...(tick === null
          ? []
          : [
              {
                transform: [{ filter: { field: 'series', equal: tick } }],
                mark: { type: 'point', style: 'tested' },
                encoding: { x: { field: 'value', ...x }, shape, ...tips },
              },
            ]),
      ],
    })),
    spacing: 16,
  } as TopLevelSpec; // the layers are built apart, which the typings of a literal do not follow
}

/** Returns the shape and the color of each series, with one legend. */
function channelsOf({ series, tick }: Pick<EstimatePanels, 'series' | 'tick'>, fontSize: number) {
  const dots = series.filter((name) => name !== tick);
  const legend = {
    ...{ orient: 'top', direction: 'horizontal', title: null, columns: 3, symbolOpacity: 1 },
    labelFontSize: fontSize,
  };
  const shape = {
    field: 'series',
    type: 'nominal',
    legend: series.length === 1 ? null : legend,
    scale: {
      domain: [...series],
      range: series.map((name) => (name === tick ? 'M0,-1.6L0,1.6' : shapes[dots.indexOf(name)])),
    },
  };
  const color = {
    ...shape,
    scale: { domain: [...series], range: series.map((name) => colors[dots.indexOf(name)] ?? '#8a8f98') },
  };
  return { shape, color };
}

const zero = {
  data: { values: [{}] },
  mark: { type: 'rule', style: 'reference', aria: false },
  encoding: { x: { datum: 0 }, y: null },
};

const shapes = ['circle', 'diamond', 'triangle-up'];
const colors = ['#0072b2', '#d55e00', '#009e73'];

/** Returns a quantity as a value of a figure; none where it is missing. */
export function panelValues(
  place: Pick<PanelValue, 'panel' | 'row' | 'series'>,
  estimate: Quantity,
  unit: EstimatePanels['unit'] = 'share',
): readonly PanelValue[] {
  const { value, interval } = estimate;
  if (value === null) return [];
  const text = `${numberText(value, unit)} ${intervalText(interval, unit)}`.trimEnd();
  const tip = `${place.panel} · ${place.row} · ${place.series}: ${text}`;
  return [{ ...place, value, low: interval?.[0] ?? null, high: interval?.[1] ?? null, tip }];
}
