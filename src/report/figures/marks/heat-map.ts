import type { TopLevelSpec } from 'vega-lite';
import { type FigureSpecs, schema } from '../render/figure.ts';
import { wrapWords } from '../render/text-width.ts';
import { onCell } from '../render/theme.ts';

/** One cell of a matrix, or the reason why it is absent. */
export interface HeatMapCell {
  readonly row: string;
  readonly column: string;
  readonly value: number | null;
  /** Text in the cell. */
  readonly text: string;
  /** Smaller text below it, such as an interval; absent: none. */
  readonly detail?: string;
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
  /** Whether values are shares, which the legend has in percent. */
  readonly isShare: boolean;
  /** What the colors stand for. */
  readonly legend: string;
  /** What an outlined cell is; absent where none is outlined. */
  readonly outlined?: string;
  /** What words of rows and cells mean, a line each; absent: nothing. */
  readonly notes?: readonly string[];
  /** Title inside the picture; absent: the page has it. */
  readonly title?: string;
}

/**
 * Returns a matrix whose colors darken with the value, with the value in every cell; for a phone, a square matrix of many
 * rows has small cells without values, and numbers of rows above its columns.
 */
export function heatMap(map: HeatMap): FigureSpecs {
  const { rows, columns } = map;
  const isSquare = columns.length === rows.length && columns.every((name, index) => name === rows[index]);
  return isSquare && columns.length > maxNarrow ? { spec: wide(map), narrow: narrow(map) } : { spec: wide(map) };
}

/** Sizes of type in pixels: of names and values of a matrix with large cells, and of the rest. */
const fontSize = 14;
const smallSize = 13;
const minTitleWidth = 460;
/** Maximum number of columns of a matrix with large cells. */
const maxLarge = 3;
/** Maximum number of columns that a phone has room for with names and values. */
const maxNarrow = 4;
/** Width in pixels of the cells of a matrix on a phone, beside the names of rows. */
const narrowWidth = 210;
const narrowTitleWidth = 328;
const maxCell = 28;
/** Height in pixels of a row that has room for its name. */
const minHeight = 14;

function wide(map: HeatMap): TopLevelSpec {
  const { rows, columns } = map;
  const cells = map.cells.map((cell) => ({ ...cell, shade: shadeOf(cell.value, map) }));
  const hasDetails = map.cells.some(({ detail }) => detail !== undefined);
  const isLarge = !hasDetails && columns.length <= maxLarge;
  const size = hasDetails ? 88 : isLarge ? 96 : columns.length > 8 ? 44 : 58;
  const axis = { ...quiet, labelFontSize: isLarge ? fontSize : smallSize, titleFontSize: smallSize };
  return {
    $schema: schema,
    ...titleOf(map, Math.max(minTitleWidth, columns.length * size)),
    width: { step: size },
    height: { step: hasDetails ? 40 : isLarge ? 38 : columns.length > 8 ? 26 : 32 },
    data: { values: cells },
    encoding: {
      y: { field: 'row', type: 'nominal', title: map.rowTitle, scale: { domain: [...rows] }, axis },
      x: {
        field: 'column',
        type: 'nominal',
        title: map.columnTitle,
        scale: { domain: [...columns] },
        axis: {
          ...axis,
          orient: 'top',
          labelAngle: columns.length > 3 ? -40 : 0,
          labelAlign: columns.length > 3 ? 'left' : 'center',
        },
      },
    },
    layer: [
      colored(map),
      ...outline,
      ...(['dark', 'light', 'absent'] as const).map((shade) =>
        written(shade, { dy: hasDetails ? -7 : 0, fontSize: isLarge ? fontSize : smallSize }),
      ),
      ...(hasDetails ? (['dark', 'light'] as const).map(detailed) : []),
    ],
  } as TopLevelSpec; // the layers are built apart, which the typings of a literal do not follow
}

/** Returns the title of a spec, in lines of `width` pixels; nothing where the page has it. */
function titleOf({ title }: HeatMap, width: number) {
  if (title === undefined) return {};
  const font = { fontSize: fontSize + 2, bold: true };
  return {
    title: {
      text: wrapWords(title, width, font),
      fontSize: font.fontSize,
      anchor: 'start',
      frame: 'bounds',
      offset: 12,
    },
  };
}

