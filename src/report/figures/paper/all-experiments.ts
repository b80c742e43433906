import { dotPanels, shareDomain } from '../marks/dot-panels.ts';
import { baseRateKind, baseRates, dotsOf, hasValues, publishedNote } from '../marks/estimate-dots.ts';
import { type FigureRows, panelTitle, selfExecutionPanels } from '../marks/figure-rows.ts';
import { numberText } from '../marks/number-text.ts';
import { rangeOf, rangeText } from '../marks/title-words.ts';
import type { Figure } from '../render/figure.ts';

/** Returns the paper's Figure 7: the three accuracies and their mean. */
export function allExperiments(rows: FigureRows): Figure {
  const { parts, score } = selfExecutionPanels(rows);
  const wanted = [score, ...parts.map((part) => ({ ...part, panel: panelTitle(rows.experiments, part) }))];
  const named = { name: 'all-experiments', title: 'All experiments of the self-execution score' };
  const present = wanted.filter((each) => hasValues(rows, [each]));
  if (present.length < 2) return { ...named, kind: 'absent', reason: 'needs two experiments of the paper' };
  const marks = baseRates(rows, present);
  const range = rangeOf(dotsOf(rows, score), score.panel);
  const title =
    range === null ? named.title : `Self-execution score ${rangeText(range, (value) => numberText(value, 'share'))}`;
  return {
    ...named,
    title,
    kind: 'drawn',
    caption: `The accuracies have different base rates, so their mean (the paper’s self-execution score) is shown for comparison with the paper only. Missing answers are treated as in the paper’s code, so a score can differ from that of a verdict. Marks: score of the best rule that does not use the model.${publishedNote(rows)}`,
    ...dotPanels({
      panels: present.map(({ panel }) => ({ name: panel, domain: shareDomain, reference: null, format: 'share' })),
      dots: present.flatMap((each) => dotsOf(rows, each)),
      marks,
      kinds: marks.length === 0 ? [] : [baseRateKind],
    }),
  };
}
