import type { TopLevelSpec } from 'vega-lite';
import { namesText } from '../../analyze/findings/results-sentences.ts';
import { displayNames } from '../../results/display-names.ts';
import type { Finding } from '../../results/finding.ts';
import { originLimits } from '../../results/model-origin.ts';
import { type BeyondWord, fitLegends, fitTexts, fitWords, isTested } from '../../results/verdict.ts';
import { signedText } from '../../util/numbers.ts';
import { oneLine, shortenMiddle } from '../../util/text.ts';
import { distinctConditions, rangeText, rowOrder, scoreIntervalText } from '../tables/finding-numbers.ts';
import { notRun } from '../tables/verdict-table.ts';
import { type LegendEntry, legendRow } from './marks/legend-row.ts';
import { shortNames } from './marks/short-names.ts';
import { ownAxes, panelDomains, signedAxis, symmetricDomain } from './marks/signed-axis.ts';
import { countOf, isOne } from './marks/title-words.ts';
import { circle, scoreMark } from './marks/verdict-marks.ts';
import { type Figure, schema } from './render/figure.ts';
import { textWidth, wrapWords } from './render/text-width.ts';
import { themed } from './render/theme.ts';

/** A score with a verdict, or why a model has none in a panel. */
interface Row {
  readonly label: string;
  readonly kind: 'score' | 'absent';
  /** Points by which the score is better than the best constant answer, with the interval of this difference; without one, no bar. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Value, or reason, as text; where the text begins or ends, and on which side of it the mark is. */
  readonly text: string;
  readonly side: 'left' | 'right';
  readonly place: number | null;
  readonly path: string | null;
  readonly color: string | null;
  readonly fill: string | null;
  readonly tip: string;
}

interface Panel {
  readonly title: string;
  readonly findings: readonly Finding[];
  readonly rows: readonly Row[];
  readonly scale: Scale;
  /** Whether values are points of a share; other panels have an axis of their own. */
  readonly isShare: boolean;
}

/** A panel below each other fits a phone. */
type FindingsLayout = 'wide' | 'narrow';

/** Sizes in pixels: of the whole figure at most, and of its text. */
interface Sizes {
  readonly width: number;
  readonly fontSize: number;
  readonly smallSize: number;
  /** Maximum width of the models' names. */
  readonly names: number;
  readonly panelsInRow: number;
  readonly step: number;
}

const spacing = 28;
/** Maximum width of a panel: a figure of few panels is as wide as these. */
const maxPanelWidth = 440;
/** Rows up to which a figure has room for taller rows. */
const fewRows = 6;

function sizesOf(layout: FindingsLayout, rows: number): Sizes {
  return layout === 'wide'
    ? { width: 1100, fontSize: 14, smallSize: 13, names: 250, panelsInRow: 4, step: rows <= fewRows ? 34 : 26 }
    : { width: 328, fontSize: 14, smallSize: 13, names: 155, panelsInRow: 1, step: 26 };
}

/** Returns what the figure shows. Right of the line is better, also of errors. */
function questionOf(panels: readonly Panel[]): string {
  const sides = new Set(
    panels.map(({ scale }) => `${sizesIn(scale)} ${isLowerBetter(scale) ? 'better or worse than' : 'above or below'}`),
  );
  return `Score of a model’s predictions of itself, in ${[...sides].join(', or ')} the best constant answer (such as “always no”), with 95 % interval.`;
}

type Scale = Pick<Finding, 'unit' | 'better'>;

/** Returns what values beside the best constant answer are counted in. */
function sizesIn({ unit }: Scale): string {
  return unit === 'share' ? 'points' : unit;
}

function isLowerBetter({ better }: Scale): boolean {
  return better === 'lower';
}

/** Returns what is right of the line: `points above`, `doublings better than`. */
function sideText(scale: Scale): string {
  return `${sizesIn(scale)} ${isLowerBetter(scale) ? 'better than' : 'above'}`;
}

/**
 * Returns the first figure of every surface: a row for each model, a panel for each task; what each score has above the best
 * constant answer, which is the line in the middle.
 */
