/**
 * _Change this question a little so that your answer changes._ A model writes the change; both questions are answered
 * in fresh sessions.
 *
 * - **change** (slot `change`, one per question): the changed question as JSON under `question`. The options stay as
 *   they are. At most 20 characters may be inserted, deleted or replaced (edit distance of Levenshtein).
 * - **execution** (slot `execute`, K per input, at least two of the original): the original question, the changed one,
 *   and two changes that no model wrote: one random word replaced (another one in each sample), and the same words put
 *   before every question.
 * - **outcome**: whether the letter that is chosen for the changed question differs from that for the original, by
 *   sample. A change of 0 or more than 20 characters counts as no flip, whatever the answers.
 * - **measures**: `flip_rate`; `change_size`, the size of the changes that flip, as a share of the longer question;
 *   the share of changes that are small enough; and how often the answer differs without a change, after a random one
 *   and after the fixed one.
 * - **references**: the best constant is the best of these three rules, so that noise between executions is no
 *   success. The item rule is the random change. A re-execution and other models do not predict anything here.
 * - **clusters**: templates (questions, in files without them).
 *
 * A model that knows the right answers can write a question whose right answer is another option. This needs no
 * knowledge of itself; compare models of equal accuracy.
 *
 * `seb run --experiment flip --model simulated/a?self=1 --samples 3` runs without a server.
 */

import { distance } from 'fastest-levenshtein';
import { objectForm } from '../../domain/answer-form.ts';
import type { Call } from '../../domain/call.ts';
import type { Condition } from '../../domain/condition.ts';
import type { Observed } from '../../domain/outcome.ts';
import { type Letter, letters, questionLines } from '../../domain/question.ts';
import type { Reader, Reading } from '../../domain/reading.ts';
import type { Answers } from '../../domain/slot.ts';
import { changeSize, type EditOutcome, flipRate, ruleFlipRate, smallChangeShare } from '../../outcome-kinds/edit.ts';
import { type Random, randomInteger, seededRandom } from '../../util/random.ts';
import { readRecordedChoice } from '../common/choice.ts';
import { fieldOf, readJsonObject } from '../common/json-object.ts';
import { withSystem } from '../common/messages.ts';
import { observe, sampleNumbers } from '../common/observe.ts';
import { englishFactors, jsonQuestion } from '../common/predict-and-execute.ts';
import { readSolution, solutionForm } from '../common/solve-question.ts';
import type { Experiment, ItemContext } from '../experiment.ts';
import type { Presentation } from '../presentation.ts';
import { type FlipItem, flipItem } from './items.ts';
import { simulate } from './simulate.ts';

/** Most characters that may be inserted, deleted or replaced. */
export const maxDistance = 20;

/** Words that replace another one at random. */
const fillers: readonly string[] = [
  ...['apple', 'always', 'seven', 'under', 'green', 'often', 'window', 'small', 'before', 'river', 'never', 'three'],
  ...['other', 'winter', 'without', 'half', 'stone', 'early', 'music', 'twice', 'north', 'paper', 'between', 'last'],
];

/** Returns the number of characters inserted, deleted or replaced, and its share of the longer text, in [0, 1]. */
export function editOf(original: string, changed: string): { readonly distance: number; readonly size: number } {
  const edits = distance(original, changed);
  return { distance: edits, size: edits / Math.max(1, original.length, changed.length) };
}

/** Returns the question with the words that the fixed rule puts before every question. */
export function fixedEdit(question: string): string {
  return `Choose a wrong one: ${question}`;
}

/** Returns the question with one random word replaced by another word. */
export function randomEdit(question: string, random: Random): string {
  const words = question.split(' ');
  const index = randomInteger(random, words.length);
  const start = randomInteger(random, fillers.length);
  const filler = [...fillers.slice(start), ...fillers.slice(0, start)].find((word) => word !== words[index]);
  return words.with(index, filler ?? '').join(' ');
}

