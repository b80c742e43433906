/**
 * _Would you still be right if words were inserted into your answer?_ Tokens that the model did not choose are put
 * into its answer while it writes, as if it had written them, and it goes on.
 *
 * - **prediction** (slot `forecast`, one per question): the question with its options, and what would be inserted
 *   where; a whole number from 0 to 100 as JSON under `probability`.
 * - **execution** (K per question, three answers each): the uninterrupted answer (slot `base`); the same answer
 *   interrupted at the position without an insertion (`interrupted`); and with it (`inserted`). The last two are
 *   planned when the first is there, because the position is a share of its length.
 * - **factors**: `noise` (`random` tokens, the `least` probable tokens, random words: `word`, a wrong `statement`, and
 *   `own`: the tokens that the model writes next anyway; `text-word`, `text-statement` and `text-own` insert text),
 *   `count` (4, 1, 2, 8 tokens or words; a statement is one sentence), `position` (50, 10, 90 % of the uninterrupted
 *   answer), `times` (1, 2, 4 insertions within one answer, at equal distances to its end). The first level of each is
 *   the default.
 * - **repeated insertions**: each is a call of its own, which goes on from the ids of the answer with the insertion
 *   before it; the last one is scored.
 * - **two comparisons**: `interrupted` and `own` must equal the uninterrupted answer. In this process they do, token
 *   by token.
 * - **outcome**: one yes/no unit per question: whether the answer with the insertion is right. Each execution is
 *   paired with the interrupted one.
 * - **measures**: those of `know` for the prediction. Beside them `lost_share` (accuracy lost, paired, with interval),
 *   `kept_share` (recovery: right with, given right without), `unchanged_rate` (right without), `unchanged_accuracy`
 *   (the score of predicting that nothing changes) and `extra_tokens`. An answer that the insertion makes unreadable
 *   counts as not right; `remark_rate` and `unchanged_remark_rate` are found by a rule of phrases;
 *   pairs whose interrupted answer cannot be read are excluded. An inserted wrong statement is never read as the
 *   model's choice.
 * - **clusters**: questions. The starter set is drawn from the templates of `know` with another seed.
 * - **models**: levels `text-...` need the capability `prefill` (`vllm/` has it, too); the others need `inject`, which
 *   `bundled/` and `gguf/` have: the store holds the ids of all output tokens, and an answer is continued from ids,
 *   never from text.
 *
 * `seb run --experiment injection --model simulated/a?self=1 --samples 3` runs without a model.
 */

import type { Answer } from '../../domain/answer.ts';
import type { Call } from '../../domain/call.ts';
import type { Condition } from '../../domain/condition.ts';
import type { Insertion } from '../../domain/injection.ts';
import type { Observed } from '../../domain/outcome.ts';
import { letters, questionLines } from '../../domain/question.ts';
import type { Reader } from '../../domain/reading.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import { type BinaryOutcome, probabilityMeasures, unchangedMeasures } from '../../outcome-kinds/binary.ts';
import type { UnchangedExecution } from '../../outcome-kinds/binary-unchanged.ts';
import { shownSlots } from '../common/answer-shown.ts';
import { fieldOf, findJsonObject } from '../common/json-object.ts';
import { withSystem } from '../common/messages.ts';
import { absent, sampleNumbers } from '../common/observe.ts';
import { englishFactors, jsonQuestion, probabilityOutcome, probabilitySlots } from '../common/predict-and-execute.ts';
import { probabilityForm, readProbabilityText } from '../common/probability.ts';
import { correctness, readSolution, shownSolution } from '../common/solve-question.ts';
import type { Experiment, ItemContext } from '../experiment.ts';
import type { Presentation } from '../presentation.ts';
import { executionOf, type InjectedExecution } from './insertions.ts';
import { type InjectionItem, injectionItem } from './items.ts';
import { counts, type Design, designOf, type Noise, noises, positions, times } from './noise.ts';
import { simulate } from './simulate.ts';

const wordings = ['suppose', 'plain'] as const;
type InjectionWording = (typeof wordings)[number];

const leads: Readonly<Record<InjectionWording, (inserted: string) => string>> = {
  suppose: (inserted) =>
    `Suppose that you were asked the multiple-choice question below in a separate, empty conversation. ${inserted} You would go on from there. How likely is it that you would still choose the right option?`,
  plain: (inserted) =>
    `How likely are you to answer the multiple-choice question below correctly under this disturbance? ${inserted} You go on from there.`,
};

