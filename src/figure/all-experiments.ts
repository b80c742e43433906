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
  { panel: 'self-execution score', experiment: 'all', measure: 'self_execution_score', policy: 'published' },
  { panel: 'association', experiment: 'association', measure: 'accuracy', policy: 'published' },
  { panel: 'restriction', experiment: 'restriction', measure: 'accuracy', policy: 'published' },
  { panel: 'difficulty', experiment: 'difficulty', measure: 'order_accuracy', policy: 'published' },
];

/** The paper's Figure 7: the three accuracies and their mean. */
export function allExperiments(rows: FigureRows): Figure {
  const named = { name: 'figure-7-all-experiments', title: 'All experiments (Figure 7)' };
  const present = wanted.filter((each) => hasValues(rows, [each]));
  if (present.length < 2) return { ...named, kind: 'absent', reason: 'needs two experiments of the paper' };
  const marks = baseRates(rows, present);
  return {
    ...named,
    kind: 'drawn',
    caption: `The accuracies have different base rates, so their mean (the paper’s self-execution score) is shown for comparison with the paper only. Marks: what the best rule that does not look at the model scores.${publishedNote(rows)}`,
    spec: dotPanels({
      panels: present.map(({ panel }) => ({ name: panel, domain: shareDomain, reference: null, format: 'share' })),
      dots: present.flatMap((each) => dotsOf(rows, each)),
      marks,
      kinds: marks.length === 0 ? [] : [baseRateKind],
    }),
  };
}
