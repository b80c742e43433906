import type { TopLevelSpec } from 'vega-lite';
import { type FigureSpecs, schema } from '../render/figure.ts';
import { textWidth } from '../render/text-width.ts';
import type { Dot } from './dot-panels.ts';
import { dotsOf } from './estimate-dots.ts';
import type { FigureRows, Wanted } from './figure-rows.ts';
import { shortNames } from './short-names.ts';

const areas = { spec: { width: 700, height: 440 }, narrow: { width: 280, height: 320 } };
type Area = (typeof areas)['spec'];

type Range = readonly [number, number];

/** A model in a scatter plot, with the intervals that its position has. */
export interface ScatterPoint {
  readonly label: string;
  readonly source: Dot['source'];
  readonly x: number;
  readonly y: number;
  readonly xInterval: Range | null;
  readonly yInterval: Range | null;
  readonly tip: string;
}

/** How numbers become positions on an axis, and back. */
interface Axis {
  readonly title: string;
  readonly scale: object;
  readonly axis: object;
  /** Ends of the axis in units of `at`. */
  readonly ends: Range;
  readonly at: (value: number) => number;
  readonly from: (position: number) => number;
}

interface Scatter {
  /** A positive quantity, on a logarithmic axis. */
  readonly x: Wanted;
  readonly y: Wanted & { readonly reference?: number };
  readonly xTitle: string;
  readonly yTitle: string;
}

/** Returns a figure of models as points of two measures, the first on a logarithmic axis; null where no model has both. */
export function scatterFigure(rows: FigureRows, { x, y, xTitle, yTitle }: Scatter): FigureSpecs | null {
  const points = pointsOf(dotsOf(rows, y), dotsOf(rows, x), x.panel);
  if (points.length === 0) return null;
  return scatter(points, { xTitle, yTitle, isLogarithmic: true, reference: y.reference ?? null });
}

function pointsOf(heights: readonly Dot[], counts: readonly Dot[], panel: string): readonly ScatterPoint[] {
  return heights.flatMap((dot) => {
    const count = counts.find(({ label, source }) => label === dot.label && source === dot.source);
    const x = count?.value ?? null;
    if (dot.value === null || count === undefined || x === null || x <= 0) return [];
    const { label, source, value: y } = dot;
    const xInterval = rangeOf(count);
    return [
      {
        ...{ label, source, x, y, yInterval: rangeOf(dot), tip: `${dot.tip} · ${panel}: ${x.toFixed(1)}` },
        xInterval: xInterval !== null && xInterval[0] > 0 ? xInterval : null, // a logarithm needs a positive number
      },
    ];
  });
}

function rangeOf({ low, high }: Dot): Range | null {
  return low === null || high === null ? null : [low, high];
}

interface ScatterAxes {
  readonly xTitle: string;
  readonly yTitle: string;
  readonly isLogarithmic: boolean;
  /** Position of a dashed horizontal line; null for none. */
  readonly reference: number | null;
}

/** Returns a scatter plot of named points with their intervals; no name covers another one or a point. */
export function scatter(points: readonly ScatterPoint[], axes: ScatterAxes): Required<FigureSpecs> {
  return { spec: specOf(points, axes, areas.spec), narrow: specOf(points, axes, areas.narrow) };
}

function specOf(
  points: readonly ScatterPoint[],
  { xTitle, yTitle, isLogarithmic, reference }: ScatterAxes,
  area: Area,
): TopLevelSpec {
  const xs = points.flatMap(({ x, xInterval }) => [x, ...(xInterval ?? [])]);
  const ys = points.flatMap(({ y, yInterval }) => [y, ...(yInterval ?? [])]);
  const across = isLogarithmic ? logarithmicAxis(xTitle, xs) : linearAxis(xTitle, xs, { format: '.6~g', margin: 0.08 });
  const up = linearAxis(yTitle, [...(reference === null ? [] : [reference]), ...ys], { format: '.2f', margin: 0.06 });
  const x = channelOf('x', across);
  const y = channelOf('y', up);
  return {
    $schema: schema,
    ...area,
    datasets: { points: points.map(flat), labels: [...labeled(points, { across, up, area })] },
    layer: [
      ...(reference === null ? [] : [referenceRule(reference)]),
      ...(['published', 'own'] as const).flatMap((source) => intervalLayers(points, source, x, y)),
      leaders(x, y),
      ...(['published', 'own'] as const)
        .filter((source) => points.some((point) => point.source === source))
        .map((source) => pointLayer(source, x, y)),
      writtenNames(x, y),
    ],
  } as TopLevelSpec; // the layers are built apart, which the typings of a literal do not follow
}

