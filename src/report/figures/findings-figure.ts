import type { TopLevelSpec } from 'vega-lite';
import { measureName } from '../../outcome-kinds/words.ts';
import type { Finding } from '../../results/finding.ts';
import { originLimits } from '../../results/model-origin.ts';
import { resultWords } from '../../results/result-words.ts';
import { type BeyondWord, beyondWords, type Fit, fitTexts, fitWords } from '../../results/verdict.ts';
import { oneLine, shortenMiddle } from '../../util/text.ts';
import { distinctConditions, rowOrder } from '../tables/finding-numbers.ts';
import { type Figure, schema } from './figure.ts';
import { numberText } from './marks/number-text.ts';
import { axisNames, shortNames } from './marks/short-names.ts';
import { countOf, isOne } from './marks/title-words.ts';
import { scoreMark } from './marks/verdict-marks.ts';
import { themed } from './render/theme.ts';

/** Minimum number of units of a score that is drawn: the interval of fewer covers most of the axis. */
const minDrawnUnits = 20;

/** Kinds of marks beside a score, in the order of the legend. */
const kinds = [
  resultWords.bestConstantAnswer,
  resultWords.byChance,
  resultWords.label,
  resultWords.reexecution,
] as const;
type BesideKind = (typeof kinds)[number];

interface Row {
  readonly label: string;
  readonly task: string;
  /** `absent`: a score that is not drawn, with the reason as text. */
  readonly kind: 'score' | BesideKind | 'absent';
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Both words, for the mark of a score; null for the other marks. */
  readonly words: string | null;
  readonly text: string | null;
  readonly tip: string;
}

/** A panel below each other fits a phone. */
type FindingsLayout = 'wide' | 'narrow';

/** Returns the first figure of every surface: a row per model, a panel per task, with a shared axis. */
export function findingsFigure(findings: readonly Finding[], layout: FindingsLayout = 'wide'): Figure {
  const named = { name: 'findings', title: 'Scores beside what chance and a constant answer give' };
  const shown = findings.filter(isDrawn);
  if (shown.length === 0) {
    return { ...named, kind: 'absent', reason: `needs a score over at least ${minDrawnUnits} units` };
  }
  const labels = labelsOf(findings, layout);
  const rows = findings.flatMap((finding) => rowsOf(finding, labels.get(finding) ?? finding.model));
  const yes = findings.map(({ fit }) => fit === 'useful');
  return {
    ...named,
    title:
      yes.length === 1
        ? `The score is ${isOne(yes) ? '' : 'not '}shown to beat the best constant answer`
        : `${countOf(yes)} scores ${isOne(yes) ? 'is' : 'are'} shown to beat the best constant answer`,
    kind: 'drawn',
    caption: captionOf(findings, shown),
    spec: specOf(findings, rows, labels, layout),
  };
}

function isDrawn({ score }: Finding): boolean {
  return score.value !== null && score.n >= minDrawnUnits;
}

function captionOf(findings: readonly Finding[], shown: readonly Finding[]): string {
  const left = findings.length - shown.length;
  return [
    'Mark on a line: the score of a model’s predictions of itself, with its 95 % interval; shape and color show the fit; a filled mark adds to what others tell.',
    'Long tick: the score of the best constant answer on the same items. Short tick: the same predictions dealt to other items.',
    ...originLimits(findings.map(({ model }) => model)),
    ...(left === 0
      ? []
      : [`${left} of ${findings.length} scores are over fewer than ${minDrawnUnits} units and are not drawn.`]),
    ...(new Set(shown.map(panelOf)).size > 1 ? ['All panels share the axis.'] : []),
  ].join(' ');
}

/** Returns a name for each finding's row: the model, with its run where several runs have the same model and task. */
function labelsOf(findings: readonly Finding[], layout: FindingsLayout): ReadonlyMap<Finding, string> {
  const models = [...new Set(findings.map(({ model }) => model))];
  const short = shortNames(models);
  const names =
    layout === 'wide' ? axisNames(models) : new Map(models.map((model, index) => [model, short[index] ?? model]));
  const key = ({ model, experiment, condition }: Finding) => JSON.stringify([model, experiment, condition]);
  const runs = Map.groupBy(findings, key);
  const conditions = Map.groupBy(findings, ({ model, experiment, run }) => JSON.stringify([model, experiment, run]));
  const conditionOf = distinctConditions(findings.map(({ condition }) => condition));
  return new Map(
    findings.map((finding) => {
      const { model, experiment, run, condition } = finding;
      const hasConditions = (conditions.get(JSON.stringify([model, experiment, run]))?.length ?? 0) > 1;
      const parts = [
        ...(hasConditions && models.length === 1 ? [] : [oneLine(names.get(model) ?? model, 60)]),
        ...(hasConditions ? [conditionOf.get(condition) ?? condition] : []),
        ...((runs.get(key(finding))?.length ?? 0) > 1 ? [`run ${run}`] : []),
      ];
      return [finding, shortenMiddle(parts.join(' · '), maxLabel[layout])];
    }),
  );
}