export function findingsFigure(findings: readonly Finding[]): Figure {
  const named = { name: 'findings', title: 'Scores above the best constant answer' };
  const shown = findings.filter(isDrawn);
  if (shown.length === 0) return { ...named, kind: 'absent', reason: 'needs a score with a verdict' };
  const yes = shown.map(({ fit }) => fit === 'useful');
  const title =
    yes.length === 1
      ? `The score is ${isOne(yes) ? '' : 'not '}shown to beat the best constant answer`
      : `${countOf(yes)} scores ${isOne(yes) ? 'is' : 'are'} shown to beat the best constant answer`;
  const specs = { spec: specOf(findings, 'wide', title), narrow: specOf(findings, 'narrow', title) };
  return { ...named, title, kind: 'drawn', caption: captionOf(findings, shown), ...specs };
}

function isDrawn({ fit, aboveConstant }: Finding): boolean {
  return isTested(fit) && aboveConstant !== null && aboveConstant.value !== null;
}

/** Why a mark has no bar: the best constant answer has the units of the score, of which only too few can differ. */
const noBar = 'no bar: too few items differ for an interval';

/** Returns why marks have no bar, as a line of the picture; none where each has one. */
function noBarLines(shown: readonly Finding[]): readonly string[] {
  return shown.some(({ aboveConstant }) => aboveConstant?.interval === null) ? [noBar] : [];
}

/** Returns what the words in place of a mark mean, as lines of the picture. */
function withoutVerdictLines(rows: readonly Row[]): readonly string[] {
  const shown = new Set(rows.filter(({ kind }) => kind === 'absent').map(({ text }) => text));
  return fitWords.filter((word) => shown.has(word)).map((word) => `${word}: ${fitTexts[word].phrase}`);
}

function captionOf(findings: readonly Finding[], shown: readonly Finding[]): string {
  const left = findings.length - shown.length;
  return [
    'Each mark is a score minus that of the best constant answer on the same items (the line at 0); the bar is the 95 % interval of this difference, with missing answers at their worst.',
    ...(shown.some(isLowerBetter) ? ['Where lower scores are better, a mark right of the line is a lower score.'] : []),
    'Shape and color show the fit, a filled mark that predictions add to what others tell. By chance: the same predictions shuffled among the items; a fit is tested against these, not against the line, so that a mark right of the line may show no sign, and one left of it may be informative.',
    ...(shown.some(({ reexecution }) => reexecution !== null)
      ? ['Re-execution: how well a second execution predicts the first.']
      : []),
    ...(shown.some(isBesideAnother)
      ? [
          'Useful needs every constant answer to be beaten: one that scores less may be harder to beat than the best one.',
        ]
      : []),
    ...(shown.some(isAboveWithoutWord)
      ? ['A bar right of the line can lack the word useful: words are adjusted for the number of scores, bars are not.']
      : []),
    ...(left === 0
      ? []
      : [
          `${left} of ${findings.length} scores ${left === 1 ? 'has' : 'have'} no verdict and no mark${unnamed(findings, shown)}.`,
        ]),
    ...originLimits(findings.map(({ model }) => model)),
  ].join(' ');
}

/** Returns the models without a mark that have no row either, as a clause; empty where there is none. */
function unnamed(findings: readonly Finding[], shown: readonly Finding[]): string {
  const drawn = new Set(shown.map(({ model }) => model));
  const absent = [...new Set(findings.map(({ model }) => model))].filter((model) => !drawn.has(model));
  return absent.length === 0 ? '' : ` (${namesText(absent)})`;
}

