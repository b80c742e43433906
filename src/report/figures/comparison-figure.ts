import type { TopLevelSpec } from 'vega-lite';
import type { TaskName } from '../../experiments/task-name.ts';
import { measureName } from '../../outcome-kinds/words.ts';
import type { Difference } from '../../results/comparison.ts';
import { isFound, isTestedContrast } from '../../results/contrast.ts';
import { counted, fixed, signedText } from '../../util/numbers.ts';
import { oneLine, shortenMiddle } from '../../util/text.ts';
import { distinctNames } from '../tables/finding-numbers.ts';
import { directedWord } from '../tables/score-meaning.ts';
import { type LegendEntry, legendRow } from './marks/legend-row.ts';
import { differenceIntervalText, differenceText } from './marks/number-text.ts';
import { ownAxes, panelDomains, signedAxis } from './marks/signed-axis.ts';
import { countOf, isOne } from './marks/title-words.ts';
import { circle, diamond } from './marks/verdict-marks.ts';
import { type Figure, schema } from './render/figure.ts';
import { textWidth, wrapWords } from './render/text-width.ts';
import { hues, themed } from './render/theme.ts';

/** Maximum number of pairs of a figure; of more, those with the smallest p. */
const maxPairs = 15;

interface Row {
  readonly label: string;
  readonly task: string;
  /** Both scores, in percent. */
  readonly a: number;
  readonly b: number;
  /** Difference, interval and detectable difference, in points. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly detectable: number | null;
  readonly text: string;
  readonly side: 'left' | 'right';
  readonly place: number;
  readonly color: string;
  readonly tip: string;
}

/**
 * Returns the figure of a comparison: for each pair both scores, then their difference with its interval, in front of a band of
 * the differences that such a comparison would usually miss.
 */
export function comparisonFigure(differences: readonly Difference[], taskOf: TaskName): Figure {
  const named = { name: 'comparison', title: 'Differences of scores on the same items' };
  const drawn = differences.filter(isDrawn);
  if (drawn.length === 0) return { ...named, kind: 'absent', reason: 'needs a tested difference of two scores' };
  const chosen = drawn.toSorted((a, b) => (a.adjusted ?? 2) - (b.adjusted ?? 2)).slice(0, maxPairs);
  const shown = drawn.filter((each) => chosen.includes(each));
  const found = differences.filter(isTestedContrast).map(isFound);
  const [only] = drawn;
  const title =
    found.length === 1 && only !== undefined
      ? sentenceOf(only)
      : `${countOf(found)} comparisons on the same items ${isOne(found) ? 'finds' : 'find'} a difference${ofMeasure(drawn)}`;
  return {
    ...named,
    title,
    kind: 'drawn',
    caption: captionOf(shown, differences),
    spec: specOf(fittingRows(shown, taskOf, sizes.wide.names), title, 'wide'),
    narrow: specOf(fittingRows(shown, taskOf, sizes.narrow.names), title, 'narrow'),
  };
}

/** Returns what all differences are of; without a name where they are of several measures. */
function ofMeasure(drawn: readonly Difference[]): string {
  const names = [...new Set(drawn.map(({ measure }) => measureName(measure)))];
  return names.length === 1 ? `: ${names[0]}` : ' of scores';
}

/** Returns a difference as a sentence with its measure and the names of both sides. */
function sentenceOf({ a, b, quantity, word, measure, better }: Difference): string {
  const names = distinctNames([a, b]);
  const [first, second] = [a, b].map((name) => shortenMiddle(oneLine(names.get(name) ?? name, 60), nameColumns.most));
  const points = fixed(100 * Math.abs(quantity.value ?? 0), 0);
  const name = measureName(measure);
  const title = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  if (word !== 'higher' && word !== 'lower') return `${title} of ${first} and ${second} on the same items: ${word}`;
  return `${title}: ${first} is ${directedWord({ word, better })} than ${second} by ${points} points on the same items`;
}

/** Tested differences of shares: scores of other units have no axis in percent. */
function isDrawn(difference: Difference): boolean {
  const { unit, quantity, means } = difference;
  return (
    isTestedContrast(difference) && unit === 'share' && quantity.value !== null && means.a !== null && means.b !== null
  );
}

function captionOf(shown: readonly Difference[], all: readonly Difference[]): string {
  const untested = all.filter((each) => !isTestedContrast(each)).length;
  const lower = shown.some(({ better }) => better === 'lower');
  return [
    'Left: the scores of both sides on the items that both have. Right: the first minus the second, with the 95 % interval.',
    'Gray band: differences so small that fewer than 4 of 5 such comparisons would find them if they were real.',
    ...(lower ? ['Where lower scores are better, a difference above 0 favors the second.'] : []),
    ...(untested === 0
      ? []
      : [`${counted(untested, 'pair without a test is', 'pairs without a test are')} not drawn.`]),
    ...(shown.length < all.length - untested
      ? [`${shown.length} of ${counted(all.length - untested, 'pair')} are drawn: those with the smallest p.`]
      : []),
  ].join(' ');
}

/** Columns of a name in a label: at most, and at least. */
const nameColumns = { most: 24, least: 7 };

/** Returns the rows with the longest names of which every label fits into `width` pixels. */
function fittingRows(shown: readonly Difference[], taskOf: TaskName, width: number): readonly Row[] {
  for (let columns = nameColumns.most; ; columns -= 1) {
    const rows = rowsOf(shown, taskOf, columns);
    if (columns <= nameColumns.least || rows.every(({ label }) => textWidth(label, { fontSize, bold: false }) <= width))
      return rows;
  }
}

function rowsOf(shown: readonly Difference[], taskOf: TaskName, maxName: number): readonly Row[] {
  const names = distinctNames(shown.flatMap(({ a, b }) => [a, b]));
  const nameOf = (name: string) => shortenMiddle(oneLine(names.get(name) ?? name, 60), maxName);
  return shown.map((each): Row => {
    const { a, b, quantity, means, detectable, word, experiment, condition, unit, measure } = each;
    const value = quantity.value ?? 0;
    const [low, high] = quantity.interval ?? [value, value];
    const isLeft = value < 0;
    const sides = `${oneLine(a, 60)} − ${oneLine(b, 60)}`;
    const percent = (share: number | null) => `${fixed(100 * (share ?? 0), 0)} %`;
    return {
      label: `${nameOf(a)} − ${nameOf(b)}`,
      task: `${taskOf(experiment)}: ${measureName(measure)}`,
      ...{ a: 100 * (means.a ?? 0), b: 100 * (means.b ?? 0) },
      ...{ value: 100 * value, low: 100 * low, high: 100 * high },
      detectable: detectable === null ? null : 100 * detectable,
      text: signedText(100 * value, 0),
      ...{ side: isLeft ? 'left' : 'right', place: 100 * (isLeft ? low : high) },
      color: isFound(each) ? hues.blue : hues.gray,
      tip: `${sides} · ${taskOf(experiment)}, ${measureName(measure)}, ${oneLine(condition, 60)} · ${percent(means.a)} and ${percent(means.b)} · ${differenceIntervalText(value, quantity.interval, unit)} · ${isFound(each) ? directedWord(each) : word}${detectable === null ? '' : ` · detectable: ${differenceText(detectable, unit).slice(1)}`}`,
    };
  });
}

type Layout = 'wide' | 'narrow';

const fontSize = 14;
const smallSize = 13;
const namePadding = 10;
const valueRoom = 46;
const spacing = 28;
const sizes = { wide: { width: 1100, names: 330 }, narrow: { width: 328, names: 155 } } as const;

function specOf(rows: readonly Row[], title: string, layout: Layout): TopLevelSpec {
  const { width, names } = sizes[layout];
  const widest = Math.max(...rows.map(({ label }) => textWidth(label, { fontSize, bold: false })));
  const nameWidth = Math.min(names, Math.ceil(widest));
  const free = width - nameWidth - namePadding;
  const isWide = layout === 'wide';
  const scores = isWide ? Math.floor((free - spacing) * 0.4) : free;
  const differences = isWide ? free - spacing - scores : free;
  const tasks = [...Map.groupBy(rows, ({ task }) => task)];
  const { ends, isShared } = panelDomains(
    tasks.map(([, own]) => own.map((row) => ({ ...row, low: Math.min(row.low, -(row.detectable ?? 0)) }))),
    differences / 2 / (differences / 2 - valueRoom),
  );
  return {
    $schema: schema,
    title: {
      text: wrapWords(title, width, { fontSize: fontSize + 2, bold: true }),
      ...(isShared ? {} : { subtitle: ownAxes }),
      ...{ fontSize: fontSize + 2, subtitleFontSize: fontSize, anchor: 'start', frame: 'bounds', offset: 8 },
    },
    spacing: 22,
    vconcat: [
      legendRow(legendOf(rows), { start: -nameWidth - namePadding, width, fontSize: smallSize }),
      ...tasks.map(([task, own], index) => ({
        spacing,
        [isWide ? 'hconcat' : 'vconcat']: [
          { ...panelOf(own, { width: scores, nameWidth, hasLabels: true }), ...scoresPanel(task, scores) },
          {
            ...panelOf(own, { width: differences, nameWidth, hasLabels: !isWide }),
            ...differencePanel(ends[index] ?? 1, differences),
          },
        ],
      })),
    ],
  } as TopLevelSpec; // the parts are built apart, which the typings of a literal do not follow
}

function panelOf(
  rows: readonly Row[],
  { width, nameWidth, hasLabels }: { readonly width: number; readonly nameWidth: number; readonly hasLabels: boolean },
): object {
  const labels = [...new Set(rows.map(({ label }) => label))];
  const axis = { grid: true, ticks: false, domain: false, labelPadding: namePadding, labelFontSize: fontSize };
  return {
    ...{ width, height: { step: rows.length <= 6 ? 34 : 26 }, data: { values: rows } },
    encoding: {
      y: {
        ...{ field: 'label', type: 'nominal', title: null, sort: labels, scale: { domain: labels } },
        axis: { ...axis, labels: hasLabels, labelLimit: nameWidth + 2 },
      },
    },
  };
}

const described = { tooltip: { field: 'tip', type: 'nominal' }, description: { field: 'tip', type: 'nominal' } };
const titleSizes = { fontSize, subtitleFontSize: smallSize, offset: 6 };

function scoresPanel(task: string, width: number): object {
  const x = {
    type: 'quantitative',
    title: 'score, %',
    scale: { domain: [0, 100], nice: false },
    axis: {
      tickCount: Math.floor(width / 60),
      ...{ labelFlush: false, labelFontSize: smallSize, titleFontSize: smallSize, titlePadding: 6 },
    },
  };
  const dot = (field: 'a' | 'b') => ({
    mark: {
      ...{ type: 'point', style: 'finding', shape: circle, stroke: themed.ink.light },
      fill: field === 'a' ? themed.ink.light : themed.background.light,
    },
    encoding: { x: { field, ...x }, ...described },
  });
  return {
    title: { text: wrapWords(task, width, { fontSize, bold: true }), ...titleSizes },
    layer: [
      {
        mark: { type: 'rule', style: 'published-interval', aria: false },
        encoding: { x: { field: 'a', ...x }, x2: { field: 'b' } },
      },
      dot('b'),
      dot('a'),
    ],
  };
}

function differencePanel(domain: number, width: number): object {
  const x = {
    type: 'quantitative',
    title: 'points, first minus second',
    scale: { domain: [-domain, domain], nice: false },
    axis: signedAxis(domain, { width, fontSize: smallSize }),
  };
  const color = { field: 'color', type: 'nominal', scale: null };
  const value = (side: Row['side']) => ({
    transform: [{ filter: `datum.side === '${side}'` }],
    mark: {
      ...{ type: 'text', style: 'value', fontSize, aria: false },
      ...(side === 'right' ? { align: 'left', dx: 7 } : { align: 'right', dx: -7 }),
    },
    encoding: { x: { field: 'place', ...x }, text: { field: 'text' } },
  });
  return {
    title: { text: 'difference', ...titleSizes },
    layer: [
      {
        transform: [{ filter: 'isValid(datum.detectable)' }, { calculate: '-datum.detectable', as: 'missed' }],
        mark: { type: 'bar', style: 'band', height: 16, aria: false },
        encoding: { x: { field: 'missed', ...x }, x2: { field: 'detectable' } },
      },
      { mark: { type: 'rule', style: 'zero', aria: false }, encoding: { x: { datum: 0, ...x }, y: null } },
      {
        mark: { type: 'rule', strokeWidth: 2.5, aria: false },
        encoding: { x: { field: 'low', ...x }, x2: { field: 'high' }, stroke: color },
      },
      {
        mark: { type: 'point', style: 'finding', shape: diamond },
        encoding: { x: { field: 'value', ...x }, stroke: color, fill: color, ...described },
      },
      value('left'),
      value('right'),
    ],
  };
}

const bandPath = 'M-1,-0.7L1,-0.7L1,0.7L-1,0.7Z';

function legendOf(rows: readonly Row[]): readonly LegendEntry[] {
  const { ink, background, grid } = themed;
  const mark = (color: string, text: string) => ({ path: diamond, color, fill: color, text });
  const score = { path: circle, color: ink.light };
  return [
    { ...score, fill: ink.light, text: 'score of the first' },
    { ...score, fill: background.light, text: 'score of the second' },
    ...(rows.some(({ color }) => color === hues.blue) ? [mark(hues.blue, 'difference found')] : []),
    ...(rows.some(({ color }) => color === hues.gray) ? [mark(hues.gray, 'no difference found')] : []),
    ...(rows.some(({ detectable }) => detectable !== null)
      ? [{ path: bandPath, color: grid.light, fill: grid.light, text: 'too small to be found reliably' }]
      : []),
  ];
}
