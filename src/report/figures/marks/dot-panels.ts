import type { TopLevelSpec } from 'vega-lite';
import { type FigureSpecs, schema } from '../render/figure.ts';
import { pointsAxis, shareAxis } from './share-axis.ts';
import { axisNames, shortNames } from './short-names.ts';

/** One model in one panel: a dot with its interval, or the reason why it is absent. */
export interface Dot {
  readonly label: string;
  readonly source: 'own' | 'published';
  readonly panel: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Tooltip, and text for screen readers. */
  readonly tip: string;
}

/** A reference value of a dot: a base rate, a re-execution. */
export interface ReferenceMark {
  readonly label: string;
  readonly panel: string;
  readonly kind: string;
  readonly value: number;
  readonly tip: string;
}

export interface Panel {
  readonly name: string;
  /** Null: fitted to the values. */
  readonly domain: readonly [number, number] | null;
  /** A dashed line, such as chance; null for none. */
  readonly reference: number | null;
  readonly format: 'share' | 'difference' | 'number' | 'count';
}

interface DotPanels {
  readonly panels: readonly Panel[];
  readonly dots: readonly Dot[];
  readonly marks: readonly ReferenceMark[];
  /** Kinds of reference marks in the order of the legend. */
  readonly kinds: readonly string[];
}

export const shareDomain: readonly [number, number] = [0, 1];

/** Returns labels: own models first, then published ones, each from best to worst in the first panel; absent values last. */
function orderedLabels(dots: readonly Dot[], firstPanel: string): readonly string[] {
  const rank = ({ source, value }: Dot) => (source === 'own' ? 0 : 1e6) - (value ?? -1e5);
  const inFirst = dots.filter(({ panel }) => panel === firstPanel);
  const sorted = inFirst.toSorted((a, b) => rank(a) - rank(b) || (a.label < b.label ? -1 : 1));
  return [...new Set([...sorted, ...dots].map(({ label }) => label))];
}

const spacing = 22;
/** Pixels that all panels of a row share, without the names of the models. */
const rowWidth = 780;
const minPanelWidth = 104;
const maxPanelWidth = 480;

/** Width of a panel, and maximum width of the names beside it, where panels are below each other. */
const narrowWidth = 190;
const narrowNames = 130;

/** Returns the width of each of `count` panels, so that a row fills the page. */
function panelWidth(count: number): number {
  const share = Math.floor((rowWidth - spacing * (count - 1)) / Math.max(1, count));
  return Math.min(maxPanelWidth, Math.max(minPanelWidth, share));
}

/**
 * Returns a figure with a row per model and a panel per measure: long names stay readable, and rows compare across
 * panels.
 */
export function dotPanels(figure: DotPanels): Required<FigureSpecs> {
  return { spec: specOf(figure, 'wide'), narrow: specOf(figure, 'narrow') };
}

type Layout = 'wide' | 'narrow';

function specOf({ panels, dots, marks, kinds }: DotPanels, layout: Layout): TopLevelSpec {
  const isWide = layout === 'wide';
  const ordered = orderedLabels(dots, panels[0]?.name ?? '');
  const short = shortNames(ordered);
  const names = isWide
    ? axisNames(ordered)
    : new Map(ordered.map((label, position) => [label, short[position] ?? label]));
  const named = <T extends Dot | ReferenceMark>(row: T): T => ({ ...row, label: names.get(row.label) ?? row.label });
  const labels = [...names.values()];
  const width = isWide ? panelWidth(panels.length) : narrowWidth;
  return {
    $schema: schema,
    datasets: { dots: dots.map(named), marks: marks.map(named) },
    [isWide ? 'hconcat' : 'vconcat']: panels.map((panel, index) => ({
      title: { text: panel.name.split(': ') },
      width,
      height: { step: marks.length === 0 ? 18 : 24 },
      layer: layersOf(panel, { dots, marks, kinds, layout }),
      encoding: {
        y: {
          field: 'label',
          type: 'nominal',
          title: null,
          sort: labels,
          scale: { domain: labels },
          axis: isWide ? yAxis(index === 0) : { ...yAxis(true), labelLimit: narrowNames },
        },
      },
    })),
    spacing,
  } as unknown as TopLevelSpec; // the layers are built apart, which the typings of a literal do not follow
}

