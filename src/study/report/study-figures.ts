import { minGroupRows } from '../../analyze/categorical/categorical-layout.ts';
import { type CurvePoint, curvePanels } from '../../report/figures/marks/curve-panels.ts';
import { type HeatMapCell, heatMap } from '../../report/figures/marks/heat-map.ts';
import { numberText } from '../../report/figures/marks/number-text.ts';
import type { Figure } from '../../report/figures/render/figure.ts';
import { displayNames } from '../../results/display-names.ts';
import type { Quantity } from '../../results/quantity.ts';
import type { StudyResult } from '../../results/study-result.ts';
import { mean } from '../../stats/moments.ts';
import { percentText } from '../../util/numbers.ts';
import { learnedValues } from '../analyses/rows.ts';
import { estimatePanels, panelValues } from './estimate-panels.ts';
import { ladderStudyFigure } from './ladder-section.ts';
import { reasoningFigure } from './reasoning-section.ts';
import { modelLabels, StudyNames } from './study-cells.ts';
import { whoSectionId } from './study-sections.ts';

/** A figure of a study, with the section whose tables hold its numbers. */
export interface StudyFigure {
  readonly section: string;
  readonly figure: Figure;
}

/** Draws the figures of a study. `study`: its id, for the names of the files. */
export function studyFigures(study: string, result: StudyResult): readonly StudyFigure[] {
  const names = new StudyNames(result);
  const suffix = study.slice(0, 8);
  const named = (kind: string) => `study-${kind}-${suffix}`;
  return [
    { section: whoSectionId, figure: predictionMatrix(result, named('matrix')) },
    { section: whoSectionId, figure: differencesFigure(result, names, named('differences')) },
    { section: 'properties', figure: propertyFigure(result, names, named('properties')) },
    { section: 'calibration', figure: calibrationFigure(result, names, named('calibration')) },
    { section: 'ladder', figure: ladderStudyFigure(result, names, named('ladder')) },
    ...(result.reasoning === undefined
      ? []
      : [{ section: 'reasoning', figure: reasoningFigure(result.reasoning, names, named('reasoning')) }]),
  ];
}

function differencesFigure({ pairs }: StudyResult, { label }: StudyNames, name: string): Figure {
  const title = 'Do the models predict themselves better than each other?';
  const values = pairs.flatMap(({ a, b, I, E, plain, meanGain }) => {
    const panel = `${label(a)} and ${label(b)}`;
    const at = (row: string) => ({ panel, row, series: 'difference' });
    return [
      ...panelValues(at('I, double difference'), I.quantity, 'difference'),
      ...panelValues(at('E, excess'), E.quantity, 'difference'),
      ...plain.flatMap((each) =>
        panelValues(at(`${label(each.a)} minus ${label(each.b)}, about ${label(each.a)}`), each.quantity, 'difference'),
      ),
      ...panelValues(at('mean gain of training'), meanGain, 'difference'),
    ];
  });
  if (values.length === 0) return { kind: 'absent', name, title, reason: 'no pair has enough rows' };
  const ends = values.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]);
  return {
    kind: 'drawn',
    name,
    title,
    caption:
      'Differences of shares of right predictions in points, with 95 % intervals. The dashed line is zero: no difference.',
    ...estimatePanels({
      values,
      series: ['difference'],
      tick: null,
      domain: [Math.min(-0.1, ...ends.map((end) => end - 0.03)), Math.max(0.1, ...ends.map((end) => end + 0.03))],
      unit: 'difference',
      xTitle: 'points',
    }),
  };
}

const propertySeries = ['by itself', 'by the other', displayNames.baseRate] as const;

/** The paper's figure: how well a model predicts each property of itself, and how well the other model predicts it. */
function propertyFigure({ properties, pairs }: StudyResult, { label }: StudyNames, name: string): Figure {
  const title = 'Each property: predicted by the model itself and by the other model';
  const drawn = properties.filter(({ rows }) => rows >= minGroupRows);
  const values = drawn.flatMap(({ target, other, property, self, cross, mode }) => {
    const panel =
      pairs.length === 1 ? `about ${label(target)}` : `about ${label(target)}, the other is ${label(other)}`;
    const at = (series: (typeof propertySeries)[number]) => ({ panel, row: property, series });
    const known: Quantity = { value: mode, interval: null, n: 0, clusters: 0, missing: null };
    return [
      ...panelValues(at('by itself'), self),
      ...panelValues(at('by the other'), cross),
      ...panelValues(at(displayNames.baseRate), known),
    ];
  });
  if (values.length === 0) return { kind: 'absent', name, title, reason: 'no pair has enough rows' };
  return {
    kind: 'drawn',
    name,
    title,
    caption:
      'Share of correct predictions about each model, with 95 % intervals that are not adjusted over properties. By itself: the model trained on its own answers. By the other: the other model, trained on the same answers. Tick: the base rate.',
    ...estimatePanels({
      values,
      series: propertySeries,
      tick: displayNames.baseRate,
      unit: 'share',
      domain: [0, 1],
      xTitle: 'share of right predictions',
    }),
  };
}

/** Minimum number of values in a bin that is drawn. */
const minBinValues = 20;

