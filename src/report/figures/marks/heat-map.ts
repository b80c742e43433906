import type { TopLevelSpec } from 'vega-lite';
import { schema } from '../figure.ts';
import { onCell } from '../render/theme.ts';

/** One cell of a matrix, or the reason why it is absent. */
export interface HeatMapCell {
  readonly row: string;
  readonly column: string;
  readonly value: number | null;
  /** Text in the cell. */
  readonly text: string;
  readonly tip: string;
  readonly outlined: boolean;
}

interface HeatMap {
  readonly cells: readonly HeatMapCell[];
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly rowTitle: string;
  readonly columnTitle: string;
  /** Ends of the color scale; the colors pass through white where `diverging`. */
  readonly domain: readonly [number, number];
  readonly diverging: boolean;
}

/** Returns a matrix whose colors darken with the value, with the value in every cell. */
export function heatMap(map: HeatMap): TopLevelSpec {
  const { rows, columns, domain } = map;
  const cells = map.cells.map((cell) => ({ ...cell, shade: shadeOf(cell.value, map) }));
  const size = columns.length > 8 ? 44 : 58;
  return {
    $schema: schema,
    width: { step: size },
    height: { step: columns.length > 8 ? 26 : 32 },
    data: { values: cells },
    encoding: {
      y: { field: 'row', type: 'nominal', title: map.rowTitle, scale: { domain: [...rows] }, axis: quiet },
      x: {
        field: 'column',
        type: 'nominal',
        title: map.columnTitle,
        scale: { domain: [...columns] },
        axis: {
          ...quiet,
          orient: 'top',
          labelAngle: columns.length > 3 ? -40 : 0,
          labelAlign: columns.length > 3 ? 'left' : 'center',
        },
      },
    },
    layer: [
      {
        transform: [{ filter: { field: 'value', valid: true } }],
        mark: { type: 'rect', style: 'cell' },
        encoding: {
          color: {
            field: 'value',
            type: 'quantitative',
            legend: null,
            scale: map.diverging
              ? { scheme: 'purpleorange', domain: [domain[1], domain[0]] }
              : { scheme: 'blues', domain: [...domain] },
          },
          tooltip: { field: 'tip', type: 'nominal' },
          description: { field: 'tip', type: 'nominal' },
        },
      },
      ...outline,
      ...(['dark', 'light', 'absent'] as const).map((shade) => written(shade)),
    ],
  } as TopLevelSpec; // the layers are built apart, which the typings of a literal do not follow
}

const quiet = { ticks: false, domain: false, labelPadding: 6, grid: false };

const outline = [
  {
    transform: [{ filter: { field: 'outlined', equal: true } }],
    mark: { type: 'rect', style: 'outline', aria: false },
  },
];

function written(shade: 'dark' | 'light' | 'absent') {
  const mark =
    shade === 'absent' ? { style: 'absent', align: 'center', dx: 0 } : { color: onCell[shade], fontSize: 11 };
  return {
    transform: [{ filter: { field: 'shade', equal: shade } }],
    mark: { type: 'text', ...mark },
    encoding: {
      text: { field: 'text', type: 'nominal' },
      ...(shade === 'absent' ? { tooltip: { field: 'tip', type: 'nominal' } } : {}),
      description: { field: 'tip', type: 'nominal' },
    },
  };
}

/** Returns whether the text of a cell must be dark or light to be legible. */
function shadeOf(value: number | null, { domain: [low, high], diverging }: HeatMap): 'dark' | 'light' | 'absent' {
  if (value === null) return 'absent';
  const place = high > low ? (value - low) / (high - low) : 0.5;
  return (diverging ? Math.abs(place - 0.5) > 0.33 : place > 0.7) ? 'light' : 'dark';
}
