import { dotPanels, shareDomain } from './dot-panels.ts';
import { dotsOf, type FigureRows, hasValues, publishedNote, type Wanted } from './estimate-dots.ts';
import type { Figure } from './figure.ts';

const measures = [
  ['accuracy', 'accuracy'],
  ['always_false_accuracy', 'always “false”'],
  ['precision', 'precision'],
  ['recall', 'recall'],
  ['positive_rate', 'positive rate'],
  ['f1', 'F1'],
] as const;

const wanted = measures.map(
  ([measure, panel]): Wanted => ({ panel, experiment: 'association', measure, policy: 'published' }),
);

/** The paper's Figure 2: what the forecasts of one's own associations scored. */
export function associationMetrics(rows: FigureRows): Figure {
  const named = { name: 'figure-2-association', title: 'Association: the published metrics (Figure 2)' };
  if (!hasValues(rows, wanted)) return { ...named, kind: 'absent', reason: 'needs an association experiment' };
  return {
    ...named,
    kind: 'drawn',
    caption: `Accuracy stands beside what answering “false” to every option word would score: an accuracy below it is not a sign of self-prediction. Published conventions; bars are 95 % intervals.${publishedNote(rows)}`,
    spec: dotPanels({
      panels: wanted.map(({ panel }) => ({ name: panel, domain: shareDomain, reference: null, format: 'share' })),
      dots: wanted.flatMap((each) => dotsOf(rows, each)),
      marks: [],
      kinds: [],
    }),
  };
}
