/**
 * _Which of four questions will you answer correctly, and with the fewest tokens?_ Experiment 3 of the Self-Execution
 * Benchmark (arXiv 2508.12277). We wrote the prompts from its description.
 *
 * - **prediction** (slot `forecast`, one per group): the four questions with options and right answers; a JSON list of
 *   Q1 to Q4 under `ranking`, each once.
 * - **execution** (K per question, four questions per group): the question and its options; a letter as JSON under
 *   `answer`. A letter elsewhere in the text is never read as the answer.
 * - **outcome**: one ranking unit per group: the predicted order, and for each execution of each question whether it
 *   was right and how many completion tokens it took (reasoning included). If the server does not count tokens, the
 *   group is unusable, and the report says so.
 * - **measures**: `order_accuracy` is the published one (share of the six pairs in the true order: right before wrong,
 *   then fewer tokens, ties by position). `concordance` counts a true tie as one half. `outcome_concordance` (pairs of
 *   right and wrong) and `token_concordance` (pairs of equal correctness) separate the two constructs.
 * - **clusters**: groups. **base rate**: one half. **item rule**: the shorter question is easier.
 */

import { choiceForm, listForm, objectForm } from '../../domain/answer-form.ts';
import type { Call } from '../../domain/call.ts';
import { languages } from '../../domain/language.ts';
import type { Observed } from '../../domain/outcome.ts';
import { letters, type Question, questionLines } from '../../domain/question.ts';
import type { Reader, Reading } from '../../domain/reading.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import { credibleUsage } from '../../domain/usage.ts';
import { rankingMeasures } from '../../outcome-kinds/ranking.ts';
import type { RankingOutcome, Solve } from '../../outcome-kinds/ranking-terms.ts';
import { ratio } from '../../stats/moments.ts';
import { isRecord } from '../../util/is-record.ts';
import { remembered } from '../../util/remembered.ts';
import { shownSlots } from '../common/answer-shown.ts';
import { readChoice, readRecordedChoice } from '../common/choice.ts';
import { fieldOf, readAnswer } from '../common/json-object.ts';
import { reordered, withSystem } from '../common/messages.ts';
import { observe, sampleNumbers, uncountedCaveats } from '../common/observe.ts';
import { isQuotation } from '../common/own-voice.ts';
import { plainText, undecorated } from '../common/plain-value.ts';
import type { Experiment, ItemContext } from '../experiment.ts';
import type { ExperimentFigure, FigurePanel, Presentation } from '../presentation.ts';
import { arrangedQuestions } from './formats/arranged-questions.ts';
import { mmluFile, mmluFolder } from './formats/mmlu.ts';
import { questionRows } from './formats/question-rows.ts';
import { type DifficultyItem, difficultyItem, questionNames } from './items.ts';
import { rankPrompt, solvePrompt, wordings } from './prompts.ts';
import { simulate } from './simulate.ts';

function plan({ item, condition, samples }: ItemContext<DifficultyItem>): readonly Call[] {
  const shown = reordered(item.questions, condition.optionOrder);
  return [
    {
      slot: 'forecast',
      part: '',
      sample: 0,
      role: 'subject',
      messages: withSystem(condition, rankPrompt(shown, condition)),
    },
    ...sampleNumbers(samples).flatMap((sample) =>
      item.questions.map(
        (question): Call => ({
          slot: 'execute',
          part: question.id,
          sample,
          role: 'subject',
          messages: withSystem(condition, solvePrompt(question, condition.language)),
        }),
      ),
    ),
  ];
}

type QuestionName = (typeof questionNames)[number];

function permutation(values: readonly unknown[]): readonly QuestionName[] | null {
  const names = values.map((value) => {
    const name = undecorated(plainText(value) ?? '').toUpperCase();
    const number = /^(?:Q|QUESTION)?\s*([1-4])(?:\s*[:.)(–-].*)?$/s.exec(name)?.[1];
    return questionNames.find((known) => known === `Q${number}`) ?? null;
  });
  const known = names.filter((name) => name !== null);
  return names.length === 4 && known.length === 4 && new Set(known).size === 4 ? known : null;
}

const notARanking = '"ranking" is not a list of Q1, Q2, Q3 and Q4, each once';

/** Reads the question names from easiest to hardest: for outcomes, and again to count how answers were read. */
const readRanking = remembered((text) =>
  readAnswer<readonly QuestionName[]>(text, {
    object: (object) => {
      const field = fieldOf(object, 'ranking');
      const value = orderOf(field);
      if (field === undefined) return { lacks: notARanking };
      return value === null ? { wrong: notARanking } : { value };
    },
    value: orderOf,
    text: (rest) => lastOrder(rest),
  }),
);

/** Returns the values of an object by their ranks, which are its keys (`{"1": "Q2"}`) or its values (`{"Q2": 1}`). */
function valuesByRank(ranks: Readonly<Record<string, unknown>>): readonly unknown[] {
  const entries = Object.entries(ranks);
  const pairs = entries.every(([key]) => /^\d$/.test(key))
    ? entries
    : entries.map(([key, value]) => [value, key] as const);
  const isRanked = pairs.every(
    ([rank], index) => pairs.some(([other]) => Number(other) === index + 1) && rank !== null,
  );
  return isRanked ? pairs.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value) : [];
}

