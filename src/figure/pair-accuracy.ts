import { dotPanels, shareDomain } from './dot-panels.ts';
import { dotsOf, type FigureRows, hasValues, type Wanted } from './estimate-dots.ts';
import type { Figure } from './figure.ts';

const wanted: readonly Wanted[] = [
  { panel: 'right against wrong', experiment: 'difficulty', measure: 'outcome_concordance', policy: 'parsed' },
  { panel: 'fewer against more tokens', experiment: 'difficulty', measure: 'token_concordance', policy: 'parsed' },
];

/** The two constructs inside the difficulty score, apart. */
export function pairAccuracy(rows: FigureRows): Figure {
  const named = { name: 'pair-accuracy', title: 'Difficulty: two kinds of pairs' };
  const own = { ...rows, published: null };
  if (!hasValues(own, wanted)) return { ...named, kind: 'absent', reason: 'needs a difficulty experiment' };
  return {
    ...named,
    kind: 'drawn',
    caption:
      'Foreseeing which question goes wrong and foreseeing which takes more tokens are two abilities: pairs of a right and a wrong answer, and pairs of two right or two wrong answers. Dashed: chance; a true tie counts one half.',
    spec: dotPanels({
      panels: wanted.map(({ panel }) => ({ name: panel, domain: shareDomain, reference: 0.5, format: 'share' })),
      dots: wanted.flatMap((each) => dotsOf(own, each)),
      marks: [],
      kinds: [],
    }),
  };
}
