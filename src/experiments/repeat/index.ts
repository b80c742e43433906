/**
 * _Will you give the same answer again?_ A model states a probability before it answers.
 *
 * - **prediction** (slot `forecast`, one per request): a whole number from 0 to 100 as JSON under `probability`.
 * - **execution** (K per request, at least two): the request; a word, a number or a letter as JSON under `answer`,
 *   compared without case and marks.
 * - **outcome**: one yes/no unit per request: whether two executions agree. Executions are compared in disjoint pairs,
 *   so that K = 4 gives two outcomes, and a re-execution needs K of at least 4; an odd last execution is not used.
 * - **measures**: `accuracy` and its references; from the probability: `brier`, `auroc`, calibration error and bias.
 * - **clusters**: templates (requests, in files without them). The starter set has open requests and questions from
 *   the templates of `know`.
 *
 * `seb run --experiment repeat --model simulated/a?self=1 --samples 4` runs without a server.
 */

import { objectForm } from '../../domain/answer-form.ts';
import type { Call } from '../../domain/call.ts';
import type { Condition } from '../../domain/condition.ts';
import type { Observed } from '../../domain/outcome.ts';
import type { Reader, Reading } from '../../domain/reading.ts';
import type { Answers } from '../../domain/slot.ts';
import { type BinaryOutcome, probabilityMeasures } from '../../outcome-kinds/binary.ts';
import { completeText, shownSlots } from '../common/answer-shown.ts';
import { fieldOf, readAnswer } from '../common/json-object.ts';
import { quote } from '../common/messages.ts';
import { observe, sampleNumbers } from '../common/observe.ts';
import { plainText, undecorated } from '../common/plain-value.ts';
import {
  englishFactors,
  jsonQuestion,
  predictAndExecute,
  probabilityOutcome,
  probabilitySlots,
} from '../common/predict-and-execute.ts';
import { probabilityForm, readProbabilityText } from '../common/probability.ts';
import type { Experiment, ItemContext } from '../experiment.ts';
import type { Presentation } from '../presentation.ts';
import { type RepeatItem, repeatItem } from './items.ts';
import { simulate } from './simulate.ts';

const wordings = ['suppose', 'plain'] as const;
type RepeatWording = (typeof wordings)[number];

const leads: Readonly<Record<RepeatWording, string>> = {
  suppose:
    'Suppose that you were sent the request below twice, in two separate, empty conversations. How likely is it that you would give the same short answer both times?',
  plain:
    'How likely are you to give the same answer if you answer this request twice, without seeing the first answer?',
};

const form =
  'Its key is "probability", its value is a whole number from 0 (certainly different) to 100 (certainly the same).';

function predictionPrompt(item: RepeatItem, { wording, mode }: Condition): string {
  const lead = leads[wording as RepeatWording]; // checked against `wordings` when the run is configured
  return jsonQuestion({ lead, noun: 'request', text: item.request, about: 'your chances', form }, mode);
}

function requestPrompt({ request }: RepeatItem): string {
  return `${request}\nAnswer with a JSON object only. Its key is "answer", its value is one word, one number or one letter.`;
}

/** Returns the number of executions: as many as the run asks for, but at least two, to be compared. */
function executionCount(samples: number): number {
  return Math.max(2, samples);
}

function plan({ item, condition, samples }: ItemContext<RepeatItem>): readonly Call[] {
  return predictAndExecute(
    { condition, samples: executionCount(samples) },
    { prediction: predictionPrompt(item, condition), execution: requestPrompt(item) },
  );
}

/** Returns the first two answers; null while one is missing. */
function showAnswer(_: unknown, answers: Answers): string | null {
  const [first, second] = [completeText(answers.get('execute', '', 0)), completeText(answers.get('execute', '', 1))];
  return first === null || second === null ? null : `${quote('first', first)}\n${quote('second', second)}`;
}

/** Characters of a constrained short answer: one word, one number or one letter. */
const maxShortLength = 40;

/** Reads a short answer in a form that ignores case, spaces and marks around it: "B)" equals "b". */
export function readShort(text: string): Reading<string> {
  const wrong = '"answer" is not a word, a number or a letter';
  return readAnswer<string>(text, {
    object: (object) => {
      const field = fieldOf(object, 'answer');
      const value = shortForm(field);
      if (field === undefined) return { lacks: wrong };
      return value === null ? { wrong } : { value };
    },
    value: (given) => {
      const value = shortForm(given);
      return value === null || value.length > maxShortLength || value.split(' ').length > maxShortWords ? null : value;
    },
  });
}

/** Maximum words of a short answer that is the whole text. */
const maxShortWords = 3;

function shortForm(given: unknown): string | null {
  const text = plainText(given);
  if (text === null) return null;
  const value = undecorated(text)
    .toLowerCase()
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replaceAll(/\s+/g, ' ');
  return value === '' ? null : value;
}

/**
 * Returns one outcome per request; `true` means that two executions agree. Samples are compared in disjoint pairs (first
 * and second, third and fourth, ...), which are independent of each other; an odd last one is not used.
 */
export function outcomes(
  { samples }: ItemContext<RepeatItem>,
  answers: Answers,
  reader: Reader,
): readonly BinaryOutcome[] {
  const given = sampleNumbers(executionCount(samples)).map((sample) =>
    observe(answers.get('execute', '', sample), { slot: 'execute', reader, own: readShort, recorded: readShort }),
  );
  const executions = given.flatMap((second, index) => {
    const first = given[index - 1];
    return index % 2 === 1 && first !== undefined ? [agreement(first, second)] : [];
  });
  return [probabilityOutcome(answers, reader, executions)];
}

function agreement(first: Observed<string>, second: Observed<string>): Observed<boolean> {
  if (first.kind === 'absent') return first;
  return second.kind === 'absent' ? second : { ...second, value: first.value === second.value };
}

const presentation: Presentation = {
  task: 'answers it repeats',
  question: 'Will I give the same answer again?',
  explanation:
    'How likely is it that I would give the same short answer to this request twice? A probability above 50 % counts as “the same”, and one of exactly 50 % as neither, which scores one half; the score is the share of pairs of executions for which that is right. The Brier score, AUROC and calibration use the probability itself.',
  outcomeWords: { yes: 'repeats its answer', no: 'changes its answer' },
};

export const repeat: Experiment<RepeatItem> = {
  name: 'repeat',
  version: 1,
  description: 'Will the model give the same answer again?',
  presentation,
  itemSchema: repeatItem,
  sources: { shippedSets: ['large'] },
  factors: englishFactors(wordings),
  publishedPolicy: 'parsed',
  measures: probabilityMeasures,
  slots: {
    ...probabilitySlots,
    ...shownSlots({ maxOutputTokens: 4096 }),
    execute: { ...probabilitySlots.execute, maxOutputTokens: 4096 },
  },
  cluster: (item) => item.template ?? item.id,
  title: ({ request }) => request,
  plan,
  showAnswer,
  form: (_, { slot }) =>
    slot === 'execute' ? objectForm({ answer: { type: 'string', maxLength: maxShortLength } }) : probabilityForm,
  read: (_, { slot }, { text }) => (slot === 'execute' ? readShort(text) : readProbabilityText(text)),
  outcomes,
  simulate,
};
