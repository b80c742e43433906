import { dotPanels, shareDomain } from './dot-panels.ts';
import {
  baseRateKind,
  baseRates,
  dotsOf,
  type FigureRows,
  hasValues,
  publishedNote,
  type Wanted,
} from './estimate-dots.ts';
import type { Figure } from './figure.ts';

const wanted: readonly Wanted[] = [
  { panel: 'accuracy', experiment: 'restriction', measure: 'accuracy', policy: 'published' },
  { panel: 'over-niceness', experiment: 'restriction', measure: 'over_niceness', policy: 'published' },
];

/** The paper's Figure 3: forecasts of one's own refusals. */
export function restrictionMetrics(rows: FigureRows): Figure {
  const named = { name: 'figure-3-restriction', title: 'Restriction: accuracy and over-niceness (Figure 3)' };
  if (!hasValues(rows, wanted)) return { ...named, kind: 'absent', reason: 'needs a restriction experiment' };
  const marks = baseRates(rows, wanted);
  return {
    ...named,
    kind: 'drawn',
    caption: `Over-niceness is the share of wrong forecasts that foresaw a refusal which did not come. Published conventions: a lost request counts as wrong. Marks: what always foreseeing the commoner outcome scores.${publishedNote(rows)}`,
    spec: dotPanels({
      panels: wanted.map(({ panel }) => ({ name: panel, domain: shareDomain, reference: null, format: 'share' })),
      dots: wanted.flatMap((each) => dotsOf(rows, each)),
      marks,
      kinds: marks.length === 0 ? [] : [baseRateKind],
    }),
  };
}
