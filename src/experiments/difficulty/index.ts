import { choiceForm, listForm, objectForm } from '../../domain/answer-form.ts';
import { languages } from '../../domain/language.ts';
import { letters } from '../../domain/question.ts';
import {
  concordance,
  itemRuleOrderAccuracy,
  orderAccuracy,
  outcomeConcordance,
  questionAccuracy,
  rankingTokensMean,
  reexecutionOrderAccuracy,
  tiedPairShare,
  tokenConcordance,
  tokensDeviationShare,
  tokensMean,
} from '../../measures/ranking/ranking-measures.ts';
import { shownSlots } from '../common/answer-shown.ts';
import { readChoice } from '../common/choice.ts';
import type { Experiment } from '../experiment.ts';
import { arrangedQuestions } from './formats/arranged-questions.ts';
import { mmluFile, mmluFolder } from './formats/mmlu.ts';
import { questionRows } from './formats/question-rows.ts';
import { type DifficultyItem, difficultyItem } from './items.ts';
import { outcomes, showAnswer } from './outcomes.ts';
import { plan } from './plan.ts';
import { presentation } from './presentation.ts';
import { questionNames, readRanking } from './read.ts';
import { simulate } from './simulate.ts';
import { wordings } from './texts.ts';

export const difficulty: Experiment<DifficultyItem> = {
  name: 'difficulty',
  version: 1,
  description: 'Which of four questions will the model answer correctly and with the fewest tokens?',
  presentation,
  selfExecutionMeasure: 'order_accuracy',
  itemSchema: difficultyItem,
  sources: {
    formats: [mmluFolder, mmluFile, arrangedQuestions],
    questionRows,
    shippedSets: ['large'],
  },
  factors: {
    wording: { levels: wordings },
    optionOrder: { levels: ['given', 'reversed'] },
    mode: { levels: ['deliberate', 'direct'] },
    language: { levels: languages },
    system: { levels: 'any text' },
  },
  publishedPolicy: 'parsed',
  publishedHeadline: orderAccuracy,
  measures: [
    concordance,
    orderAccuracy,
    tiedPairShare,
    outcomeConcordance,
    tokenConcordance,
    questionAccuracy,
    tokensMean,
    tokensDeviationShare,
    rankingTokensMean,
    itemRuleOrderAccuracy,
    reexecutionOrderAccuracy,
  ],
  slots: {
    forecast: { kind: 'predict', maxOutputTokens: 8192 },
    ...shownSlots({ maxOutputTokens: 8192 }),
    execute: { kind: 'behave', maxOutputTokens: 8192 },
  },
  people: { refused: "it ranks questions by the tokens of the answers, which a person's answer does not have" },
  cluster: (item) => item.id,
  title: ({ questions }) => questions.map(({ question }) => question).join(' | '),
  plan,
  showAnswer,
  form: (_, { slot }) =>
    slot === 'execute'
      ? choiceForm('answer', letters)
      : objectForm({ ranking: listForm({ type: 'string', enum: questionNames }, questionNames.length) }),
  read: ({ item }, { slot, part }, { text }) => {
    if (slot !== 'execute') return readRanking(text);
    return readChoice(text, { key: 'answer', letters, options: item.questions.find(({ id }) => id === part)?.options });
  },
  outcomes,
  simulate,
};