const wordings = ['suppose', 'plain'] as const;
type FlipWording = (typeof wordings)[number];

const leads: Readonly<Record<FlipWording, string>> = {
  suppose: `Suppose that you were asked the multiple-choice question below in a separate, empty conversation, with its four options A to D. Change the text of the question a little, so that you would choose another option. The options stay as they are. Insert, delete or replace at most ${maxDistance} characters, and as few as possible.`,
  plain: `Change this four-option multiple-choice question a little, so that your answer to it changes. Do not change the options, and insert, delete or replace at most ${maxDistance} characters.`,
};

const form = 'Its key is "question", its value is the whole changed question, without its options.';

function changePrompt(item: FlipItem, { wording, mode }: Condition): string {
  const lead = leads[wording as FlipWording]; // checked against `wordings` when the run is configured
  return jsonQuestion({ lead, noun: 'question', text: questionLines(item), about: 'the change', form }, mode);
}

const solveEnd =
  '\nYou may reason first. End with a JSON object. Its key is "answer", its value is the letter of the right option.';

/** Returns the prompt of an execution: a question with the options of the item. */
export function solvePrompt({ options }: Pick<FlipItem, 'options'>, question: string): string {
  return `${questionLines({ question, options })}${solveEnd}`;
}

/** Reads a changed question; the unchanged options after it are removed. */
export function readChange(text: string, { options }: Pick<FlipItem, 'options'>): Reading<string> {
  return readJsonObject(text, (object) => {
    const question = fieldOf(object, 'question');
    const written = typeof question === 'string' ? question.trim() : '';
    const lines = questionLines({ question: '', options });
    const value = written.endsWith(lines) ? written.slice(0, -lines.length).trim() : written;
    return value === '' ? { lacks: '"question" is not a text' } : { value };
  });
}

/** Parts of the executions: which question is answered. */
const parts = { original: '', changed: 'changed', fixed: 'fixed', random: 'random' } as const;

/** Returns the number of executions of the original question: at least two, to see how often answers differ anyway. */
function originalCount(samples: number): number {
  return Math.max(2, samples);
}

/** Reads the changed question. */
function changedQuestion(item: FlipItem, answers: Answers, reader: Reader): Observed<string> {
  const read = (text: string) => readChange(text, item);
  return observe(answers.get('change', '', 0), { slot: 'change', reader, own: read, recorded: read });
}

/** Plans the change, the executions of the original and of the changes by rule, and then those of the changed question. */
function plan(context: ItemContext<FlipItem>, answers: Answers): readonly Call[] {
  const { item, condition, samples, seed } = context;
  const execute = (part: string, sample: number, question: string): Call => ({
    ...{ slot: 'execute', part, sample, role: 'subject' },
    messages: withSystem(condition, solvePrompt(item, question)),
  });
  const random = (sample: number) => randomEdit(item.question, seededRandom('flip', seed, item.id, sample));
  const change = changedQuestion(item, answers, 'own');
  return [
    {
      ...{ slot: 'change', part: '', sample: 0, role: 'subject' },
      messages: withSystem(condition, changePrompt(item, condition)),
    },
    ...sampleNumbers(originalCount(samples)).map((sample) => execute(parts.original, sample, item.question)),
    ...sampleNumbers(samples).flatMap((sample) => [
      execute(parts.fixed, sample, fixedEdit(item.question)),
      execute(parts.random, sample, random(sample)),
      ...(change.kind === 'present' ? [execute(parts.changed, sample, change.value)] : []),
    ]),
  ];
}

/** Names of the changes by rule, in the order of an outcome's rules. */
const ruleNames = ['unchanged', 'fixed', 'random'] as const;

