import {
  ceilingOrderAccuracy,
  concordance,
  labelOrderAccuracy,
  orderAccuracy,
  outcomeConcordance,
  questionAccuracy,
  rankingTokensMean,
  tokenConcordance,
  tokensDeviationShare,
  tokensMean,
} from '../../analyse/ranking-measures.ts';
import { letters } from '../../dataset/question.ts';
import { languages } from '../../plan/language.ts';
import { readChoice } from '../../read/choice.ts';
import type { Experiment } from '../experiment.ts';
import { type DifficultyItem, difficultyItem } from './items.ts';
import { plan } from './plan.ts';
import { wordings } from './prompts.ts';
import { readRanking } from './read.ts';
import { score } from './score.ts';
import { simulate } from './simulate.ts';

export const difficulty: Experiment<DifficultyItem> = {
  name: 'difficulty',
  version: 1,
  description: 'Which of four questions will the model answer correctly and with the fewest tokens?',
  itemSchema: difficultyItem,
  wordings,
  languages,
  defaultMode: 'deliberate',
  publishedPolicy: 'parsed',
  measures: [
    orderAccuracy,
    concordance,
    outcomeConcordance,
    tokenConcordance,
    questionAccuracy,
    tokensMean,
    tokensDeviationShare,
    rankingTokensMean,
    labelOrderAccuracy,
    ceilingOrderAccuracy,
  ],
  maxOutputTokens: { forecast: 8192, execute: 8192 },
  cluster: (item) => item.id,
  title: ({ questions }) => questions.map(({ question }) => question).join(' | '),
  plan,
  read: (_, { slot }, { text }) => (slot === 'execute' ? readChoice(text, 'answer', letters) : readRanking(text)),
  score,
  simulate,
};