/** Returns a name for each finding's row: the model, with its run where several runs have the same model and task. */
function labelsOf(findings: readonly Finding[], layout: FindingsLayout): ReadonlyMap<Finding, string> {
  const models = [...new Set(findings.map(({ model }) => model))];
  const short = shortNames(models);
  const names = new Map(models.map((model, index) => [model, short[index] ?? model]));
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

/** Columns of a row's label: longer ones leave no room for the panels. */
const maxLabel: Readonly<Record<FindingsLayout, number>> = { wide: 30, narrow: 17 };

function panelsOf(findings: readonly Finding[], labels: ReadonlyMap<Finding, string>): readonly Panel[] {
  const order = rowOrder(findings, (finding) => labels.get(finding) ?? finding.model);
  const panels = [...Map.groupBy(findings, ({ task, measure }) => JSON.stringify([task, measure])).values()];
  return panels
    .filter((of) => of.some(isDrawn))
    .map((of): Panel => {
      const drawnLast = of.toSorted((a, b) => Number(isDrawn(a)) - Number(isDrawn(b)));
      const byLabel = new Map(drawnLast.map((finding) => [labels.get(finding) ?? finding.model, finding]));
      const [first] = of;
      return {
        title: first?.task ?? '',
        findings: of,
        rows: order.map((label) => rowOf(label, byLabel.get(label))),
        scale: first ?? { unit: 'share', better: 'higher' },
        isShare: first?.unit === 'share',
      };
    });
}

function rowOf(label: string, finding: Finding | undefined): Row {
  const empty = { label, kind: 'absent', value: null, low: null, high: null, side: 'right', place: null } as const;
  const unmarked = { path: null, color: null, fill: null };
  if (finding === undefined) return { ...empty, ...unmarked, text: notRun, tip: `${label} · ${notRun}` };
  const { model, task, fit, beyond, score, aboveConstant, unit, reason } = finding;
  const about = `${oneLine(model, 60)} · ${task}`;
  if (!isDrawn(finding) || aboveConstant === null || aboveConstant.value === null) {
    const why = isTested(fit) ? 'no constant answer' : fit;
    return { ...empty, ...unmarked, text: why, tip: `${about} · ${why}: ${reason ?? fitTexts[fit].phrase}` };
  }
  const scale = unit === 'share' ? 100 : 1;
  const drawnEnd = (end: number) => Number((scale * end).toPrecision(9));
  const value = drawnEnd(aboveConstant.value);
  const [low, high] = (aboveConstant.interval ?? []).map(drawnEnd);
  const { path, color, isFilled } = scoreMark(fit, beyond);
  const text = signedText(value, scale === 100 ? 0 : 2);
  return {
    ...{ label, kind: 'score', value, low: low ?? value, high: high ?? value, text },
    ...(value < 0 ? { side: 'left', place: low ?? value } : { side: 'right', place: high ?? value }),
    ...{ path, color, fill: isFilled ? color : themed.background.light },
    tip: `${about} · ${text} ${sideText(finding)} the best constant answer${low === undefined ? ` (${noBar})` : ''} · score ${scoreIntervalText(finding)} · ${fit}: ${fitTexts[fit].phrase} · beyond others: ${beyond} · n = ${score.n}`,
  };
}

/** Returns whether the constant answer that is hardest to beat is another one than the best: the difference to it is another. */
function isBesideAnother({ aboveConstant, rungs: { useful } }: Finding): boolean {
  if (useful.kind !== 'tested' || useful.estimate?.value == null || aboveConstant?.value == null) return false;
  return Math.abs(useful.estimate.value - aboveConstant.value) > 1e-6;
}

/** Whether the whole bar is above the best constant answer, and the word is not *useful*. */
function isAboveWithoutWord({ fit, aboveConstant }: Finding): boolean {
  const [low] = aboveConstant?.interval ?? [];
  return fit !== 'useful' && low !== undefined && low > 0;
}

function specOf(findings: readonly Finding[], layout: FindingsLayout, title: string): TopLevelSpec {
  const panels = panelsOf(findings, labelsOf(findings, layout));
  const labels = panels[0]?.rows.map(({ label }) => label) ?? [];
  const drawn = labels.filter((label) =>
    panels.some(({ rows }) => rows.some((row) => row.label === label && row.kind === 'score')),
  );
  const shownRows = panels.flatMap(({ rows }) => rows.filter(({ label }) => drawn.includes(label)));
  const sizes = sizesOf(layout, drawn.length);
  const { fontSize, smallSize, names, panelsInRow } = sizes;
  const nameWidth = Math.min(names, Math.max(...drawn.map((label) => textWidth(label, { fontSize, bold: false }))));
  const columns = Math.min(panels.length, panelsInRow);
  const beside = nameWidth + namePadding + spacing * (columns - 1);
  const panelWidth = Math.min(maxPanelWidth, Math.floor((sizes.width - beside) / columns));
  const width = beside + columns * panelWidth;
  const tested = panels.flatMap((panel) => panel.findings).filter(isDrawn);
  const isAsked = tested.some(({ beyond }) => beyond !== 'not asked');
  const halfRoom = panelWidth / 2 - valueRoom;
  const room = panelWidth / 2 / halfRoom;
  const shares = panels.filter(({ isShare }) => isShare);
  const { ends, isShared } = panelDomains(
    shares.map(({ rows }) => rows),
    room,
  );
  const domainOf = (panel: Panel) => ends[shares.indexOf(panel)] ?? symmetricDomain(panel.rows, room);
  const linesOf = (panel: Panel) => besideLines(panel, isAsked);
  const besideCount = columns === 1 ? 0 : Math.max(...panels.map((panel) => linesOf(panel).length));
  const look = { drawn, sizes, panelWidth, nameWidth, besideCount };
  const font = { fontSize, bold: false };
  const subtitle = [
    isShared ? questionOf(panels) : `${questionOf(panels)} ${ownAxes}`,
    ...noBarLines(tested),
    ...withoutVerdictLines(shownRows),
  ];
  const blocks = Array.from({ length: Math.ceil(panels.length / columns) }, (_, block) =>
    panels.slice(block * columns, (block + 1) * columns),
  );
  return {
    $schema: schema,
    title: {
      text: wrapWords(title, width, { fontSize: fontSize + 2, bold: true }),
      subtitle: subtitle.flatMap((text) => wrapWords(text, width, font)),
      ...{ fontSize: fontSize + 2, subtitleFontSize: fontSize, anchor: 'start', frame: 'bounds', offset: 8 },
    },
    spacing: 22,
    vconcat: [
      legendRow(legendEntries(tested), {
        ...{ start: -nameWidth - namePadding, width, fontSize: smallSize },
      }),
      ...blocks.map((block) => ({
        spacing,
        hconcat: block.map((panel, index) =>
          panelSpec(panel, {
            ...look,
            isFirst: index === 0,
            domain: domainOf(panel),
            lines: linesOf(panel),
          }),
        ),
      })),
    ],
  } as TopLevelSpec; // the parts are built apart, which the typings of a literal do not follow
}

const namePadding = 10;
/** Pixels beside a bar for its value. */
const valueRoom = 46;

interface PanelLook {
  readonly drawn: readonly string[];
  readonly sizes: Sizes;
  readonly panelWidth: number;
  readonly nameWidth: number;
  /** Lines below the name of each panel: titles stand on one line. */
  readonly besideCount: number;
  readonly isFirst: boolean;
  readonly domain: number;
  /** What stands below the name of the panel. */
  readonly lines: readonly string[];
}

function panelSpec(panel: Panel, look: PanelLook): object {
  const { drawn, sizes, panelWidth, nameWidth, besideCount, isFirst, domain, lines } = look;
  const { fontSize, smallSize, step } = sizes;
  const shown = panel.rows.filter(({ label }) => drawn.includes(label));
  const of = (kind: Row['kind']) => [{ filter: { field: 'kind', equal: kind } }];
  const scale = { domain: [-domain, domain], nice: false };
  const title = `${sideText(panel.scale)} best constant`;
  const x = {
    type: 'quantitative',
    title,
    scale,
    axis: signedAxis(domain, { width: panelWidth, fontSize: smallSize }),
  };
  const tip = { tooltip: { field: 'tip', type: 'nominal' }, description: { field: 'tip', type: 'nominal' } };
  const own = (field: 'path' | 'color' | 'fill') => ({ field, type: 'nominal', scale: null });
  const labelAxis = { grid: true, ticks: false, domain: false, labelPadding: namePadding, labelFontSize: fontSize };
  const value = (side: Row['side']) => ({
    transform: [{ filter: `datum.kind === 'score' && datum.side === '${side}'` }],
    mark: {
      ...{ type: 'text', style: 'value', fontSize, aria: false },
      ...(side === 'right' ? { align: 'left', dx: 7 } : { align: 'right', dx: -7 }),
    },
    encoding: { x: { field: 'place', ...x }, text: { field: 'text' } },
  });
  return {
    title: {
      text: wrapWords(panel.title, panelWidth, { fontSize, bold: true }),
      subtitle: [...lines, ...Array<string>(Math.max(0, besideCount - lines.length)).fill('\u00a0')],
      ...{ fontSize, subtitleFontSize: smallSize, subtitlePadding: 4, offset: 6 },
    },
    width: panelWidth,
    height: { step },
    data: { values: shown },
    encoding: {
      y: {
        ...{ field: 'label', type: 'nominal', title: null, sort: [...drawn], scale: { domain: [...drawn] } },
        axis: isFirst ? { ...labelAxis, labelLimit: nameWidth + 2 } : { ...labelAxis, labels: false },
      },
    },
    layer: [
      { mark: { type: 'rule', style: 'zero', aria: false }, encoding: { x: { datum: 0, ...x }, y: null } },
      {
        transform: of('score'),
        mark: { type: 'rule', strokeWidth: 2.5, aria: false },
        encoding: { x: { field: 'low', ...x }, x2: { field: 'high' }, stroke: own('color') },
      },
      {
        transform: of('score'),
        mark: { type: 'point', style: 'finding' },
        encoding: { x: { field: 'value', ...x }, shape: own('path'), stroke: own('color'), fill: own('fill'), ...tip },
      },
      value('left'),
      value('right'),
      ...(shown.some(({ kind }) => kind === 'absent')
        ? [
            {
              transform: of('absent'),
              mark: { type: 'text', style: 'absent', fontSize: smallSize, dx: 6 },
              encoding: { x: { datum: -domain, ...x }, text: { field: 'text' }, ...tip },
            },
          ]
        : []),
    ],
  };
}

/**
 * Returns what stands beside the scores of a panel, a line each: the range over its models. `isAsked`: whether the figure has scores
 * that were compared with other models, so that hollow marks of a panel without such scores mean something else.
 */
function besideLines({ findings, isShare }: Panel, isAsked: boolean): readonly string[] {
  const [first] = findings;
  if (first === undefined) return [];
  const line = (name: string, of: (finding: Finding) => number | null) => {
    const known = findings.flatMap((finding) => of(finding) ?? []);
    return known.length === 0 ? [] : [`${name} ${rangeText(first, known)}`];
  };
  return [
    ...line(displayNames.score, ({ score }) => score.value),
    ...line(displayNames.bestConstant, ({ constant }) => constant),
    ...line(displayNames.byChance, ({ chance }) => chance),
    ...line(displayNames.label, ({ label }) => label),
    ...line(displayNames.reexecution, ({ reexecution }) => reexecution),
    ...(isShare || first.better === 'higher' ? [] : ['lower scores are better']),
    ...(isAsked && findings.filter(isDrawn).every(({ beyond }) => beyond === 'not asked')
      ? [`${displayNames.beyond}: not asked`]
      : []),
  ];
}

function legendEntries(shown: readonly Finding[]): readonly LegendEntry[] {
  const hollow = themed.background.light;
  const words = fitWords.filter((word) => shown.some(({ fit }) => fit === word));
  const ink = themed.ink.light;
  const has = (isMeant: (beyond: BeyondWord) => boolean) => shown.some(({ beyond }) => isMeant(beyond));
  const hasFilled = has((beyond) => beyond === 'yes');
  const isNotShown = has((beyond) => beyond === 'not shown' || beyond === 'depends on the items');
  const meanings = [
    ...(isNotShown ? [hasFilled ? 'not shown to add' : 'not shown to add to what other models tell'] : []),
    ...(has((beyond) => beyond === 'not asked') ? ['not asked'] : []),
  ];
  return [
    ...words.map((word) => {
      const { path, color } = scoreMark(word, 'not asked');
      return { path, color, fill: hollow, text: isTested(word) ? fitLegends[word] : word };
    }),
    ...(hasFilled ? [{ path: circle, color: ink, fill: ink, text: 'filled: adds to what other models tell' }] : []),
    ...((hasFilled || isNotShown) && meanings.length > 0
      ? [{ path: circle, color: ink, fill: hollow, text: `hollow: ${meanings.join(', or ')}` }]
      : []),
  ];
}
