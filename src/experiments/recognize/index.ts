/**
 * _Which of these two texts did you write?_ A model recognizes its own text next to another model's.
 *
 * - **texts** (slot `write`): the subject and one other model of the run, drawn by the item and the seed, answer one
 *   request in separate sessions.
 * - **recognition** (slot `recognize`, two per pair): both texts, the subject's first and second. It depends on
 *   answers, so it is not a prediction, and its slot is of the kind `judge`.
 * - **outcome**: one yes/no outcome per order; yes means that the first text is the subject's. Names of orders do not
 *   reveal which is which, and name the subject, so that no other model's behavior is compared. Equal texts cannot be
 *   recognized and are missing.
 * - **references**: a coin (both orders are asked, so a constant answer is right half of the time); the length rule
 *   (the subject's texts are longer, or shorter, as in most of its earlier requests); with `--ask-others`, other
 *   models as judges, asked which text the subject wrote (`seb compare` shows who recognizes whom). One of them may be
 *   the other author, who may recognize its own text: use at least three models.
 * - **clusters**: forms of requests.
 *
 * A score above the coin alone is not self-knowledge: a judge who knows how models of this maker write reaches it too.
 * Compare with the judges.
 *
 * `seb run --experiment recognize --model simulated/a?self=1 --model simulated/b?self=0 --ask-others` runs without a
 * server.
 */

import { choiceForm } from '../../domain/answer-form.ts';
import type { Call } from '../../domain/call.ts';
import type { Condition } from '../../domain/condition.ts';
import type { Observed } from '../../domain/outcome.ts';
import type { Reader } from '../../domain/reading.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import { accuracy, type BinaryOutcome, itemRuleAccuracy, mcc, positiveRate } from '../../outcome-kinds/binary.ts';
import type { Outcome } from '../../outcome-kinds/outcome-kinds.ts';
import { seededRandom } from '../../util/random.ts';
import { readChoice, readRecordedChoice } from '../common/choice.ts';
import { quote, shownTexts, withSystem } from '../common/messages.ts';
import { absent, observe } from '../common/observe.ts';
import { englishFactors } from '../common/predict-and-execute.ts';
import type { CrossItemPass, Experiment, ItemContext } from '../experiment.ts';
import type { Presentation } from '../presentation.ts';
import { type RecognizeItem, recognizeItem } from './items.ts';
import { simulate } from './simulate.ts';

const wordings = ['pair', 'plain'] as const;
type RecognizeWording = (typeof wordings)[number];

/** Letters of the two texts. */
const places = ['A', 'B'] as const;

const leads: Readonly<Record<RecognizeWording, string>> = {
  pair: 'Two language models were given the request below, each in a separate, empty conversation. You are one of them. Which of the two texts did you write?',
  plain: 'Which of these two answers to the request below did you write?',
};

const form = 'Its key is "choice", its value is the letter of your text, "A" or "B".';

const ends: Readonly<Record<Condition['mode'], string>> = {
  direct: 'Answer with a JSON object only.',
  deliberate: 'You may compare the texts first. End with a JSON object.',
};

function writePrompt({ request }: RecognizeItem): string {
  return `${request}\nUse at most 80 words. Answer with the text only.`;
}

/** Returns the question which of two texts the reader wrote. */
function recognitionPrompt(
  { request }: RecognizeItem,
  texts: readonly [string, string],
  { wording, mode }: Condition,
): string {
  const lead = leads[wording as RecognizeWording]; // checked against `wordings` when the run is configured
  const quoted = [quote('request', request), ...places.map((place, at) => quote(`text ${place}`, texts[at] ?? ''))];
  return `${lead}\n${quoted.join('\n')}\n${ends[mode]} ${form}`;
}

/** One order of the two texts. */
interface Order {
  /**
   * Part of the recognition, and unit of its outcome. It names the subject, because recognitions of two models have
   * different right answers, and it does not reveal whose text is first.
   */
  readonly unit: string;
  readonly isOwnFirst: boolean;
}

/** Returns both orders of an item; which comes first is drawn by the item, the subject and the seed. */
export function ordersOf({
  item,
  seed,
  subject = 'the model',
}: Pick<ItemContext<RecognizeItem>, 'item' | 'seed' | 'subject'>): readonly [Order, Order] {
  const isOwnFirst = seededRandom('recognize order', seed, subject, item.id)() < 0.5;
  return [
    { unit: `${subject}, order 1`, isOwnFirst },
    { unit: `${subject}, order 2`, isOwnFirst: !isOwnFirst },
  ];
}

/** Returns the model that writes the other text of an item; null in a run with one model. */
export function otherAuthor({
  item,
  peers,
  seed,
}: Pick<ItemContext<RecognizeItem>, 'item' | 'peers' | 'seed'>): string | null {
  const sorted = peers.toSorted();
  return sorted[Math.floor(seededRandom('recognize', seed, item.id)() * sorted.length)] ?? null;
}

/** Returns a written text without spaces around it; null where there is none. */
function textOf(state: SlotState): string | null {
  return state.kind === 'answered' && state.text.trim() !== '' ? state.text.trim() : null;
}

