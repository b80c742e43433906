import type { ExperimentFigure, FigurePanel } from '../../experiments/presentation.ts';
import type { Estimate } from '../../results/estimate.ts';
import { dotPanels, type Panel, type ReferenceMark, shareDomain } from './marks/dot-panels.ts';
import { dotsOf, hasUsable, hasValues, publishedNote, wantedEstimates } from './marks/estimate-dots.ts';
import { type FigureRows, isPublished, panelTitle, type Wanted } from './marks/figure-rows.ts';
import { numberText } from './marks/number-text.ts';
import { scatterFigure } from './marks/scatter.ts';
import { aboveChance, rangeOf, rangeText } from './marks/title-words.ts';
import type { Figure } from './render/figure.ts';

/** Returns the figures that the experiments in `rows` declare, in registry order; none for an experiment without rows. */
export function experimentFigures(rows: FigureRows): readonly Figure[] {
  const names = new Set(rows.estimates.map(({ experiment }) => experiment));
  return [...rows.experiments.values()]
    .filter(({ name }) => names.has(name))
    .flatMap(({ name, presentation }) => (presentation?.figures ?? []).map((figure) => drawFigure(rows, name, figure)));
}

function drawFigure(rows: FigureRows, experiment: string, figure: ExperimentFigure): Figure {
  const named = { name: figure.name, title: figure.title };
  const absent: Figure = { ...named, kind: 'absent', reason: `needs ${figure.needs}` };
  if (figure.kind === 'scatter') {
    const x = { ...figure.x, experiment };
    const y = { ...figure.y, experiment };
    const { xTitle, yTitle } = figure;
    const specs = hasValues(rows, [x]) && hasValues(rows, [y]) ? scatterFigure(rows, { x, y, xTitle, yTitle }) : null;
    if (specs === null) return absent;
    const title = titleOf(figure, [findingOf(rows, figure.y, y), rangeFinding(rows, x, xTitle)]);
    return { ...named, title, kind: 'drawn', caption: captionOf(rows, figure.caption, [x, y]), ...specs };
  }
  const present = figure.panels
    .map((panel) => ({ ...panel, panel: panelTitle(rows.experiments, { ...panel, experiment }) }))
    .map((panel) => ({ panel, wanted: { ...panel, experiment } }))
    .filter(({ wanted }) => hasValues(rows, [wanted]));
  if (present.length === 0) return absent;
  const marks = present.flatMap(({ panel, wanted }) => marksOf(rows, panel, wanted));
  const kinds = present.flatMap(({ panel }) => (panel.marks ?? []).map(([, label]) => label));
  const [first] = present;
  const wanted = present.map((each) => each.wanted);
  return {
    ...named,
    title: first === undefined ? figure.title : titleOf(figure, [findingOf(rows, first.panel, first.wanted)]),
    kind: 'drawn',
    caption: captionOf(rows, figure.caption, wanted),
    ...dotPanels({
      panels: present.map(({ panel }) => panelOf(panel)),
      dots: wanted.flatMap((each) => dotsOf(rows, each)),
      marks,
      kinds: [...new Set(kinds)].filter((kind) => marks.some((mark) => mark.kind === kind)),
    }),
  };
}

/** The subject of a figure, which its title names before the colon, and its finding; the whole title without a finding. */
function titleOf({ title }: ExperimentFigure, findings: readonly (string | null)[]): string {
  const found = findings.filter((finding) => finding !== null);
  return found.length === 0 ? title : `${title.split(': ')[0]}: ${found.join('; ')}`;
}

/**
 * How a figure's first panel compares with chance; its range of values where the reference is estimated from the same
 * items or absent: an interval that ignores the reference's error lies above it too often.
 */
function findingOf(rows: FigureRows, panel: FigurePanel, wanted: Wanted): string | null {
  const { marks = [], reference } = panel;
  const [mark] = marks;
  const estimates = wantedEstimates(rows, wanted).filter(hasUsable);
  if (mark !== undefined) return markedFinding(rows, { panel, wanted, mark, estimates });
  if (reference === undefined) return rangeFinding(rows, wanted, panel.panel);
  const lows = estimates.flatMap(({ interval }) => interval?.[0] ?? []);
  const found = aboveChance(lows, reference);
  return found === null ? rangeFinding(rows, wanted, panel.panel) : `${found} (${panel.panel})`;
}

interface Marked {
  readonly panel: FigurePanel;
  readonly wanted: Wanted;
  readonly mark: NonNullable<FigurePanel['marks']>[number];
  readonly estimates: readonly Estimate[];
}

/** The range of a panel's values, and that of their references. */
function markedFinding(rows: FigureRows, { panel, wanted, mark: [field, label], estimates }: Marked): string | null {
  const own = rangeFinding(rows, wanted, panel.panel);
  const [first] = estimates;
  const references = estimates.flatMap((estimate) => estimate[field] ?? []);
  if (own === null || first === undefined || references.length === 0) return own;
  const range = [Math.min(...references), Math.max(...references)] as const;
  return `${own}, ${label} ${rangeText(range, (value) => numberText(value, first.unit))}`;
}

function rangeFinding(rows: FigureRows, wanted: Wanted, name: string): string | null {
  const range = rangeOf(dotsOf(rows, wanted), wanted.panel);
  const unit = wantedEstimates(rows, wanted)[0]?.unit;
  return range === null || unit === undefined
    ? null
    : `${name.replace(/: (.+)$/, ' ($1)')} ${rangeText(range, (value) => numberText(value, unit))}`;
}

function captionOf(rows: FigureRows, caption: string, wanted: readonly Wanted[]): string {
  return `${caption}${wanted.some((each) => isPublished(rows, each)) ? publishedNote(rows) : ''}`;
}

function panelOf({ panel, scale, reference }: FigurePanel): Panel {
  return {
    name: panel,
    domain: scale === 'share' ? shareDomain : null,
    reference: reference ?? null,
    format: scale === undefined ? 'number' : scale,
  };
}

function marksOf(rows: FigureRows, panel: FigurePanel, wanted: Wanted): readonly ReferenceMark[] {
  return wantedEstimates(rows, wanted).flatMap((estimate) =>
    (panel.marks ?? []).flatMap(([field, kind]): readonly ReferenceMark[] => {
      const value = estimate[field];
      if (value === null || !hasUsable(estimate)) return [];
      const label = rows.labels(estimate);
      const tip = `${label} · ${panel.panel} · ${kind}: ${numberText(value, estimate.unit)}`;
      return [{ label, panel: panel.panel, kind, value, tip }];
    }),
  );
}