function rowsOf(finding: Finding, label: string): readonly Row[] {
  const { model, task, unit, constant, chance, label: item, reexecution, fit, beyond } = finding;
  const { value: score, interval: scoreInterval, n } = finding.score;
  const text = (value: number) => numberText(value, unit);
  const place = { label, task: panelOf(finding), low: null, high: null, words: null, text: null };
  if (!isDrawn(finding) || score === null) {
    const shown = n === 0 ? 'nothing usable' : `too few (n = ${n})`;
    return [{ ...place, kind: 'absent', value: null, text: shown, tip: `${oneLine(model, 60)} · ${task} · ${shown}` }];
  }
  const row = (kind: BesideKind, value: number | null): readonly Row[] =>
    value === null ? [] : [{ ...place, kind, value, tip: `${about} · ${kind}: ${text(value)}` }];
  const interval = scoreInterval === null ? '' : ` [${text(scoreInterval[0])}, ${text(scoreInterval[1])}]`;
  const about = `${oneLine(model, 60)} · ${task}`;
  return [
    {
      ...{ ...place, kind: 'score', value: score },
      ...{ low: scoreInterval?.[0] ?? null, high: scoreInterval?.[1] ?? null },
      words: wordsOf(fit, beyond),
      tip: `${about} · score ${text(score)}${interval} · ${fit}: ${fitTexts[fit].phrase} · beyond others: ${beyond} · n = ${n}`,
    },
    ...row(resultWords.bestConstantAnswer, constant),
    ...row(resultWords.byChance, chance),
    ...row(resultWords.label, item),
    ...row(resultWords.reexecution, reexecution),
  ];
}

function panelOf({ task, measure, better }: Finding): string {
  return `${task}\n${measureName(measure)}${better === 'lower' ? ' (lower is better)' : ''}`;
}

/** Columns of a row's label: longer ones leave no room for the panels. */
const maxLabel: Readonly<Record<FindingsLayout, number>> = { wide: 36, narrow: 22 };

const widths: Readonly<Record<FindingsLayout, number>> = { wide: 640, narrow: 210 };
const spacing = 28;
/** Columns of a label beside which the panels have their full width, and the pixels that each further one takes. */
const usualLabel = 27;
const pixelsPerColumn = 6;

function specOf(
  findings: readonly Finding[],
  rows: readonly Row[],
  labels: ReadonlyMap<Finding, string>,
  layout: FindingsLayout,
): TopLevelSpec {
  const panels = [...new Set(findings.map(panelOf))].filter((panel) =>
    rows.some(({ task, kind }) => task === panel && kind === 'score'),
  );
  const columns = layout === 'wide' ? panels.length : 1;
  const present = kinds.filter((kind) => rows.some((row) => row.kind === kind));
  const low = Math.min(0, ...rows.flatMap(({ value, low: end }) => [value ?? 0, end ?? 0]));
  const high = Math.max(1, ...rows.flatMap(({ value, high: end }) => [value ?? 0, end ?? 0]));
  const x = { type: 'quantitative', title: null, scale: { domain: [low, high], nice: false }, axis: axisOf(low) };
  const drawn = new Set(rows.filter(({ kind }) => kind === 'score').map(({ label }) => label));
  const names = rowOrder(findings, (finding) => labels.get(finding) ?? finding.model);
  const order = names.filter((label) => drawn.has(label));
  const values = rows.filter(({ label, task }) => drawn.has(label) && panels.includes(task));
  const longest = Math.max(0, ...order.map(({ length }) => length));
  const taken = layout === 'wide' ? pixelsPerColumn * Math.max(0, longest - usualLabel) : 0;
  const tip = { tooltip: { field: 'tip', type: 'nominal' }, description: { field: 'tip', type: 'nominal' } };
  const channels = channelsOf(present, rows, layout);
  const isScore = { filter: { field: 'kind', equal: 'score' } };
  const isBeside = { filter: { field: 'kind', oneOf: present } };
  const encoding = { x: { field: 'value', ...x }, ...channels.beside, ...tip };
  return {
    $schema: schema,
    data: { values },
    facet: { field: 'task', type: 'nominal', title: null, sort: panels, header: headerOf(panels) },
    columns,
    spacing,
    spec: {
      width: Math.floor((widths[layout] - taken - spacing * (columns - 1)) / columns),
      height: { step: layout === 'wide' ? 26 : 24 },
      encoding: {
        y: { field: 'label', type: 'nominal', title: null, sort: order, scale: { domain: order }, axis: rowAxis },
      },
      layer: [
        {
          transform: [isScore, { filter: { field: 'low', valid: true } }],
          mark: { type: 'rule', strokeWidth: 2, aria: false },
          encoding: { x: { field: 'low', ...x }, x2: { field: 'high' }, ...channels.interval },
        },
        // one layer: a panel without one of the kinds would have a group of marks that names nothing
        ...(present.length === 0
          ? []
          : [{ transform: [isBeside], mark: { type: 'point', style: 'beside' }, encoding }]),
        ...(values.some(({ kind }) => kind === 'absent') ? [absent(low, x)] : []),
        {
          transform: [isScore],
          mark: { type: 'point', style: 'finding' },
          encoding: { x: { field: 'value', ...x }, ...channels.score, ...tip },
        },
      ],
    },
    resolve: { scale: { x: 'shared', y: 'shared' } },
  } as TopLevelSpec; // the layers are built apart, which the typings of a literal do not follow
}