function flat({ label, source, x, y, xInterval, yInterval, tip }: ScatterPoint) {
  const [left = null, right = null] = xInterval ?? [];
  const [low = null, high = null] = yInterval ?? [];
  return { label, source, x, y, left, right, low, high, tip };
}

function channelOf(field: string, { title, scale, axis }: Axis) {
  return { field, type: 'quantitative', title, scale, axis };
}

/** Minimum length of a logarithmic axis in powers of ten: one of the ticks 1, 2 and 5 lies in it. */
const minPowers = 0.4;
/** Minimum length of a linear axis: two ticks with two decimals do not read the same. */
const minLength = 0.1;

function logarithmicAxis(title: string, values: readonly number[]): Axis {
  const ends = endsOf(values.map(Math.log10), { margin: 0.08, least: minPowers });
  return {
    title,
    scale: { type: 'log', domain: ends.map((power) => 10 ** power), nice: false },
    axis: { format: '~s', values: ticks(ends) },
    ends,
    at: Math.log10,
    from: (power) => 10 ** power,
  };
}

function linearAxis(
  title: string,
  values: readonly number[],
  { format, margin }: { readonly format: string; readonly margin: number },
): Axis {
  const ends = endsOf(values, { margin, least: minLength });
  return {
    title,
    scale: { domain: [...ends], nice: false, zero: false },
    axis: { format, tickCount: 6 },
    ends,
    at: (value) => value,
    from: (position) => position,
  };
}

/** Returns the lowest and the highest value with a margin, at least `least` apart. */
function endsOf(
  values: readonly number[],
  { margin, least }: { readonly margin: number; readonly least: number },
): Range {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const missing = Math.max(0, least - (high - low)) / 2;
  const reserve = Math.max(high - low, least) * margin;
  return [low - missing - reserve, high + missing + reserve];
}

function referenceRule(value: number) {
  return {
    data: { values: [{}] },
    mark: { type: 'rule', style: 'reference', aria: false },
    encoding: { y: { datum: value } },
  };
}

/** Returns the layers that draw horizontal and vertical intervals of points; empty without intervals. */
function intervalLayers(points: readonly ScatterPoint[], source: Dot['source'], x: object, y: object) {
  const own = points.filter((point) => point.source === source);
  const layer = (field: string, encoding: object) => ({
    data: { name: 'points' },
    transform: [{ filter: { field: 'source', equal: source } }, { filter: { field, valid: true } }],
    mark: { type: 'rule', style: `${source}-interval`, strokeWidth: 1, opacity: 0.6, aria: false },
    encoding,
  });
  return [
    ...(own.some(({ xInterval }) => xInterval !== null)
      ? [layer('left', { x: { ...x, field: 'left' }, x2: { field: 'right' }, y })]
      : []),
    ...(own.some(({ yInterval }) => yInterval !== null)
      ? [layer('low', { x, y: { ...y, field: 'low' }, y2: { field: 'high' } })]
      : []),
  ];
}

function pointLayer(source: Dot['source'], x: object, y: object) {
  return {
    data: { name: 'points' },
    transform: [{ filter: { field: 'source', equal: source } }],
    mark: { type: 'point', style: source },
    encoding: { x, y, tooltip: { field: 'tip', type: 'nominal' }, description: { field: 'tip', type: 'nominal' } },
  };
}

function leaders(x: object, y: object) {
  return {
    data: { name: 'labels' },
    transform: [{ filter: { field: 'far', equal: true } }],
    mark: { type: 'rule', style: 'leader', aria: false },
    encoding: { x, y, x2: { field: 'nearX' }, y2: { field: 'textY' } },
  };
}

function writtenNames(x: object, y: object) {
  return {
    data: { name: 'labels' },
    mark: { type: 'text', style: 'label', aria: false },
    encoding: {
      x: { ...x, field: 'textX' },
      y: { ...y, field: 'textY' },
      text: { field: 'name', type: 'nominal' },
    },
  };
}