/** Returns a square matrix with a number for each column, which the name of its row begins with. */
function narrow(map: HeatMap): TopLevelSpec {
  const { rows } = map;
  const numbers = new Map(rows.map((name, index) => [name, String(index + 1)]));
  const names = rows.map((name, index) => `${index + 1} ${name}`);
  const cells = map.cells.map((cell) => ({
    ...cell,
    row: names[rows.indexOf(cell.row)],
    column: numbers.get(cell.column),
  }));
  const width = Math.min(narrowWidth, maxCell * rows.length);
  return {
    $schema: schema,
    ...titleOf(map, narrowTitleWidth),
    width,
    height: Math.max(width, minHeight * rows.length),
    data: { values: cells },
    encoding: {
      y: {
        ...{ field: 'row', type: 'nominal', title: null, scale: { domain: names } },
        axis: { ...quiet, labelLimit: 150 },
      },
      x: {
        ...{ field: 'column', type: 'nominal', scale: { domain: [...numbers.values()] } },
        title: `rows: ${map.rowTitle}; columns: ${map.columnTitle}`,
        axis: { ...quiet, orient: 'top', labelAngle: 0, labelFontSize: 9, labelPadding: 3, titleAnchor: 'end' },
      },
    },
    layer: [colored(map), ...outline],
  } as TopLevelSpec; // as above
}

/** Returns the layer of the colored cells. */
function colored(map: HeatMap) {
  const scale = { scheme: map.diverging ? 'purpleorange' : 'blues', domain: [...map.domain] };
  return {
    transform: [{ filter: { field: 'value', valid: true } }],
    mark: { type: 'rect', style: 'cell' },
    encoding: {
      color: { field: 'value', type: 'quantitative', legend: legendOf(map), scale },
      tooltip: { field: 'tip', type: 'nominal' },
      description: { field: 'tip', type: 'nominal' },
    },
  };
}

const quiet = { ticks: false, domain: false, labelPadding: 6, grid: false, labelLimit: 320, maxExtent: 360 };

const outline = [
  {
    transform: [{ filter: { field: 'outlined', equal: true } }],
    mark: { type: 'rect', style: 'outline', aria: false },
  },
];

/** Returns a bar of the colors with the numbers at its ends and middle; its title says what an outlined cell and words of rows and cells are, too. */
function legendOf({ legend, outlined, notes = [], domain: [low, high], diverging, isShare }: HeatMap) {
  return {
    title: [legend, ...(outlined === undefined ? [] : [`outlined: ${outlined}`]), ...notes],
    ...{ titleFontSize: smallSize, labelFontSize: smallSize },
    orient: 'bottom',
    direction: 'horizontal',
    gradientLength: 180,
    gradientThickness: 8,
    titleLimit: 0,
    ...(isShare ? { labelExpr: "format(100 * datum.value, '.0f') + ' %'" } : { format: diverging ? '+.2f' : '.2f' }),
    values: [low, (low + high) / 2, high],
  };
}

/** Returns the layer of the small texts in cells of a shade. */
function detailed(shade: 'dark' | 'light') {
  return {
    transform: [{ filter: { field: 'shade', equal: shade } }, { filter: 'isValid(datum.detail)' }],
    mark: { type: 'text', color: onCell[shade], fontSize: 9, dy: 8, aria: false },
    encoding: { text: { field: 'detail', type: 'nominal' } },
  };
}

function written(
  shade: 'dark' | 'light' | 'absent',
  { dy, fontSize }: { readonly dy: number; readonly fontSize: number },
) {
  const mark =
    shade === 'absent' ? { style: 'absent', align: 'center', dx: 0, fontSize } : { color: onCell[shade], fontSize, dy };
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
  const index = high > low ? (value - low) / (high - low) : 0.5;
  return (diverging ? Math.abs(index - 0.5) > 0.33 : index > 0.7) ? 'light' : 'dark';
}
