import { ratio } from '../../stats/moments.ts';
import { uncountedCaveats } from '../common/uncounted-caveats.ts';
import type { ExperimentFigure, FigurePanel, Presentation } from '../presentation.ts';

const order = { measure: 'order_accuracy', scale: 'share', reference: 0.5 } as const;

const ranking: ExperimentFigure = {
  kind: 'panels',
  name: 'difficulty-metrics',
  title: 'Order of difficulty: ranking and questions',
  caption:
    'Share of pairs of questions in the true order, with missing rankings counted as wrong and over valid rankings only, and share of questions answered correctly. Dashed: chance. The paper’s “adjusted” score divides by the share of valid rankings a second time and is not shown here.',
  needs: 'a difficulty experiment',
  panels: [
    {
      ...order,
      panel: 'ranking, missing wrong',
      policy: 'failures-wrong',
      publishedMeasure: 'order_accuracy/failures-wrong',
    },
    { ...order, panel: 'ranking, valid only', policy: 'parsed' },
    { panel: 'questions', measure: 'question_accuracy', policy: 'parsed', scale: 'share', reference: 0.25 },
  ],
};

const tokens: ExperimentFigure = {
  kind: 'panels',
  name: 'difficulty-tokens',
  title: 'Order of difficulty: tokens per question',
  caption:
    'Mean completion tokens per question, and the standard deviation of the tokens inside a group of four as a share of the group’s mean. If it is small, there is little order to predict.',
  needs: 'a difficulty experiment with token counts',
  panels: [
    { panel: 'mean tokens per question', measure: 'tokens_mean', policy: 'parsed', scale: 'count' },
    { panel: 'SD inside a group / mean', measure: 'tokens_sd_share', policy: 'parsed', scale: 'difference' },
  ],
};

const pair = (panel: string, measure: string): FigurePanel => ({
  panel,
  measure,
  policy: 'parsed',
  scale: 'share',
  reference: 0.5,
});

const pairs: ExperimentFigure = {
  kind: 'panels',
  name: 'difficulty-pairs',
  title: 'Order of difficulty: two kinds of pairs',
  caption:
    'Predicting which question is answered wrong and predicting which takes more tokens are different abilities: the first is measured on pairs of a right and a wrong answer, the second on pairs of two right or two wrong answers. Dashed: chance; a true tie counts one half.',
  needs: 'a difficulty experiment',
  panels: [pair('right against wrong', 'outcome_concordance'), pair('fewer against more tokens', 'token_concordance')],
};

const rankingTokens: ExperimentFigure = {
  kind: 'scatter',
  name: 'difficulty-ranking-tokens',
  title: 'Order of difficulty: accuracy against tokens spent on the ranking',
  caption:
    'Mean completion tokens of a ranking (logarithmic) and share of pairs in the true order, over valid rankings as in the published code. Dashed: chance.',
  needs: 'a difficulty experiment with token counts',
  x: { panel: 'tokens', measure: 'ranking_tokens_mean', policy: 'parsed', scale: 'count' },
  xTitle: 'mean tokens per ranking',
  y: { ...order, panel: 'accuracy', policy: 'published' },
  yTitle: 'share of pairs in the true order',
};

export const presentation: Presentation = {
  task: 'order of difficulty',
  question: 'Which of four questions cost me the fewest tokens?',
  explanation:
    'In which order do these four questions rank by token cost, fewest first, with questions that I answer wrong last? The score is the share of pairs in the true order; chance is one half.',
  figures: [ranking, pairs, tokens, rankingTokens],
  caveats: uncountedCaveats,
  published: {
    order_accuracy: ({ difficulty }) => difficulty.orderAccuracy,
    'order_accuracy/failures-wrong': ({ difficulty: { orderAccuracy, validRankings, groups } }) =>
      ratio(orderAccuracy * validRankings, groups),
    question_accuracy: ({ difficulty: { correct, answered } }) => ratio(correct, answered),
    tokens_mean: ({ difficulty }) => difficulty.tokensMean,
    ranking_tokens_mean: ({ difficulty }) => difficulty.rankingTokensMean,
  },
  publishedScores: ['order_accuracy/failures-wrong', 'order_accuracy', 'question_accuracy'],
};
