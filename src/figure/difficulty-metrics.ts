import { dotPanels, shareDomain } from './dot-panels.ts';
import { dotsOf, type FigureRows, hasValues, publishedNote, type Wanted } from './estimate-dots.ts';
import type { Figure } from './figure.ts';

const difficulty = 'difficulty';
const wanted: readonly Wanted[] = [
  {
    panel: 'ranking, failures wrong',
    experiment: difficulty,
    measure: 'order_accuracy',
    policy: 'failures-wrong',
    publishedMeasure: 'order_accuracy/failures-wrong',
  },
  { panel: 'ranking, valid only', experiment: difficulty, measure: 'order_accuracy', policy: 'parsed' },
  { panel: 'questions', experiment: difficulty, measure: 'question_accuracy', policy: 'parsed' },
];

/** The paper's Figure 4: order of difficulty with and without lost rankings, and accuracy on the questions themselves. */
export function difficultyMetrics(rows: FigureRows): Figure {
  const named = { name: 'figure-4-difficulty', title: 'Difficulty: ranking and questions (Figure 4)' };
  if (!hasValues(rows, wanted)) return { ...named, kind: 'absent', reason: 'needs a difficulty experiment' };
  return {
    ...named,
    kind: 'drawn',
    caption: `Share of pairs of questions in the true order, with lost rankings counted as wrong and over valid rankings only, and share of questions answered rightly. Dashed: chance. The paper’s own “adjusted” score divides by the share of valid rankings a second time and is not repeated here.${publishedNote(rows)}`,
    spec: dotPanels({
      panels: wanted.map(({ panel }) => ({
        name: panel,
        domain: shareDomain,
        reference: panel === 'questions' ? 0.25 : 0.5,
        format: 'share',
      })),
      dots: wanted.flatMap((each) => dotsOf(rows, each)),
      marks: [],
      kinds: [],
    }),
  };
}
