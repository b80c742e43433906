import type { ExperimentFigure, FigurePanel } from '../experiments/presentation.ts';
import type { Figure } from './figure.ts';
import { dotPanels, type Panel, type ReferenceMark, shareDomain } from './marks/dot-panels.ts';
import { dotsOf, hasValues, publishedNote, wantedEstimates } from './marks/estimate-dots.ts';
import type { FigureRows, Wanted } from './marks/figure-rows.ts';
import { numberText } from './marks/number-text.ts';
import { isPublished } from './marks/published-value.ts';
import { scatterFigure } from './marks/scatter.ts';

/** The figures that the experiments in `rows` declare, in the order of the registry; none for an experiment without rows. */
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
    const spec = hasValues(rows, [x]) && hasValues(rows, [y]) ? scatterFigure(rows, { x, y, xTitle, yTitle }) : null;
    return spec === null ? absent : { ...named, kind: 'drawn', caption: captionOf(rows, figure.caption, [x, y]), spec };
  }
  const present = figure.panels
    .map((panel) => ({ panel, wanted: { ...panel, experiment } }))
    .filter(({ wanted }) => hasValues(rows, [wanted]));
  if (present.length === 0) return absent;
  const marks = present.flatMap(({ panel, wanted }) => marksOf(rows, panel, wanted));
  const kinds = present.flatMap(({ panel }) => (panel.marks ?? []).map(([, label]) => label));
  const wanted = present.map((each) => each.wanted);
  return {
    ...named,
    kind: 'drawn',
    caption: captionOf(rows, figure.caption, wanted),
    spec: dotPanels({
      panels: present.map(({ panel }) => panelOf(panel)),
      dots: wanted.flatMap((each) => dotsOf(rows, each)),
      marks,
      kinds: [...new Set(kinds)].filter((kind) => marks.some((mark) => mark.kind === kind)),
    }),
  };
}

function captionOf(rows: FigureRows, caption: string, wanted: readonly Wanted[]): string {
  return `${caption}${wanted.some((each) => isPublished(rows, each)) ? publishedNote(rows) : ''}`;
}

function panelOf({ panel, scale, reference }: FigurePanel): Panel {
  return {
    name: panel,
    domain: scale === 'share' ? shareDomain : null,
    reference: reference ?? null,
    format: scale === 'count' ? 'count' : 'share',
  };
}

function marksOf(rows: FigureRows, panel: FigurePanel, wanted: Wanted): readonly ReferenceMark[] {
  return wantedEstimates(rows, wanted).flatMap((estimate) =>
    (panel.marks ?? []).flatMap(([field, kind]): readonly ReferenceMark[] => {
      const value = estimate[field];
      if (value === null) return [];
      const label = rows.labels(estimate);
      const tip = `${label} · ${panel.panel} · ${kind}: ${numberText(value, estimate.unit)}`;
      return [{ label, panel: panel.panel, kind, value, tip }];
    }),
  );
}