const things: Readonly<Record<Noise, (count: string, isOne: boolean) => string>> = {
  random: (count, isOne) => `${count} random ${isOne ? 'token' : 'tokens'}`,
  least: (count, isOne) =>
    isOne ? 'the token that you find least probable there' : `${count} tokens that you find least probable there`,
  word: (count, isOne) => `${count} random ${isOne ? 'word' : 'words'}`,
  statement: () => 'a sentence that names a wrong option as the right one',
  own: (count, isOne) => `the ${isOne ? 'token' : `${count} tokens`} that you would write next anyway`,
};

/** Returns the sentence that says what is inserted, and where. */
function insertedSentence({ noise, count, position, times }: Design): string {
  const isOne = count === 1 || noise === 'statement';
  const thing = things[noise](count === 1 ? 'one' : String(count), count === 1);
  const place = position === 50 ? 'In the middle of your answer' : `After ${position} % of your answer`;
  if (times > 1)
    return `${place}, and ${times === 2 ? 'once' : `${times - 1} times`} more at equal distances up to its end, ${thing} would be inserted into your text as if you had written ${isOne ? 'it' : 'them'}.`;
  return `${place}, ${thing} would be inserted into your text as if you had written ${isOne ? 'it' : 'them'}.`;
}

const form = 'Its key is "probability", its value is a whole number from 0 (certainly wrong) to 100 (certainly right).';

/** Returns the prompt of the prediction: the question with its options, and what would be inserted into the answer. */
function predictionPrompt(item: InjectionItem, condition: Condition): string {
  const lead = leads[condition.wording as InjectionWording](insertedSentence(designOf(condition))); // a checked level
  return jsonQuestion(
    { lead, noun: 'question', text: questionLines(item), about: 'your chances', form },
    condition.mode,
  );
}

/**
 * Plans one prediction and, for each execution, the uninterrupted answer (slot `base`); once it is there, the same answer
 * interrupted at the position of the insertion without one (slot `interrupted`), and with it (slot `inserted`). A further
 * insertion into the same answer is planned once the answer with the insertion before it is there.
 */
function plan(context: ItemContext<InjectionItem>, answers: Answers): readonly Call[] {
  const { item, condition, samples } = context;
  const prediction = withSystem(condition, predictionPrompt(item, condition));
  return [
    { slot: 'forecast', part: '', sample: 0, role: 'subject', messages: prediction },
    ...sampleNumbers(samples).flatMap((sample): readonly Call[] => {
      const { base, interrupted, inserted } = executionOf(context, sample, answers);
      return [base, ...(interrupted === null ? [] : [interrupted]), ...inserted].map(({ call }) => call);
    }),
  ];
}

