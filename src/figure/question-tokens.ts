import { dotPanels } from './dot-panels.ts';
import { dotsOf, type FigureRows, hasValues, publishedNote, type Wanted } from './estimate-dots.ts';
import type { Figure } from './figure.ts';

const wanted: readonly Wanted[] = [
  { panel: 'mean tokens a question', experiment: 'difficulty', measure: 'tokens_mean', policy: 'parsed' },
  { panel: 'deviation inside a group / mean', experiment: 'difficulty', measure: 'tokens_sd_share', policy: 'parsed' },
];

/** The paper's Figure 5: how much there is to tell apart. */
export function questionTokens(rows: FigureRows): Figure {
  const named = { name: 'figure-5-question-tokens', title: 'Difficulty: tokens a question (Figure 5)' };
  if (!hasValues(rows, wanted)) {
    return { ...named, kind: 'absent', reason: 'needs a difficulty experiment with token counts' };
  }
  return {
    ...named,
    kind: 'drawn',
    caption: `Mean completion tokens a question, and the standard deviation of the tokens inside a group of four as a share of the group’s mean: where it is small, there is little order to foresee. Only the mean was published for the fifteen models.${publishedNote(rows)}`,
    spec: dotPanels({
      panels: wanted.map(({ panel, measure }) => ({
        name: panel,
        domain: null,
        reference: null,
        format: measure === 'tokens_mean' ? 'count' : 'share',
      })),
      dots: wanted.flatMap((each) => dotsOf(rows, each)),
      marks: [],
      kinds: [],
    }),
  };
}