function calibrationFigure({ reliability, predictors }: StudyResult, names: StudyNames, name: string): Figure {
  const title = 'Predicted against observed frequency';
  const left = predictors
    .filter(({ arm }) => arm === 'scramble' || arm === 'shifted')
    .map(({ predictor }) => predictor);
  const points = reliability
    .filter(({ predictor }) => !left.includes(predictor))
    .flatMap(({ predictor, target, bins }) =>
      bins
        .filter(({ n }) => n >= minBinValues)
        .map(({ n, predicted, observed }): CurvePoint => {
          const place = { panel: `about ${names.label(target)}`, series: names.predictor(predictor) };
          const tip = `${place.series}, ${place.panel} · predicted ${percentText(predicted)}, observed ${percentText(observed)} · ${n} values`;
          return { ...place, x: predicted, y: observed, low: null, high: null, n, tip };
        }),
    );
  if (points.length === 0) {
    const reason = `needs \`samples\` of 3 or more, \`predictionSamples\` of 2 or more, and ${minBinValues} values of about one predicted share`;
    return { kind: 'absent', name, title, reason };
  }
  return {
    kind: 'drawn',
    name,
    title,
    caption: `Values of the prompts in bins of their share in predictions; larger marks have more values, and bins of fewer than ${minBinValues} are not drawn. On the dashed line, values occur as often as predicted.`,
    ...curvePanels({ points, xTitle: 'predicted share', yTitle: 'observed share', axis: 'share' }),
  };
}

type Accuracy = StudyResult['predictors'][number];

/** The rows of the matrix, in blocks of one way to train. */
const blocks: readonly { readonly name: string; readonly has: (entry: Accuracy) => boolean }[] = [
  { name: 'trained', has: ({ arm, trainedOn, target }) => learnedValues(arm) && trainedOn === target },
  { name: 'scrambled', has: ({ arm, trainedOn, target }) => arm === 'scramble' && trainedOn === target },
  { name: 'untrained', has: ({ arm }) => arm === 'untrained' },
];

/** Returns whether no arm was trained more than once. */
function isTrainedOnce(used: StudyResult['predictors']): boolean {
  const trained = blocks.filter(({ name }) => name === 'trained');
  const own = used.filter((entry) => trained.some(({ has }) => has(entry)));
  const copies = Map.groupBy(own, ({ base, target }) => JSON.stringify([base, target]));
  return copies.size > 0 && [...copies.values()].every(({ length }) => length === 1);
}

/**
 * Draws the matrix S of a study: how often each model, trained on each target, is right about it. Below it the same models
 * trained on permuted labels, and untrained. Shares are means over groups of task and property, as in the verdicts.
 */
export function predictionMatrix({ predictors: used }: Pick<StudyResult, 'predictors'>, name: string): Figure {
  const title = 'Who predicts whom, by training';
  const targets = [...new Set(used.map(({ target }) => target))];
  const bases = [...new Set(used.map(({ base }) => base))];
  const label = modelLabels([...targets, ...bases]);
  const absences = new Set<string>();
  const cells = blocks.flatMap(({ name: block, has }) =>
    bases.flatMap((base) => {
      const own = used.filter((entry) => entry.base === base && has(entry));
      if (own.length === 0) return [];
      return targets.map((target): HeatMapCell => {
        const { value, reason } = meanAccuracy(own.filter((entry) => entry.target === target));
        const row = `${label(base)}, ${block}`;
        const shown = value === null ? (reason ?? 'n/a') : numberText(value, 'share');
        const tip = `${row}, about ${label(target)}: ${shown}`;
        if (value === null) absences.add(reason ?? 'not measured');
        const outlined = block === 'trained' && base === target;
        return {
          row,
          column: label(target),
          value,
          text: value === null ? 'n/a' : percentText(value, 0),
          tip,
          outlined,
        };
      });
    }),
  );
  const known = cells.flatMap(({ value }) => (value === null ? [] : [value]));
  if (targets.length < 2 || !cells.some(({ outlined, value }) => outlined && value !== null)) {
    const reason = `needs two targets with ${minGroupRows} rows of a task and property or more, and their trained models`;
    return { kind: 'absent', name, title, reason };
  }
  return {
    kind: 'drawn',
    name,
    title,
    caption: `Share of right predictions about each column’s answers, mean over groups of task and property with ${minGroupRows} rows or more. Trained: on the column’s own values; scrambled: on the same values, permuted; outlined: a model about itself. Self-knowledge shows as an outlined cell that is higher than its row and its column make likely.${isTrainedOnce(used) ? ' Each arm was trained once, so the study has no verdict: the cells are about single copies.' : ''}${absences.size === 0 ? '' : ` n/a: ${[...absences].join('; ')}.`}`,
    ...heatMap({
      cells,
      rows: [...new Set(cells.map(({ row }) => row))],
      columns: targets.map(label),
      rowTitle: 'predictions of',
      columnTitle: 'answers of',
      domain: [Math.min(...known), Math.max(...known)],
      diverging: false,
      isShare: true,
      legend: 'share of right predictions',
      outlined: 'a model about itself',
      notes: [
        ...(cells.some(({ row }) => row.endsWith(', scrambled')) ? ['scrambled: trained on permuted values'] : []),
        ...(absences.size === 0 ? [] : [`n/a: ${[...absences].join('; ')}`]),
      ],
      title,
    }),
  };
}

/** Returns the mean accuracy over training runs, or why there is none. */
function meanAccuracy(entries: readonly Accuracy[]): { readonly value: number | null; readonly reason: string | null } {
  if (entries.length === 0) return { value: null, reason: 'not asked about this target' };
  const withheld = entries.find(({ accuracy }) => accuracy.value === null);
  if (withheld !== undefined) return { value: null, reason: withheld.accuracy.missing };
  return { value: mean(entries.flatMap(({ accuracy }) => accuracy.value ?? [])), reason: null };
}