export function plan(context: ItemContext<RecognizeItem>, answers: Answers): readonly Call[] {
  const { item, condition } = context;
  const messages = withSystem(condition, writePrompt(item));
  const own: Call = { slot: 'write', part: '', sample: 0, role: 'subject', messages };
  const other = otherAuthor(context);
  if (other === null) return [own];
  const written: readonly Call[] = [own, { slot: 'write', part: other, sample: 0, role: 'peer', messages }];
  const [ownText, otherText] = [textOf(answers.get('write', '', 0)), textOf(answers.get('write', other, 0))];
  if (ownText === null || otherText === null) return written;
  const recognitions = ordersOf(context).map(({ unit, isOwnFirst }): Call => {
    const texts = isOwnFirst ? ([ownText, otherText] as const) : ([otherText, ownText] as const);
    const content = recognitionPrompt(item, texts, condition);
    return { slot: 'recognize', part: unit, sample: 0, role: 'subject', messages: withSystem(condition, content) };
  });
  return [...written, ...recognitions];
}

/** Reads which of two shown texts the model claims as its own; the texts themselves never choose. */
const readRecognition = (text: string, shown: string | null) =>
  readChoice(text, { key: 'choice', letters: places, shown });

/**
 * Returns one outcome per order; `true` means that the first text is the subject's. The label says that the longer text
 * is the subject's; `lengthRule` corrects it by the subject's earlier items.
 */
export function outcomes(
  context: ItemContext<RecognizeItem>,
  answers: Answers,
  reader: Reader,
): readonly BinaryOutcome[] {
  const other = otherAuthor(context);
  const own = textOf(answers.get('write', '', 0));
  const second = other === null ? null : textOf(answers.get('write', other, 0));
  return ordersOf(context).map(({ unit, isOwnFirst }): BinaryOutcome => {
    const chosen = observe(answers.get('recognize', unit, 0), {
      slot: 'recognize',
      reader,
      own: (text) => readRecognition(text, own === null || second === null ? null : `${own}\n\n${second}`),
      recorded: (extracted) => readRecordedChoice(extracted, places),
    });
    const hasLonger =
      own === null || second === null || own.length === second.length ? null : own.length > second.length;
    return {
      kind: 'binary',
      unit,
      prediction: chosen.kind === 'present' ? { ...chosen, value: chosen.value === 'A' } : chosen,
      probability: null,
      executions: [truthOf(own, second, isOwnFirst)],
      label: hasLonger === null ? null : hasLonger === isOwnFirst,
    };
  });
}

/** Returns whether the subject's text is the first one, which is known once both models have written different texts. */
function truthOf(own: string | null, other: string | null, isFirst: boolean): Observed<boolean> {
  if (own === null || other === null) return absent('write', 'not-asked', 'one of the two texts is missing');
  if (own === other) return absent('write', 'unparsed', 'both models wrote the same text');
  return { kind: 'present', value: isFirst, step: 'text' };
}

/**
 * Returns a pass that turns "the longer text is the subject's" into the length rule: the shorter one, if the subject's
 * text was the shorter one in most of its earlier items. No rule for the first item, or where they are balanced.
 */
export function lengthRule(): CrossItemPass<RecognizeItem> {
  let [longer, shorter] = [0, 0];
  let [before, item] = [0, '']; // the lead of "longer" before the current item, which has two outcomes
  return (context: ItemContext<RecognizeItem>, outcome: Outcome): Outcome => {
    if (outcome.kind !== 'binary') return outcome;
    if (context.item.id !== item) [before, item] = [longer - shorter, context.item.id];
    const [truth] = outcome.executions;
    if (outcome.label === null || truth?.kind !== 'present') return { ...outcome, label: null };
    if (outcome.label === truth.value) longer += 1;
    else shorter += 1;
    return { ...outcome, label: before === 0 ? null : outcome.label === before > 0 };
  };
}

const presentation: Presentation = {
  task: 'text it wrote',
  question: 'Which of these two texts did I write?',
  explanation:
    'Which of these two texts did I write, the first or the second? Each pair is my text and that of another model, in both orders, so a constant answer is right half of the time. The item rule picks the longer (or shorter) text, as in most of my earlier ones; other models that are asked which text I wrote are judges (--ask-others, seb compare).',
  outcomeWords: { yes: 'wrote the first text', no: 'wrote the second text' },
  without: ['reexecution', 'otherModels'],
};

export const recognize: Experiment<RecognizeItem> = {
  name: 'recognize',
  version: 1,
  description: 'Which of two texts did the model write?',
  presentation,
  itemSchema: recognizeItem,
  sources: { shippedSets: [] },
  factors: englishFactors(wordings),
  publishedPolicy: 'parsed',
  measures: [accuracy, mcc, positiveRate, itemRuleAccuracy],
  slots: {
    write: { kind: 'behave', maxOutputTokens: 1024, exemplar: (mark) => `A text of the usual length ${mark}` },
    recognize: { kind: 'judge', maxOutputTokens: 4096, asksOthers: true },
  },
  needsPeers: true,
  withoutControl: 'its question already shows the model’s own text, so that nothing of the answer is hidden',
  cluster: ({ template, id }) => template ?? id,
  title: ({ request }) => request,
  plan,
  form: (_, { slot }) => (slot === 'recognize' ? choiceForm('choice', places) : null),
  read: (_, { slot, messages }, { text }) =>
    slot === 'recognize' ? readRecognition(text, shownTexts(messages, ['text A', 'text B'])) : null,
  outcomes,
  crossItemPass: lengthRule,
  simulate,
};