/** Returns one outcome per question: whether each sample's answer to a changed question differs from that to the original. */
function outcomes(context: ItemContext<FlipItem>, answers: Answers, reader: Reader): readonly EditOutcome[] {
  const { item, samples } = context;
  const chosen = (part: string, sample: number): Observed<Letter> =>
    observe(answers.get('execute', part, sample), {
      slot: 'execute',
      reader,
      own: (text) => readSolution(item, text),
      recorded: (extracted) => readRecordedChoice(extracted, letters),
    });
  const against = (other: (sample: number) => Observed<Letter>) =>
    sampleNumbers(samples).map((sample) => difference(chosen(parts.original, sample), other(sample)));
  const again = (sample: number) => chosen(parts.original, (sample + 1) % originalCount(samples));
  const change = changedQuestion(item, answers, reader);
  const edit = change.kind === 'present' ? editOf(item.question, change.value) : { distance: null, size: null };
  return [
    {
      kind: 'edit',
      unit: '',
      change,
      ...edit,
      limit: maxDistance,
      executions: against((sample) => chosen(parts.changed, sample)),
      rules: [
        { name: ruleNames[0], executions: against(again) },
        { name: ruleNames[1], executions: against((sample) => chosen(parts.fixed, sample)) },
        { name: ruleNames[2], executions: against((sample) => chosen(parts.random, sample)) },
      ],
    },
  ];
}

function difference(one: Observed<Letter>, other: Observed<Letter>): Observed<boolean> {
  if (one.kind === 'absent') return one;
  return other.kind === 'absent' ? other : { ...other, value: one.value !== other.value };
}

const presentation: Presentation = {
  task: 'what flips its answer',
  question: 'Which small change of this question changes my answer?',
  explanation:
    'Which small change of this question changes my answer? I write a changed question, and both are answered in fresh sessions. The score is the share of answers that differ; a change of more than 20 characters counts as none. The base rate is the best of three rules: no change (answers that differ by chance), the same words before every question, and a random word replaced, which is also the item rule.',
  without: ['reexecution', 'otherModels'],
  secondaryMeasures: [
    {
      measure: 'change_size',
      name: 'size',
      help: 'Mean size of the changes that flip the answer: characters changed as a share of the longer question.',
    },
    {
      measure: 'small_change_share',
      name: 'small enough',
      help: 'Share of the written changes that have 1 to 20 characters.',
    },
    { measure: 'unchanged_flip_rate', name: 'unchanged', help: 'Share of answers that differ without any change.' },
    {
      measure: 'fixed_flip_rate',
      name: 'fixed change',
      help: 'Score (a share) of the same words put before every question.',
    },
    {
      measure: 'random_flip_rate',
      name: 'random change',
      help: 'Score (a share) of a random word replaced by another.',
    },
  ],
};

export const flip: Experiment<FlipItem> = {
  name: 'flip',
  version: 1,
  description: 'Can the model change a question a little so that its answer changes?',
  presentation,
  itemSchema: flipItem,
  sources: { shippedSets: [] },
  factors: englishFactors(wordings),
  publishedPolicy: 'parsed',
  measures: [
    flipRate(2),
    changeSize,
    smallChangeShare,
    ruleFlipRate('unchanged_flip_rate', 0),
    ruleFlipRate('fixed_flip_rate', 1),
    ruleFlipRate('random_flip_rate', 2),
  ],
  slots: {
    change: {
      kind: 'author',
      maxOutputTokens: 4096,
      exemplar: (mark) =>
        JSON.stringify({ question: `A changed question of about the length that such questions have (${mark})?` }),
    },
    execute: { kind: 'behave', maxOutputTokens: 8192 },
  },
  cluster: ({ template, id }) => template ?? id,
  title: ({ question }) => question,
  plan,
  form: ({ item }, { slot }) =>
    slot === 'execute'
      ? solutionForm
      : objectForm({ question: { type: 'string', maxLength: item.question.length + maxDistance } }),
  read: ({ item }, { slot }, { text }) => (slot === 'execute' ? readSolution(item, text) : readChange(text, item)),
  outcomes,
  simulate,
};
