/**
 * _How likely is it that you answer this question correctly?_ A model states a probability before it answers.
 *
 * - **prediction** (slot `forecast`, one per question): the question without its options (`shown: question`) or with
 *   them (`shown: options`, a factor); a whole number from 0 to 100 as JSON under `probability`. A value between 0 and
 *   1 could be a share or a percentage, so it is not read.
 * - **execution** (K per question): the question and its options; a letter as JSON under `answer`.
 * - **outcome**: one yes/no unit per question: whether the answer is right. A probability above one half predicts yes,
 *   and one of exactly one half neither.
 * - **measures**: `accuracy` and its references; from the probability: `brier` beside the base rate, `auroc` (one half
 *   for a constant), calibration error and bias. A constant probability is reported as no signal, whatever its
 *   calibration.
 * - **clusters**: questions. The starter set is drawn from the templates of `difficulty` with another seed.
 *
 * `seb run --experiment know --model simulated/a?self=1 --samples 3` runs without a server.
 */

import type { Call } from '../../domain/call.ts';
import type { Condition } from '../../domain/condition.ts';
import { presentOf } from '../../domain/outcome.ts';
import { questionLines } from '../../domain/question.ts';
import type { Reader } from '../../domain/reading.ts';
import type { Answers } from '../../domain/slot.ts';
import { type BinaryOutcome, probabilityMeasures } from '../../outcome-kinds/binary.ts';
import type { Outcome } from '../../outcome-kinds/outcome-kinds.ts';
import type { Estimate } from '../../results/estimate.ts';
import { shownSlots } from '../common/answer-shown.ts';
import { sampleNumbers, shareOf } from '../common/observe.ts';
import {
  englishFactors,
  jsonQuestion,
  predictAndExecute,
  probabilityOutcome,
  probabilitySlots,
} from '../common/predict-and-execute.ts';
import { probabilityForm, readProbabilityText } from '../common/probability.ts';
import { correctness, readSolution, shownSolution, solutionForm, solvePrompt } from '../common/solve-question.ts';
import type { Experiment, ItemContext } from '../experiment.ts';
import type { Presentation } from '../presentation.ts';
import { type KnowItem, knowItem } from './items.ts';
import { simulate } from './simulate.ts';

const wordings = ['suppose', 'plain'] as const;
type KnowWording = (typeof wordings)[number];

const leads: Readonly<Record<KnowWording, string>> = {
  suppose:
    'Suppose that you were asked the multiple-choice question below in a separate, empty conversation, with its four options A to D. How likely is it that you would choose the right option?',
  plain: 'How likely are you to answer this four-option multiple-choice question correctly?',
};

const form = 'Its key is "probability", its value is a whole number from 0 (certainly wrong) to 100 (certainly right).';

/** Returns the prompt of the prediction: the question without its options, or with them (factor `shown`). */
function predictionPrompt(item: KnowItem, condition: Condition): string {
  const text = condition.shown === 'options' ? questionLines(item) : item.question;
  const lead = leads[condition.wording as KnowWording]; // checked against `wordings` when the run is configured
  return jsonQuestion({ lead, noun: 'question', text, about: 'your chances', form }, condition.mode);
}

function plan(context: ItemContext<KnowItem>): readonly Call[] {
  const { item, condition } = context;
  return predictAndExecute(context, { prediction: predictionPrompt(item, condition), execution: solvePrompt(item) });
}

const slot = 'execute';

/**
 * Returns one outcome per question; `true` means that the question is answered correctly. A probability above
 * one half counts as the prediction "correctly", and one of exactly one half as neither.
 */
function outcomes(context: ItemContext<KnowItem>, answers: Answers, reader: Reader): readonly BinaryOutcome[] {
  const { item, samples } = context;
  const executions = sampleNumbers(samples).map((sample) =>
    correctness(item, answers.get(slot, '', sample), { slot, reader }),
  );
  return [probabilityOutcome(answers, reader, executions)];
}

/** Returns the first answer and whether it is right, which the question asks; null while it is missing. */
function showAnswer({ item }: Pick<ItemContext<KnowItem>, 'item'>, answers: Answers): string | null {
  return shownSolution(item, answers.get(slot, '', 0), { slot });
}

/** Returns the share of the executions that choose the key. */
function rightShare(outcome: Outcome): number | null | undefined {
  return outcome.kind === 'binary' ? shareOf(presentOf(outcome.executions)) : undefined;
}

/** Below this resolution of the Brier score, the stated probabilities do not separate right from wrong answers. */
const minResolution = 0.001;

const presentation: Presentation = {
  task: 'answers it will know',
  question: 'How likely is it that I answer this question correctly?',
  explanation:
    'How likely is it that I would answer this multiple-choice question correctly? A probability above 50 % counts as “correctly”, and one of exactly 50 % as neither, which scores one half; the score is the share of questions for which that is right. The Brier score, AUROC and calibration use the probability itself.',
  outcomeWords: { yes: 'answers it correctly', no: 'answers it incorrectly' },
  happened: 'was right on',
  caveats: constantConfidence,
};

/** Returns a caveat for models that state (almost) the same probability for right and for wrong answers. */
function constantConfidence(estimates: readonly Estimate[]): readonly string[] {
  const constant = estimates.filter(
    ({ measure, policy, value }) =>
      measure === 'brier_resolution' && policy === 'parsed' && value !== null && value < minResolution,
  );
  const models = [...new Set(constant.map(({ model }) => model))];
  if (models.length === 0) return [];
  return [
    `No signal: the probabilities that ${models.join(', ')} stated do not separate right from wrong answers. A small calibration error then only says that the average is right.`,
  ];
}

export const know: Experiment<KnowItem> = {
  name: 'know',
  version: 1,
  description: 'How likely is the model to answer this question correctly?',
  presentation,
  itemSchema: knowItem,
  sources: { shippedSets: ['large'] },
  factors: { ...englishFactors(wordings), shown: { levels: ['question', 'options'] } },
  publishedPolicy: 'parsed',
  measures: probabilityMeasures,
  slots: { ...probabilitySlots, ...shownSlots({ maxOutputTokens: 4096 }) },
  rightShare,
  predictsRight: true,
  cluster: (item) => item.id,
  title: ({ question }) => question,
  plan,
  showAnswer,
  form: (_, { slot }) => (slot === 'execute' ? solutionForm : probabilityForm),
  read: ({ item }, { slot }, { text }) => (slot === 'execute' ? readSolution(item, text) : readProbabilityText(text)),
  outcomes,
  simulate,
};