/** Reads an order from a list of names, an object of ranks, or from a text that is the four names with marks between them. */
function orderOf(given: unknown): readonly QuestionName[] | null {
  if (Array.isArray(given)) return permutation(given);
  if (isRecord(given)) return permutation(valuesByRank(given));
  if (typeof given !== 'string' || /[A-PR-Za-pr-z]{2}/.test(given.replaceAll(/question|then/gi, ''))) return null;
  return permutation(given.match(/Q(?:uestion)? ?[1-4]\b/gi) ?? []);
}

/** Four names in a row, each in quotation marks or none, with marks or list numbers between them. */
const namesInRow =
  /(?:["'`](?=Q[1-4]["'`]))?\bQ[1-4]\b(?:(?:\s|[^\p{L}\p{N}]|\b\d[.)]|\bthen\b)+Q[1-4]\b){3}(?!\s*[,>→]\s*Q[1-4])(?:(?<=["'`]Q[1-4])["'`])?/giu;

/** Finds the last order in a text; null without one. */
function lastOrder(text: string): { readonly value: readonly QuestionName[] } | null {
  const orders = [...text.matchAll(namesInRow)].flatMap((found) => {
    const isQuoted = isQuotation(text, { start: found.index, end: found.index + found[0].length }, null);
    const value = isQuoted ? null : permutation(found[0].match(/Q[1-4]/gi) ?? []);
    return value === null ? [] : [value];
  });
  const value = orders.at(-1);
  return value === undefined ? null : { value };
}

/**
 * Reads a ranking that the authors of a recording extracted, such as `Q1,Q3,Q4,Q2`. Four other names (`C,B,A,D`) are an
 * order of no question, as are numbers (`3,1,2,4`): the authors scored them with no pair right.
 */
function readRecordedRanking(extracted: string): Reading<readonly QuestionName[]> {
  const names = extracted.split(',').map((name) => name.trim().toUpperCase());
  const isNamed = names.every((name) => questionNames.some((known) => known === name));
  return { kind: 'parsed', value: (isNamed ? permutation(names) : null) ?? [], step: 'recorded' };
}

/** Returns one outcome per group: the predicted order, and the correctness and tokens of each executed question. */
function outcomes(context: ItemContext<DifficultyItem>, answers: Answers, reader: Reader): readonly RankingOutcome[] {
  const { item, condition, samples } = context;
  const shown = reordered(item.questions, condition.optionOrder);
  const ranked = observe(answers.get('forecast', '', 0), {
    slot: 'forecast',
    reader,
    own: readRanking,
    recorded: readRecordedRanking,
  });
  const prediction: Observed<readonly string[]> =
    ranked.kind === 'absent'
      ? ranked
      : { ...ranked, value: ranked.value.map((name) => shown[questionNames.indexOf(name)]?.id ?? name) };
  return [
    {
      kind: 'ranking',
      units: item.questions.map(({ id }) => id),
      promptNames: item.questions.map((question) => questionNames[shown.indexOf(question)] ?? question.id),
      prediction,
      predictionTokens: outputTokens(answers.get('forecast', '', 0), reader),
      executions: sampleNumbers(samples).map((sample) =>
        item.questions.map((question) => solved(question, answers.get('execute', question.id, sample), reader)),
      ),
      label: shortestFirst(item.questions),
    },
  ];
}

function solved(question: Question, answer: SlotState, reader: Reader): Solve {
  const letter = observe(answer, {
    slot: 'execute',
    reader,
    own: (text) => readChoice(text, { key: 'answer', letters, options: question.options }),
    recorded: (extracted) => readRecordedChoice(extracted, letters),
  });
  // a recording's authors counted an answer without a letter as wrong
  const wrong = reader === 'recorded' && answer.kind === 'answered' && answer.extracted === null;
  if (wrong)
    return { correct: { kind: 'present', value: false, step: 'recorded' }, tokens: outputTokens(answer, reader) };
  const correct: Observed<boolean> =
    letter.kind === 'absent' ? letter : { ...letter, value: letter.value === question.key };
  return { correct, tokens: outputTokens(answer, reader) };
}

/** Returns the output tokens that the text does not contradict; those that a recording's authors counted are as they took them. */
function outputTokens(answer: SlotState, reader: Reader): number | null {
  if (answer.kind === 'failed' || answer.kind === 'not-asked') return null;
  return reader === 'recorded' ? answer.usage.output : credibleUsage(answer.usage, answer).output;
}

/** Returns the order of an item-only rule: shorter questions are easier. */
function shortestFirst(questions: readonly Question[]): readonly string[] {
  const length = (question: Question) => questionLines(question).length;
  return questions.toSorted((a, b) => length(a) - length(b)).map(({ id }) => id);
}

/**
 * Returns, for each question under its name in the prompt, whether the first answer was right and how many tokens it had;
 * null while one is missing.
 */
function showAnswer(
  { item, condition }: Pick<ItemContext<DifficultyItem>, 'item' | 'condition'>,
  answers: Answers,
): string | null {
  const lines = reordered(item.questions, condition.optionOrder).map((question, index) => {
    const { correct, tokens } = solved(question, answers.get('execute', question.id, 0), 'own');
    if (correct.kind === 'absent' || tokens === null) return null;
    return `${questionNames[index]}: ${correct.value ? 'right' : 'wrong'}, ${tokens} tokens`;
  });
  return lines.includes(null) ? null : lines.join('\n');
}

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

const presentation: Presentation = {
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
  measures: Object.values(rankingMeasures),
  slots: {
    forecast: { kind: 'predict', maxOutputTokens: 8192 },
    ...shownSlots({ maxOutputTokens: 8192 }),
    execute: { kind: 'behave', maxOutputTokens: 8192 },
  },
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
