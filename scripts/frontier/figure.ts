import type { TopLevelSpec } from 'vega-lite';
import { schema } from '../../src/report/figures/render/figure.ts';
import { wrapWords } from '../../src/report/figures/render/text-width.ts';
import { hues, themed } from '../../src/report/figures/render/theme.ts';
import { pageModels } from './models.ts';
import type { PageRow } from './page-rows.ts';
import { recordingNames } from './recordings.ts';
import { measured, number } from './texts.ts';

const title = 'How well a model’s stated confidence orders its right and wrong answers';
const subtitle =
  'A row for each model, a panel for each recording: AUROC with 95 % interval. Dashed line, 0.5: no better than chance.';

/** Sizes in pixels. */
const fontSize = 14;
const smallSize = 13;
const step = 20;
const panelWidth = 200;
/** Width of the lines of the title. */
const width = 860;

const [lowest, highest] = [0.4, 1];
/** Place of a reason without an AUROC: right of the line at one half. */
const absentAt = 0.5;

/** Marks of the figure, in the order of the legend. */
const marks = [
  'own statement',
  'own statement: incomplete or constant',
  'results of other makers on the item',
] as const;
const colors = [themed.accent.light, hues.gray, themed.ink.light];

/** Returns the marks of a row: the own statement, and other makers' results where it has an AUROC. */
function marksOf({ model, recording, auroc, others, limits }: PageRow): readonly object[] {
  const about = `${model}, ${recording}`;
  if (auroc.value === null)
    return [
      {
        model,
        recording,
        mark: 'absent',
        x: absentAt,
        text: limits.includes('ceiling') ? 'ceiling' : 'no AUROC',
        tip: `${about}: no AUROC`,
      },
    ];
  const own = { mark: limits.length === 0 ? marks[0] : marks[1], x: auroc.value };
  const [low, high] = auroc.interval ?? [null, null];
  return [
    {
      ...{ model, recording, ...own, low: low === null ? null : Math.max(lowest, low), high, text: null },
      tip: `${about}: ${own.mark}, AUROC ${measured(auroc)}`,
    },
    ...(others === null
      ? []
      : [
          {
            ...{ model, recording, mark: marks[2], x: others, low: null, high: null, text: null },
            tip: `${about}: ${marks[2]}, AUROC ${number(others, 2)}`,
          },
        ]),
  ];
}

/** Returns the figure: a row for each model, a panel for each recording, AUROC of the own statement and of other makers' accuracy. */
export function frontierFigure(rows: readonly PageRow[]): TopLevelSpec {
  const values = rows.flatMap(marksOf);
  const order = pageModels.map(({ name }) => name).filter((name) => rows.some(({ model }) => model === name));
  const x = {
    type: 'quantitative',
    title: 'AUROC on all items',
    scale: { domain: [lowest, highest], nice: false },
    axis: { format: '.1f', values: [0.4, 0.6, 0.8, 1], labelFontSize: smallSize, titleFontSize: smallSize },
  };
  const color = {
    ...{ field: 'mark', type: 'nominal', title: null },
    scale: { domain: marks, range: colors },
    legend: {
      orient: 'top',
      direction: 'horizontal',
      columns: 3,
      symbolOpacity: 1,
      labelFontSize: smallSize,
      labelLimit: 0,
    },
  };
  const shape = {
    field: 'mark',
    type: 'nominal',
    title: null,
    scale: { domain: marks, range: ['circle', 'circle', cross] },
  };
  const isMark = { filter: { field: 'mark', oneOf: marks } };
  const spec = {
    $schema: schema,
    title: {
      text: [...wrapWords(title, width, { fontSize: fontSize + 2, bold: true })],
      subtitle: [...wrapWords(subtitle, width, { fontSize, bold: false })],
      ...({ fontSize: fontSize + 2, subtitleFontSize: fontSize, anchor: 'start', frame: 'bounds', offset: 8 } as const),
    },
    data: { values },
    facet: {
      ...{ field: 'recording', type: 'nominal', title: null, sort: recordingNames },
      header: {
        labelExpr: headers,
        labelAnchor: 'start',
        labelFontWeight: 'bold',
        labelFontSize: fontSize,
        labelLimit: 0,
      },
    },
    columns: 3,
    spacing: 24,
    spec: {
      width: panelWidth,
      height: { step },
      encoding: {
        y: { field: 'model', type: 'nominal', title: null, sort: order, scale: { domain: order }, axis: rowAxis },
      },
      layer: [
        {
          mark: { type: 'rule', style: 'reference' },
          encoding: { x: { datum: 0.5, ...x }, y: { value: 0 }, y2: { value: step * order.length } },
        },
        {
          transform: [isMark, { filter: { field: 'low', valid: true } }],
          mark: { type: 'rule', strokeWidth: 2, aria: false },
          encoding: { x: { field: 'low', ...x }, x2: { field: 'high' }, color },
        },
        {
          transform: [isMark],
          mark: { type: 'point', filled: true, size: 45, opacity: 1 },
          encoding: { x: { field: 'x', ...x }, color, shape, description },
        },
        {
          transform: [{ filter: { field: 'mark', equal: 'absent' } }],
          mark: { type: 'text', style: 'absent', fontSize: smallSize },
          encoding: { x: { field: 'x', ...x }, text: { field: 'text' }, description },
        },
      ],
    },
    resolve: { scale: { x: 'shared', y: 'shared' } },
  };
  return spec as TopLevelSpec; // the layers are built apart, which the typings of a literal do not follow
}

const cross =
  'M-1,-0.25L-0.25,-0.25L-0.25,-1L0.25,-1L0.25,-0.25L1,-0.25L1,0.25L0.25,0.25L0.25,1L-0.25,1L-0.25,0.25L-1,0.25Z';

/** What is stated, below the name of the recording. */
const headers =
  "datum.value === 'atlas' ? 'atlas (0 to 100)' : datum.value === 'mmlu' ? 'mmlu (0 to 100)' : 'battery (keep or withdraw)'";

/** Says each mark with its numbers to readers that do not see it. */
const description = { field: 'tip', type: 'nominal' };

const rowAxis = { grid: true, ticks: false, domain: false, labelPadding: 8, labelFontSize: fontSize };