/** Returns only the layers with data: an empty layer has no scale. */
function layersOf(
  panel: Panel,
  { dots, marks, kinds, layout }: Omit<DotPanels, 'panels'> & { readonly layout: Layout },
) {
  const here = dots.filter((dot) => dot.panel === panel.name);
  const has = (source: Dot['source'], field: 'value' | 'low') =>
    here.some((dot) => dot.source === source && dot[field] !== null);
  return [
    ...(panel.reference === null ? [] : [referenceLine(panel.reference)]),
    ...(['published', 'own'] as const).flatMap((source) => [
      ...(has(source, 'low') ? [intervals(panel, source)] : []),
      ...(has(source, 'value') ? [points(panel, source)] : []),
    ]),
    ...(marks.some((mark) => mark.panel === panel.name) ? [referenceLayer(panel, kinds, layout)] : []),
    ...(here.some(({ value }) => value === null) ? [absences(panel)] : []),
  ];
}

function yAxis(labels: boolean) {
  return { grid: true, ticks: false, domain: false, labels, labelPadding: 8 };
}

const labels: Readonly<Record<Panel['format'], object>> = {
  share: shareAxis(4),
  difference: pointsAxis(4),
  number: { format: '.2~f', tickCount: 4 },
  count: { format: ',d', tickCount: 4 },
};

function xOf({ domain, format }: Panel) {
  return {
    type: 'quantitative',
    title: null,
    scale: domain === null ? { zero: true, nice: true } : { domain: [...domain], nice: false },
    axis: { ...labels[format], labelFlush: false },
  };
}

const tip = { tooltip: { field: 'tip', type: 'nominal' }, description: { field: 'tip', type: 'nominal' } };

function only(panel: Panel, more: readonly object[]) {
  return [{ filter: { field: 'panel', equal: panel.name } }, ...more];
}

function referenceLine(value: number) {
  return {
    data: { values: [{ value }] },
    mark: { type: 'rule', style: 'reference', aria: false },
    encoding: { x: { datum: value }, y: null },
  };
}

function intervals(panel: Panel, source: Dot['source']) {
  return {
    data: { name: 'dots' },
    transform: only(panel, [{ filter: { field: 'source', equal: source } }, { filter: { field: 'low', valid: true } }]),
    mark: { type: 'rule', style: `${source}-interval`, aria: false },
    encoding: { x: { field: 'low', ...xOf(panel) }, x2: { field: 'high' } },
  };
}

function points(panel: Panel, source: Dot['source']) {
  return {
    data: { name: 'dots' },
    transform: only(panel, [
      { filter: { field: 'source', equal: source } },
      { filter: { field: 'value', valid: true } },
    ]),
    mark: { type: 'point', style: source },
    encoding: { x: { field: 'value', ...xOf(panel) }, ...tip },
  };
}

function referenceLayer(panel: Panel, kinds: readonly string[], layout: Layout) {
  const channel = {
    field: 'kind',
    type: 'nominal',
    title: null,
    scale: { domain: [...kinds] },
    legend:
      layout === 'wide' ? { orient: 'top', direction: 'horizontal' } : { orient: 'bottom', direction: 'vertical' },
  };
  return {
    data: { name: 'marks' },
    transform: only(panel, []),
    // above its dot: a reference mark must not cover the score
    mark: { type: 'point', style: 'company', yOffset: -7 },
    encoding: { x: { field: 'value', ...xOf(panel) }, color: channel, shape: channel, ...tip },
  };
}

function absences(panel: Panel) {
  return {
    data: { name: 'dots' },
    transform: only(panel, [{ filter: { field: 'value', valid: false } }]),
    mark: { type: 'text', style: 'absent' },
    encoding: { x: { value: 0 }, text: { value: 'n/a' }, ...tip },
  };
}
