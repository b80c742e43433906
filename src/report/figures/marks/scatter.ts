import type { TopLevelSpec } from 'vega-lite';
import { schema } from '../figure.ts';
import type { Dot } from './dot-panels.ts';
import { dotsOf } from './estimate-dots.ts';
import type { FigureRows, Wanted } from './figure-rows.ts';
import { placeLabels } from './place-labels.ts';
import { shortNames } from './short-names.ts';

const area = { width: 700, height: 440 };

interface Point {
  readonly label: string;
  readonly source: Dot['source'];
  readonly x: number;
  readonly y: number;
  readonly tip: string;
}

type Domain = readonly [number, number];

interface Axes {
  readonly xTitle: string;
  readonly yTitle: string;
  /** Position of a dashed horizontal line; null for none. */
  readonly reference: number | null;
}

interface Scatter {
  /** A positive quantity, on a logarithmic axis. */
  readonly x: Wanted;
  readonly y: Wanted & { readonly reference?: number };
  readonly xTitle: string;
  readonly yTitle: string;
}

/** Returns a figure of models as points of two measures, the first on a logarithmic axis; null where no model has both. */
export function scatterFigure(rows: FigureRows, { x, y, xTitle, yTitle }: Scatter): TopLevelSpec | null {
  const points = pointsOf(dotsOf(rows, y), dotsOf(rows, x), x.panel);
  return points.length === 0 ? null : scatter(points, { xTitle, yTitle, reference: y.reference ?? null });
}

function pointsOf(heights: readonly Dot[], counts: readonly Dot[], panel: string): readonly Point[] {
  return heights.flatMap((dot) => {
    const count = counts.find(({ label, source }) => label === dot.label && source === dot.source)?.value ?? null;
    if (dot.value === null || count === null || count <= 0) return [];
    const { label, source, value } = dot;
    const tip = `${dot.tip} · ${panel}: ${count.toFixed(1)}`;
    return [{ label, source, x: count, y: value, tip }];
  });
}

function scatter(points: readonly Point[], { xTitle, yTitle, reference }: Axes): TopLevelSpec {
  const powers = domainOf(
    points.map((point) => Math.log10(point.x)),
    0.08,
  );
  const shares = domainOf([...(reference === null ? [] : [reference]), ...points.map(({ y }) => y)], 0.06);
  const x = {
    field: 'x',
    type: 'quantitative',
    title: xTitle,
    scale: { type: 'log', domain: powers.map((power) => 10 ** power), nice: false },
    axis: { format: '~s', values: ticks(powers) },
  };
  const y = {
    field: 'y',
    type: 'quantitative',
    title: yTitle,
    scale: { domain: [...shares], nice: false, zero: false },
    axis: { format: '.2f' },
  };
  return {
    $schema: schema,
    ...area,
    datasets: { points: [...points], labels: [...labelled(points, powers, shares)] },
    layer: [
      ...(reference === null ? [] : [referenceRule(reference)]),
      leaders(x, y),
      ...(['published', 'own'] as const)
        .filter((source) => points.some((point) => point.source === source))
        .map((source) => pointLayer(source, x, y)),
      writtenNames(x, y),
    ],
  } as TopLevelSpec; // the layers are built apart, which the typings of a literal do not follow
}

function referenceRule(value: number) {
  return {
    data: { values: [{}] },
    mark: { type: 'rule', style: 'reference', aria: false },
    encoding: { y: { datum: value } },
  };
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
function labelled(points: readonly Point[], powers: Domain, shares: Domain) {
  const names = plainNames(points);
  const anchors = points.map((point, index) => ({
    x: ((Math.log10(point.x) - powers[0]) / (powers[1] - powers[0])) * area.width,
    y: (1 - (point.y - shares[0]) / (shares[1] - shares[0])) * area.height,
    text: names[index] ?? point.label,
  }));
  const xAt = (pixel: number) => 10 ** (powers[0] + (pixel / area.width) * (powers[1] - powers[0]));
  return placeLabels(anchors, area).map(({ text, far, labelX, labelEnd, labelY, x }, index) => ({
    name: text,
    far,
    x: points[index]?.x,
    y: points[index]?.y,
    textX: xAt(labelX),
    nearX: xAt(Math.min(labelEnd, Math.max(labelX, x))),
    textY: shares[0] + (1 - labelY / area.height) * (shares[1] - shares[0]),
  }));
}

/** Returns short names; a model and its published namesake differ by their dots. */
function plainNames(points: readonly Point[]): readonly string[] {
  const own = points.filter(({ source }) => source === 'own').map(({ label }) => label);
  const short = new Map(shortNames(own).map((name, index) => [own[index], name]));
  return points.map(({ label }) => short.get(label) ?? label.replace(/ \(published\)$/, ''));
}

function domainOf(values: readonly number[], margin: number): Domain {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const reserve = Math.max(high - low, 0.1) * margin;
  return [low - reserve, high + reserve];
}

/** Returns 1, 2 and 5 times powers of ten inside a domain of powers. */
function ticks([low, high]: Domain): readonly number[] {
  const first = Math.floor(low);
  const powers = Array.from({ length: Math.ceil(high) - first + 1 }, (_, step) => first + step);
  return powers
    .flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power))
    .filter((tick) => Math.log10(tick) >= low && Math.log10(tick) <= high);
}