/** Places names in pixels and returns positions in the units of the axes. */
function labeled(
  points: readonly ScatterPoint[],
  { across, up, area }: { readonly across: Axis; readonly up: Axis; readonly area: Area },
) {
  const names = plainNames(points);
  const shareOf = ({ ends, at }: Axis, value: number) => (at(value) - ends[0]) / (ends[1] - ends[0]);
  const valueAt = ({ ends, from }: Axis, share: number) => from(ends[0] + share * (ends[1] - ends[0]));
  const anchors = points.map((point, index) => ({
    x: shareOf(across, point.x) * area.width,
    y: (1 - shareOf(up, point.y)) * area.height,
    text: names[index] ?? point.label,
  }));
  const obstacles = points.flatMap(({ x, y, xInterval, yInterval }): readonly Box[] => {
    const left = (value: number) => shareOf(across, value) * area.width;
    const top = (value: number) => (1 - shareOf(up, value)) * area.height;
    return [
      ...(xInterval === null
        ? []
        : [{ left: left(xInterval[0]), right: left(xInterval[1]), top: top(y) - 1, bottom: top(y) + 1 }]),
      ...(yInterval === null
        ? []
        : [{ left: left(x) - 1, right: left(x) + 1, top: top(yInterval[1]), bottom: top(yInterval[0]) }]),
    ];
  });
  return placeLabels(anchors, area, obstacles).map(({ text, far, labelX, labelEnd, labelY, x }, index) => ({
    name: text,
    far,
    x: points[index]?.x,
    y: points[index]?.y,
    textX: valueAt(across, labelX / area.width),
    nearX: valueAt(across, Math.min(labelEnd, Math.max(labelX, x)) / area.width),
    textY: valueAt(up, 1 - labelY / area.height),
  }));
}

/** Returns short names; a model and its published namesake differ by their dots. */
function plainNames(points: readonly ScatterPoint[]): readonly string[] {
  const own = points.filter(({ source }) => source === 'own').map(({ label }) => label);
  const short = new Map(shortNames(own).map((name, index) => [own[index], name]));
  return points.map(({ label }) => short.get(label) ?? label.replace(/ \(published\)$/, ''));
}

/** Returns 1, 2 and 5 times powers of ten inside a domain of powers. */
function ticks([low, high]: Range): readonly number[] {
  const first = Math.floor(low);
  const powers = Array.from({ length: Math.ceil(high) - first + 1 }, (_, step) => first + step);
  return powers
    .flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power))
    .filter((tick) => Math.log10(tick) >= low && Math.log10(tick) <= high);
}

/** A point of a scatter plot in pixels, with the name to write next to it. */
interface Anchor {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Position of a name: its left and right end, and its vertical center. */
interface PlacedLabel extends Anchor {
  readonly labelX: number;
  readonly labelEnd: number;
  readonly labelY: number;
  /** Whether the name is so far from its point that a line should connect them. */
  readonly far: boolean;
}

/** A rectangle in pixels. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const fontSize = 11;
const lineHeight = 13;
const gap = 7;
const rings = 14;

/**
 * Places each name at the nearest free position around its point, so that, if possible, no name covers another name, a
 * point or an obstacle, such as the line of an interval.
 */
export function placeLabels(
  anchors: readonly Anchor[],
  area: { readonly width: number; readonly height: number },
  obstacles: readonly Box[] = [],
): readonly PlacedLabel[] {
  const points = anchors.map(({ x, y }) => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 }));
  const taken: Box[] = [...points, ...obstacles];
  return anchors.map((anchor) => {
    const width = textWidth(anchor.text, { fontSize, bold: false });
    const places = candidates(anchor, width).filter(
      ({ left, right, top, bottom }) => left >= 0 && right <= area.width && top >= 0 && bottom <= area.height,
    );
    const free = places.find((place) => !taken.some((box) => overlap(box, place)));
    const chosen = free ?? places[0] ?? boxAt(anchor.x + gap, anchor.y, width);
    taken.push(chosen);
    const labelY = (chosen.top + chosen.bottom) / 2;
    const away = Math.max(Math.abs(labelY - anchor.y), chosen.left - anchor.x, anchor.x - chosen.right);
    return { ...anchor, labelX: chosen.left, labelEnd: chosen.right, labelY, far: away > lineHeight * 1.2 };
  });
}

function candidates({ x, y }: Anchor, width: number): readonly Box[] {
  return Array.from({ length: rings }, (_, ring) => {
    const up = y - ring * lineHeight;
    const down = y + ring * lineHeight;
    const beside = ring === 0 ? 0 : Math.max(0, gap - 4 * ring);
    const starts = ring === 0 ? [x + gap, x - gap - width] : [x + beside, x - beside - width, x - width / 2];
    return starts.flatMap((start) =>
      ring === 0 ? [boxAt(start, y, width)] : [boxAt(start, up, width), boxAt(start, down, width)],
    );
  }).flat();
}

function boxAt(left: number, y: number, width: number): Box {
  return { left, right: left + width, top: y - lineHeight / 2, bottom: y + lineHeight / 2 };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
