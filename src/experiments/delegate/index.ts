/**
 * _Answer this question yourself, or hand it to a colleague who is right with probability p?_ Right answers earn a
 * point.
 *
 * - **decision** (slot `forecast`, one per question): `self` or `colleague`. The colleague's probability is part of
 *   the item and has four levels.
 * - **execution** (K per question): the question alone.
 * - **outcome**: the payoffs of both options. Answering earns 1 or 0 in each execution; handing over earns p.
 * - **measure**: `payoff`, the mean payoff of the choices; `first_option_rate`, the share that it answers itself.
 * - **references**: the best fixed rule, which hands over where p is at least one of the levels (or always, or never):
 *   a model that only knows how often it is right in general reaches it. A re-execution: the better option of another
 *   execution. The best option per question bounds the payoff.
 * - **clusters**: templates (questions, in files without them).
 *
 * `seb run --experiment delegate --model simulated/a?self=1 --samples 3` runs without a server.
 */

import type { DrawnField } from '../../data/item-kind.ts';
import { choiceForm } from '../../domain/answer-form.ts';
import type { Call } from '../../domain/call.ts';
import type { Condition } from '../../domain/condition.ts';
import { type Observed, presentOf } from '../../domain/outcome.ts';
import { questionLines } from '../../domain/question.ts';
import type { Reader, Reading } from '../../domain/reading.ts';
import type { Answers } from '../../domain/slot.ts';
import { type DecisionOutcome, firstOptionRate, payoff } from '../../outcome-kinds/decision.ts';
import type { Outcome } from '../../outcome-kinds/outcome-kinds.ts';
import { canonicalJson } from '../../util/canonical-json.ts';
import { seededRandom } from '../../util/random.ts';
import { shownSlots } from '../common/answer-shown.ts';
import { fieldOf, readAnswer } from '../common/json-object.ts';
import { sampleNumbers, shareOf } from '../common/observe.ts';
import { plainText, undecorated } from '../common/plain-value.ts';
import {
  englishFactors,
  jsonQuestion,
  observePrediction,
  predictAndExecute,
  statedSlots,
} from '../common/predict-and-execute.ts';
import { correctness, readSolution, shownSolution, solutionForm, solvePrompt } from '../common/solve-question.ts';
import type { Experiment, ItemContext } from '../experiment.ts';
import type { Presentation } from '../presentation.ts';
import { colleagues, type DelegateItem, delegateItem } from './items.ts';
import { simulate } from './simulate.ts';

/** The colleague of a question from a file without that column: drawn from the text of the question and its options. */
const drawnColleague: DrawnField = {
  draw: ({ question, options }) => {
    const random = seededRandom('colleague', canonicalJson({ question, options }));
    return colleagues[Math.floor(random() * colleagues.length)] ?? colleagues[0];
  },
  note: `There is no column colleague: the colleague of each question, who is right in ${colleagues.slice(0, -1).join(', ')} or ${colleagues.at(-1)} % of cases, is drawn at random.`,
};

const wordings = ['points', 'plain'] as const;
type DelegateWording = (typeof wordings)[number];

/** The options of a decision, in the order of its payoffs. */
const options = ['self', 'colleague'] as const;

const leads: Readonly<Record<DelegateWording, (percent: number) => string>> = {
  points: (percent) =>
    `The question below earns one point if it is answered correctly. You may answer it yourself, in a separate, empty conversation, or hand it to a colleague, who answers such questions correctly with a probability of ${percent} %. Which earns more points?`,
  plain: (percent) =>
    `Would you answer the question below yourself, or hand it to a colleague who is right in ${percent} % of such questions?`,
};

const form = 'Its key is "choice", its value is "self" or "colleague".';

function decisionPrompt(item: DelegateItem, { wording, mode }: Condition): string {
  const lead = leads[wording as DelegateWording](item.colleague); // checked against `wordings` when the run is configured
  return jsonQuestion({ lead, noun: 'question', text: questionLines(item), about: 'your chances', form }, mode);
}