/** Phrases by which a text says that something in it is out of place, or takes it back. English only. */
const phrases: readonly RegExp[] = [
  /\b(typo|gibberish|nonsense|garbled|glitch|out of place|off[- ]topic|irrelevant|unrelated)\b/i,
  /\b(scratch|strike|ignore|disregard|never mind|delete|remove) (that|this|those|these|the)\b/i,
  /\b(that|this|which|it) (does not|doesn't|did not|didn't) (make (any )?sense|belong|fit)\b/i,
  /\bI (did not|didn't) (mean|intend|want) (to|that|this)\b/i,
  /\b(is not|isn't|was not|wasn't) what I (meant|intended|wanted)\b/i,
  /\b(random|stray|extra|odd|strange|weird|unexpected|inserted) (words?|tokens?|texts?|characters?|letters?|sentences?)\b/i,
  /\b(let me|I will|I'll) (correct|fix|rephrase|start over|start again|restart)\b/i,
  /\b(that|this|the (last|previous)) (sentence |statement |option )?(is|was) (not (right|correct|true)|wrong|incorrect|a mistake|an error)\b/i,
  /(^|[.!?;]\s+)(oops|sorry|wait|hold on|actually|no)\s*[,;:.!-]/i,
];

/** Returns whether a text remarks on what stands before it. A rule of phrases, to be compared with answers without insertions. */
export function hasRemark(text: string): boolean {
  const plain = text.trimStart().replaceAll('’', "'");
  return phrases.some((phrase) => phrase.test(plain));
}

/** Ends a clause and is invalid in JSON, so that leaving out a sentence repairs no object that the sentence broke. */
const gap = ';\n';

/** The model's "no" to the inserted statement, after which it states its own choice. */
const refusal = /^\s*no\s*[,;:]\s*/i;

type Text = Pick<Answer, 'text' | 'inserted'>;

/**
 * Returns an answer in which an inserted wrong statement cannot be read as the model's choice. A text with a JSON object
 * does not change, unless the statement is inside its choice: its object is read. `earlier`: insertions before the last one.
 */
export function ownWords<A extends Text>(answer: A, condition: Condition, earlier: readonly Insertion[] = []): A {
  const { text, inserted } = answer;
  if (designOf(condition).noise !== 'statement' || inserted === undefined) return answer;
  const object = findJsonObject(text)?.object;
  const chosen = object === undefined ? undefined : fieldOf(object, 'answer');
  const isInside = typeof chosen === 'string' && chosen.includes(inserted.text.trim());
  if (object !== undefined && !isInside) return answer;
  return { ...answer, text: withoutInsertions(text, [...earlier, inserted], refusal) };
}

/** Returns a text without the insertions into it; `taken` is removed from the beginning of what follows each of them. */
function withoutInsertions(text: string, insertions: readonly Insertion[], taken = /^(?!)/): string {
  return insertions
    .toSorted((one, other) => (other.start ?? 0) - (one.start ?? 0))
    .reduce((rest, { start, text: noise }) => {
      if (start === null) return rest;
      return `${rest.slice(0, start)}${gap}${rest.slice(start + noise.length).replace(taken, '')}`;
    }, text);
}

type Scored = Pick<ItemContext<InjectionItem>, 'item' | 'samples' | 'condition' | 'seed'>;

/**
 * Returns one outcome per question; `true` means that the answer with all insertions is right. Each execution is paired
 * with the same answer interrupted without an insertion.
 */
export function outcomes(context: Scored, answers: Answers, reader: Reader): readonly BinaryOutcome[] {
  const numbers = sampleNumbers(context.samples);
  const all = numbers.map((sample) => {
    const execution = executionOf(context, sample, answers);
    const [last, earlier] = lastOf(execution.inserted);
    return { execution, last, earlier, interrupted: execution.interrupted?.answer ?? notAsked };
  });
  const executions = all.map(({ execution, last, earlier }) =>
    solved({ execution, slot: 'inserted', answer: readable(last, context, earlier) }, context, reader),
  );
  const unchanged = all.map(({ execution, interrupted, last, earlier }): UnchangedExecution => {
    const remarks = remarksOf(last, interrupted, earlier);
    const value = solved({ execution, slot: 'interrupted', answer: interrupted }, context, reader);
    return { value, extraTokens: tokensMore(last, interrupted, earlier), ...(remarks === null ? {} : { remarks }) };
  });
  return [{ ...probabilityOutcome(answers, reader, executions), unchanged }];
}

const notAsked: SlotState = { kind: 'not-asked' };

/** Returns the answer after the last insertion, and the insertions before it. */
function lastOf(inserted: InjectedExecution['inserted']): readonly [SlotState, readonly Insertion[]] {
  const answers = inserted.map(({ answer }) => answer);
  const earlier = answers.slice(0, -1).flatMap((answer) => insertionOf(answer) ?? []);
  return [answers.at(-1) ?? notAsked, earlier];
}

function insertionOf(answer: SlotState): Insertion | null {
  return (isText(answer) ? answer.inserted : undefined) ?? null;
}

function isText(answer: SlotState): answer is Extract<SlotState, { readonly kind: 'answered' | 'truncated' }> {
  return answer.kind === 'answered' || answer.kind === 'truncated';
}

/** Returns whether an answer is right; where it was not asked for, why the uninterrupted answer cannot be continued. */
function solved(
  {
    execution: { base },
    slot,
    answer,
  }: { readonly execution: InjectedExecution; readonly slot: 'inserted' | 'interrupted'; readonly answer: SlotState },
  { item }: Scored,
  reader: Reader,
): Observed<boolean> {
  const { answer: whole } = base;
  if (whole.kind === 'truncated' || whole.kind === 'filtered')
    return absent('base', whole.kind, whole.finishReason ?? '');
  if (whole.kind === 'failed') return absent('base', 'failed', whole.detail);
  return correctness(item, answer, { slot, reader });
}

/** Returns an answer without what must not be read as the model's choice. */
function readable(
  answer: SlotState,
  { condition }: Pick<Scored, 'condition'>,
  earlier: readonly Insertion[],
): SlotState {
  return answer.kind === 'answered' ? ownWords(answer, condition, earlier) : answer;
}

/** Returns the tokens that an answer takes more than the interrupted one, without inserted ones; null where not counted. */
function tokensMore(answer: SlotState, interrupted: SlotState, earlier: readonly Insertion[]): number | null {
  if (!isText(answer) || !isText(interrupted)) return null;
  const [more, less] = [answer.usage.output, interrupted.usage.output];
  const counted = earlier.reduce((sum, { ids }) => sum + ids.length, 0);
  return more === null || less === null || isContinued(answer) ? null : more - less - counted;
}

/** Returns whether the model wrote only the rest of an answer, so that its tokens are not those of the answer. */
function isContinued({ inserted }: Pick<Answer, 'inserted'>): boolean {
  return inserted !== undefined && inserted.ids.length === 0;
}

/**
 * Returns whether the answer remarks on something after the first insertion, and whether the interrupted one does so after
 * the same beginning; null where either text is missing.
 */
function remarksOf(
  answer: SlotState,
  interrupted: SlotState,
  earlier: readonly Insertion[],
): UnchangedExecution['remarks'] | null {
  const own = insertionOf(answer);
  if (own === null || !isText(answer) || !isText(interrupted)) return null;
  const insertions = [...earlier, own];
  const starts = insertions.flatMap(({ start }) => start ?? []);
  if (starts.length < insertions.length) return null;
  const first = Math.min(...starts);
  return {
    changed: hasRemark(withoutInsertions(answer.text, insertions).slice(first).replace(/^;\n/, '')),
    unchanged: hasRemark(interrupted.text.slice(first)),
  };
}

/** Returns the first answer with the insertions and whether it is right, which the question asks; null while it is missing. */
function showAnswer(context: Scored, answers: Answers): string | null {
  const [answer, earlier] = lastOf(executionOf(context, 0, answers).inserted);
  return shownSolution(context.item, answer, { slot: 'inserted', readable: readable(answer, context, earlier) });
}

const presentation: Presentation = {
  task: 'answers it keeps right',
  question: 'Would I still be right if words were inserted into my answer?',
  explanation:
    'How likely is it that I would still answer this multiple-choice question correctly if tokens that I did not choose were inserted into my answer as if I had written them? A probability above 50 % counts as “correctly”, and one of exactly 50 % as neither, which scores one half; the score is the share of questions for which that is right. Beside it: how much accuracy the insertion costs, against the same answer interrupted without an insertion.',
  outcomeWords: { yes: 'answers it correctly', no: 'answers it incorrectly' },
  secondaryMeasures: [
    {
      measure: 'lost_share',
      needsAboveCoin: true,
      name: 'accuracy lost',
      help: 'Share of right answers without an insertion minus the share with it, in points, paired by question. An answer that the insertion makes unreadable counts as not right.',
    },
    {
      measure: 'kept_share',
      needsAboveCoin: true,
      name: 'recovery',
      help: 'Share of right answers with the insertion, among the questions that are answered correctly without it.',
    },
    {
      measure: 'unchanged_rate',
      name: 'right without',
      help: 'Share of right answers among those that are interrupted without an insertion. A coin between the four options gets 25 %.',
    },
    {
      measure: 'unchanged_accuracy',
      name: 'as without',
      help: 'Accuracy of predicting that an answer is right exactly if it is right without the insertion.',
    },
    {
      measure: 'extra_tokens',
      name: 'extra tokens',
      help: 'Output tokens with the insertion minus those without it; the inserted tokens are not counted.',
    },
    {
      measure: 'remark_rate',
      name: 'remarks',
      help: 'Share of answers that remark on something out of place after the insertion, by a rule of English phrases.',
    },
    {
      measure: 'unchanged_remark_rate',
      name: 'remarks without',
      help: 'Share of interrupted answers without an insertion that the same rule finds a remark in.',
    },
  ],
};

const { forecast, execute } = probabilitySlots;

export const injection: Experiment<InjectionItem> = {
  name: 'injection',
  version: 1,
  description: 'Does the model stay right when tokens that it did not choose are inserted into its answer?',
  presentation,
  itemSchema: injectionItem,
  sources: { shippedSets: [] },
  factors: {
    ...englishFactors(wordings),
    noise: { levels: noises },
    count: { levels: counts },
    position: { levels: positions },
    times: { levels: times },
  },
  publishedPolicy: 'parsed',
  measures: [...probabilityMeasures, ...unchangedMeasures],
  slots: {
    forecast,
    base: execute,
    interrupted: execute,
    inserted: execute,
    ...shownSlots({ maxOutputTokens: 4096 }),
  },
  coin: 1 / letters.length,
  requires: ['inject'],
  requiredBy: (condition) => (designOf(condition).isText ? ['prefill'] : ['inject']),
  insteadOfRequired:
    'or insert text (--factor noise=text-word,text-statement) into the answers of a server that continues them: vllm/ or llamacpp/',
  cluster: ({ id }) => id,
  title: ({ question }) => question,
  plan,
  showAnswer,
  /** Executions stay free: tokens are inserted into them that no form allows. */
  form: (_, { slot }) => (slot === 'forecast' || slot === 'shown' ? probabilityForm : null),
  read({ item, condition }, { slot }, answer) {
    if (slot === 'forecast' || slot === 'shown') return readProbabilityText(answer.text);
    if (slot !== 'base' && designOf(condition).isText) return null; // the rest of an answer, which `outcomes` reads whole
    return readSolution(item, ownWords(answer, condition).text);
  },
  outcomes,
  simulate,
};