/** Returns the name of a mark in the legend. */
function wordsOf(fit: Fit, beyond: BeyondWord): string {
  return beyond === 'yes' ? `${fit}, beyond others` : fit;
}

/** Returns the scales of all marks: shapes and strokes by fit or kind, fills by both words, widths of lines by kind. */
function channelsOf(present: readonly BesideKind[], rows: readonly Row[], layout: FindingsLayout) {
  const pairs = fitWords.flatMap((fit) => beyondWords.map((beyond) => ({ fit, beyond, name: wordsOf(fit, beyond) })));
  const byName = new Map(pairs.map(({ fit, beyond, name }) => [name, scoreMark(fit, beyond)]));
  const drawn = [...byName].filter(([name]) => rows.some((row) => row.words === name));
  const words = drawn.map(([name]) => name);
  const marks = drawn.map(([, mark]) => mark);
  const isTested = (kind: BesideKind) => kind === resultWords.bestConstantAnswer;
  const all = (range: readonly string[]) => ({ scale: { domain: [...words, ...present], range }, legend: null });
  const shape = all([...marks.map(({ path }) => path), ...present.map((kind) => shapes[kind])]);
  const inks = present.map((kind) => (isTested(kind) ? themed.ink : themed.muted).light);
  const stroke = all([...marks.map(({ color }) => color), ...inks]);
  const fills = marks.map(({ isFilled, color }) => (isFilled ? color : themed.background.light));
  const legend = legendOf(layout, { strokeWidth: { value: 1.6 } }); // as in the style: layers that share it must agree
  const fill = { scale: { domain: words, range: fills }, title: 'score, by fit', legend };
  const widths = present.map((kind) => (isTested(kind) ? 2 : 1.2));
  const strokeWidth = { scale: { domain: present, range: widths }, title: 'beside it', legend: legendOf(layout) };
  const nominal = (field: 'words' | 'kind', channel: object) => ({ field, type: 'nominal', ...channel });
  return {
    score: { shape: nominal('words', shape), stroke: nominal('words', stroke), fill: nominal('words', fill) },
    interval: { stroke: nominal('words', stroke), fill: nominal('words', fill) }, // its legend comes first
    beside: {
      ...{ shape: nominal('kind', shape), stroke: nominal('kind', stroke) },
      strokeWidth: { field: 'kind', type: 'ordinal', ...strokeWidth },
    },
  };
}

function legendOf(layout: FindingsLayout, more: object = {}) {
  const isWide = layout === 'wide';
  const ofScale = (name: string) => ({ value: { signal: `scale('${name}', datum.value)` } });
  return {
    ...{
      orient: 'top',
      offset: 10,
      direction: 'horizontal',
      columns: isWide ? 4 : 2,
      titleOrient: isWide ? 'left' : 'top',
    },
    encoding: { symbols: { shape: ofScale('shape'), stroke: ofScale('stroke'), ...more } },
  };
}

function absent(low: number, x: object) {
  return {
    transform: [{ filter: { field: 'kind', equal: 'absent' } }],
    mark: { type: 'text', style: 'absent' },
    encoding: { x: { datum: low, ...x }, text: { field: 'text' }, description: { field: 'tip', type: 'nominal' } },
  };
}

const shapes: Readonly<Record<BesideKind, string>> = {
  [resultWords.bestConstantAnswer]: 'M0,-1.6L0,1.6',
  [resultWords.byChance]: 'M0,-0.9L0,0.9',
  [resultWords.label]: 'M0,0L0,1.1M0,0L-0.95,-0.8M0,0L0.95,-0.8',
  [resultWords.reexecution]: 'M0,-1L0,1M-1,0L1,0',
};

const rowAxis = { grid: true, ticks: false, domain: false, labelPadding: 8 };

function axisOf(low: number) {
  return {
    format: '.1f',
    values: low < 0 ? [-1, -0.5, 0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1],
    labelExpr,
    labelFlush: false,
  };
}

/** Labels of quarters would crowd the axis. */
const labelExpr = "datum.value === 0.25 || datum.value === 0.75 ? '' : format(datum.value, '.1f')";

function headerOf(panels: readonly string[]) {
  return {
    labelExpr: "split(datum.label, '\\n')",
    labelAnchor: 'start',
    labelFontWeight: 'bold',
    labelLimit: 0,
    ...(panels.length === 0 ? {} : { labelPadding: 6 }),
  };
}