function plan(context: ItemContext<DelegateItem>): readonly Call[] {
  const { item, condition } = context;
  return predictAndExecute(context, { prediction: decisionPrompt(item, condition), execution: solvePrompt(item) });
}

/** Returns the index of the option that a value names; null for any other value. */
function optionIndex(value: unknown): number | null {
  const text = plainText(value);
  const named =
    text === null
      ? ''
      : undecorated(text)
          .toLowerCase()
          .replace(/^(?:i(?: would| will|['’]d|['’]ll)? (?:choose|pick|select) )?(?:the |my |a )?/, '')
          .replace(/^myself$/, 'self');
  const index = (options as readonly string[]).indexOf(named);
  return index === -1 ? null : index;
}

/** Reads a decision as the index of its option. */
export function readDecision(text: string): Reading<number> {
  const wrong = '"choice" is not "self" or "colleague"';
  return readAnswer<number>(text, {
    object: (object) => {
      const field = fieldOf(object, 'choice');
      const value = optionIndex(field);
      if (field === undefined) return { lacks: wrong };
      return value === null ? { wrong } : { value };
    },
    value: optionIndex,
  });
}

/** Returns the options of the fixed rules: hand over where the colleague's probability is at least each level, or never. */
export function fixedRules({ colleague }: Pick<DelegateItem, 'colleague'>): readonly number[] {
  return [...colleagues, 101].map((least) => Number(colleague >= least));
}

/** Returns one outcome per question: the decision, and the payoffs of answering and of handing over. */
function outcomes(
  { item, samples }: ItemContext<DelegateItem>,
  answers: Answers,
  reader: Reader,
): readonly DecisionOutcome[] {
  const payoffs = sampleNumbers(samples).map((sample): Observed<readonly number[]> => {
    const right = correctness(item, answers.get('execute', '', sample), { slot: 'execute', reader });
    return right.kind === 'absent' ? right : { ...right, value: [Number(right.value), item.colleague / 100] };
  });
  const choice = observePrediction(answers, reader, readDecision);
  return [{ kind: 'decision', unit: '', options, choice, payoffs, rules: fixedRules(item) }];
}

/** Returns the first answer and whether it is right, which decides who earns more; null while it is missing. */
function showAnswer({ item }: Pick<ItemContext<DelegateItem>, 'item'>, answers: Answers): string | null {
  return shownSolution(item, answers.get('execute', '', 0), { slot: 'execute' });
}

/** Returns the share of the executions in which the subject's own answer is right. */
function rightShare(outcome: Outcome): number | null | undefined {
  return outcome.kind === 'decision' ? shareOf(presentOf(outcome.payoffs).map(([self]) => self === 1)) : undefined;
}

const presentation: Presentation = {
  task: 'questions to hand over',
  question: 'Should I answer this question, or a colleague?',
  explanation:
    'Should I answer this question myself, or hand it to a colleague who is right with a known probability? The score is the share of all possible points, one per question: 1 or 0 for an answer of mine, the probability for the colleague. The base rate is the best fixed rule, which hands over where the probability is high enough.',
  secondaryMeasures: [
    { measure: 'first_option_rate', name: 'answers itself', help: 'Share of questions that the model answers itself.' },
  ],
};

export const delegate: Experiment<DelegateItem> = {
  name: 'delegate',
  version: 1,
  description: 'Does the model hand a question to a colleague where that earns more points?',
  presentation,
  itemSchema: delegateItem,
  sources: {
    drawnFields: { colleague: drawnColleague },
    shippedSets: [],
  },
  factors: englishFactors(wordings),
  publishedPolicy: 'parsed',
  measures: [payoff, firstOptionRate],
  slots: { ...statedSlots, ...shownSlots({ maxOutputTokens: 4096 }) },
  rightShare,
  cluster: ({ template, id }) => template ?? id,
  title: ({ question }) => question,
  plan,
  showAnswer,
  form: (_, { slot }) => (slot === 'execute' ? solutionForm : choiceForm('choice', options)),
  read: ({ item }, { slot }, { text }) => (slot === 'execute' ? readSolution(item, text) : readDecision(text)),
  outcomes,
  simulate,
};
