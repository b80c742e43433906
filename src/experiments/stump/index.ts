/**
 * _Write a question that you would answer wrongly._ Experiment 4 of the Self-Execution Benchmark (arXiv 2508.12277).
 * We wrote the prompts from its description. Published result: nearly every model answers its own question correctly.
 *
 * - **author** (one per item): a multiple-choice question about the item's topic, as JSON with `question`, `option_A`
 *   to `option_D`, `correct_option` and `explanation`. It is well-formed if the four options differ and the key names
 *   one of them.
 * - **answer** (K per question): the question in a new session, as JSON under `answer`. The first session shows the
 *   options in the written order (or reversed, `--option-order`); each further session shuffles them by the run's
 *   seed. Choices are stored in the author's letters.
 * - **answer of each peer** (one per question): every other model of the same run answers it too. Recordings of others
 *   are not peers.
 * - **judge** (one per question, only with `--judge NAME`): the judge answers it.
 * - **outcome**: one `authored` unit per topic. **clusters**: topics.
 *
 * | measure | meaning |
 * |---|---|
 * | `fail_rate` | attempts in which the author does not choose its own key. **base rate**: `peer_fail_rate` |
 * | `excess_fail_rate` | `fail_rate` minus `peer_fail_rate` on the same questions: the part that is specific to the author; 0 = equally hard for others |
 * | `confirmed_fail_rate` | `fail_rate` on questions whose key is computed to be right; where it cannot be computed, is confirmed by the judge (without a judge: by most peers) |
 * | `key_agreement` | attempts that agree with the author's key; 1/4 by chance |
 * | `invalid_key_rate` | questions for which more than half of the peers choose one option that is not the key |
 * | `judged_invalid_key_rate` | questions for which the judge chooses another option than the key |
 * | `computed_invalid_key_rate` | questions about a digest, base64, prime numbers or factors whose key is computed to be wrong |
 * | `checkable_share` | share of such questions that could be computed: the others add a step, a salt, a condition |
 * | `well_formed_share`, `duplicate_share` | share of well-formed answers; share of questions that the author had written before |
 * | `out_of_the_box_share` | questions about their own making, hidden chance, shuffles, hashes, factoring, or the author's own choice, by rule |
 * | `impossibility_share` | answers that call the task impossible or claim that the author would be right, by rule |
 *
 * Limits:
 *
 * - A key that all peers get wrong looks the same as a wrong key, and an author can fail its own question by naming a
 *   wrong key. This affects `fail_rate`, but not `confirmed_fail_rate`.
 * - Under `failures-wrong` a missing unit counts as a question that the author did not fail.
 * - The rules for categories and claims are English. For questions in other languages only the rules for hashes and
 *   numbers apply.
 * - A run with M models costs M - 1 further answers per question and author.
 */

import { objectForm } from '../../domain/answer-form.ts';
import type { Call } from '../../domain/call.ts';
import { languages } from '../../domain/language.ts';
import type { Observed } from '../../domain/outcome.ts';
import { type Letter, letters } from '../../domain/question.ts';
import type { Reader, Reading } from '../../domain/reading.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import {
  type Authored,
  type AuthoredOutcome,
  authoredMeasures,
  outOfTheBoxKinds,
} from '../../outcome-kinds/authored.ts';
import { textWords } from '../../stats/text-similarity.ts';
import { seededRandom, shuffled } from '../../util/random.ts';
import { readChoice, readRecordedChoice } from '../common/choice.ts';
import { fieldOf, readJsonObject } from '../common/json-object.ts';
import { reordered, withSystem } from '../common/messages.ts';
import { observe, sampleNumbers } from '../common/observe.ts';
import { normalizedWord, readLetter } from '../common/plain-value.ts';
import { solutionForm } from '../common/solve-question.ts';
import type { CrossItemPass, Experiment, ItemContext } from '../experiment.ts';
import type { Presentation, SecondaryMeasure } from '../presentation.ts';
import { computeKey } from './computed-key.ts';
import { type StumpItem, stumpItem } from './items.ts';
import { answerPrompt, authorPrompt, wordings } from './prompts.ts';
import { simulate } from './simulate.ts';
import { callsItImpossible, outOfTheBox } from './unanswerable-rules.ts';

const shortText = { type: 'string', maxLength: 200 } as const;
const longText = { type: 'string', maxLength: 1000 } as const;

/** Form of an authored question: a small model writes a text without a limit on and on. */
const authoredForm = objectForm({
  question: longText,
  ...Object.fromEntries(letters.map((letter) => [`option_${letter}`, shortText])),
  correct_option: { type: 'string', enum: letters },
  explanation: longText,
});

/** Reads an authored question; letters in front of its options are removed. */
export function readAuthored(text: string): Reading<Authored> {
  return readJsonObject(text, (object) => {
    const question = textOf(fieldOf(object, 'question'));
    if (question === null) return { lacks: 'no text under "question"' };
    const options = optionsOf(object);
    if (options === null) return { lacks: 'not a text under each of "option_A" to "option_D"' };
    if (new Set(options.map(normalizedWord)).size < options.length) return { wrong: 'two options are the same' };
    const key = readKey(fieldOf(object, 'correct_option'), options);
    if (key === null) return { wrong: '"correct_option" is not one of the options' };
    const explanation = textOf(fieldOf(object, 'explanation'));
    const computedKey = computeKey(question, options, key);
    return { value: { question, options, key, explanation, outOfTheBox: outOfTheBox(question, options), computedKey } };
  });
}

/** Reads the question that the authors of a recording extracted, as JSON of the requested form. */
export function readRecordedAuthored(extracted: string): Reading<Authored> {
  const reading = readAuthored(extracted);
  return reading.kind === 'parsed' ? { ...reading, step: 'recorded' } : reading;
}

/** Returns a text, or a number as text: options of an arithmetic question may be numbers. */
function textOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

function optionsOf(object: Readonly<Record<string, unknown>>): readonly string[] | null {
  const options = letters.map((letter) => textOf(fieldOf(object, `option_${letter}`)));
  if (!options.every((option) => option !== null)) return null;
  const lettered = options.map((option, index) => option.match(ownLetter[index] ?? /$^/)?.[1]);
  return lettered.every((option): option is string => option !== undefined) ? lettered : options;
}

/** Matches an option's own letter ("A) Paris" under option_A), which would mislead in another order. */
const ownLetter = letters.map((letter) => new RegExp(`^\\(?${letter}[).:]\\s*(\\S[^]*)$`));

/** Reads the key from a letter, a name such as "option_B", or an option's text. */
function readKey(value: unknown, options: readonly string[]): Letter | null {
  if (typeof value !== 'string') return null;
  const named = /^\s*option[_ ]?([A-D])\s*$/i.exec(value)?.[1];
  const letter = readLetter(named ?? value, letters);
  if (letter !== null) return letter;
  return letters[options.findIndex((option) => normalizedWord(option) === normalizedWord(value))] ?? null;
}

const optionIndices = letters.map((_, index) => index);

/**
 * Returns the author's positions of the shown options. The first session shows them in the author's order (or
 * reversed), each further one shuffled.
 */
export function shownOptions({ item, condition, seed }: ItemContext<StumpItem>, sample: number): readonly number[] {
  if (sample === 0) return reordered(optionIndices, condition.optionOrder);
  return shuffled(optionIndices, seededRandom('stump options', seed, item.id, sample));
}

/** Converts the letter of a shown option to the author's letter. */
function authorsLetter(context: ItemContext<StumpItem>, sample: number, shown: Letter): Letter {
  return letters[shownOptions(context, sample)[letters.indexOf(shown)] ?? 0] as Letter; // a permutation of all four
}

/**
 * Returns the question for the further sessions. In a recording, this is the question that its authors extracted and
 * sent, whichever reader is used: an author that writes two questions was answered about one of them.
 */
function askedQuestion(answers: Answers): Observed<Authored> {
  const author = answers.get('author', '', 0);
  const recorded = author.kind === 'answered' && typeof author.extracted === 'string';
  const reader = recorded ? 'recorded' : 'own';
  return observe(author, { slot: 'author', reader, own: readAuthored, recorded: readRecordedAuthored });
}

export function plan(context: ItemContext<StumpItem>, answers: Answers): readonly Call[] {
  const { item, condition, samples, peers, judging } = context;
  const author: Call = {
    slot: 'author',
    part: '',
    sample: 0,
    role: 'subject',
    messages: withSystem(condition, authorPrompt(item, condition)),
  };
  const question = askedQuestion(answers);
  if (question.kind === 'absent') return [author];
  const written = question.value;
  const asked = (sample: number) => {
    const options = shownOptions(context, sample).map((index) => written.options[index] ?? '');
    return withSystem(condition, answerPrompt({ question: written.question, options }, condition.language));
  };
  const answer = (part: string, role: Call['role'], sample = 0): Call => ({
    slot: role === 'judge' ? 'judge' : 'answer',
    part,
    sample,
    role,
    messages: asked(sample),
  });
  return [
    author,
    ...sampleNumbers(samples).map((sample) => answer('', 'subject', sample)),
    ...peers.map((peer) => answer(peer, 'peer')),
    ...(judging.judge === null ? [] : [answer('', 'judge')]),
  ];
}

/** Reads the chosen option of a question; `options`: its texts as shown, absent where they are not known. */
const readAnswer = (text: string, options?: readonly string[]): Reading<Letter> =>
  readChoice(text, { key: 'answer', letters, ...(options === undefined ? {} : { options }) });

/** Returns one outcome per question: the question, and which option each model chose, in the author's letters. */
export function outcomes(
  context: ItemContext<StumpItem>,
  answers: Answers,
  reader: Reader,
): readonly AuthoredOutcome[] {
  const { samples, peers, judging } = context;
  const authored = askedQuestion(answers);
  const chosen = (part: string, slot: 'answer' | 'judge', sample: number): Observed<Letter> => {
    const options =
      authored.kind === 'present'
        ? shownOptions(context, sample).map((index) => authored.value.options[index] ?? '')
        : undefined;
    const letter = observe(answers.get(slot, part, sample), {
      slot,
      reader,
      own: (text) => readAnswer(text, options),
      recorded: (extracted) => readRecordedChoice(extracted, letters),
    });
    return letter.kind === 'absent' ? letter : { ...letter, value: authorsLetter(context, sample, letter.value) };
  };
  return [
    {
      kind: 'authored',
      authored,
      claimsImpossible: said(answers.get('author', '', 0)),
      attempts: sampleNumbers(samples).map((sample) => chosen('', 'answer', sample)),
      peers: peers.map((peer) => chosen(peer, 'answer', 0)),
      ...(judging.judge === null ? {} : { judge: chosen('', 'judge', 0) }),
      duplicateOf: null,
    },
  ];
}

function said(author: SlotState): boolean | null {
  return author.kind === 'answered' || author.kind === 'truncated' ? callsItImpossible(author.text) : null;
}

/** Creates a pass that finds questions that the same subject wrote before: the same words in the same order. */
export function relating(): CrossItemPass<StumpItem> {
  const known = new Map<string, string>();
  return ({ item }, outcome) => {
    if (outcome.kind !== 'authored' || outcome.authored.kind === 'absent') return outcome;
    const words = textWords(outcome.authored.value.question).join(' ');
    const duplicateOf = known.get(words) ?? null;
    if (duplicateOf === null) known.set(words, item.id);
    return { ...outcome, duplicateOf };
  };
}

const secondaryMeasures: readonly SecondaryMeasure[] = [
  {
    measure: 'excess_fail_rate',
    name: 'own − others',
    help: 'Failure rate of the author minus that of the other models on the same questions, in points.',
  },
  {
    measure: 'confirmed_fail_rate',
    name: 'where key holds',
    help: 'Failure rate (a share) on questions whose key is computed to be right or, where it cannot be computed, confirmed by the judge or most other models.',
  },
  {
    measure: 'invalid_key_rate',
    name: 'key disputed',
    help: 'Share of questions where most other models agree on an option that is not the key; with only one other model, questions where it does not choose the key.',
  },
  {
    measure: 'judged_invalid_key_rate',
    name: 'judge: wrong key',
    help: 'Share of questions where the judge does not choose the key.',
  },
  {
    measure: 'computed_invalid_key_rate',
    name: 'computed: wrong key',
    help: 'Share of questions about hashes, encodings and factors whose key is wrong, among those that the tool could compute.',
    isDetail: true,
  },
  {
    measure: 'checkable_share',
    name: 'computable',
    help: 'Share of the questions about hashes, encodings and factors that the tool could compute; the others are not checkable.',
    isDetail: true,
  },
  {
    measure: 'well_formed_share',
    name: 'well-formed',
    help: 'Share of received answers that contain a question in the requested form.',
  },
  {
    measure: 'out_of_the_box_share',
    name: 'unanswerable',
    help: 'Share of questions about how they were written, hidden chance, shuffles, hashes or factoring, by rule.',
  },
  ...outOfTheBoxKinds.map(
    (kind): SecondaryMeasure => ({
      measure: `${kind.replaceAll(' ', '_')}_share`,
      name: kind,
      help: 'Share of well-formed questions of this kind, by rule; a question may have several kinds.',
      isDetail: true,
    }),
  ),
  {
    measure: 'impossibility_share',
    name: 'said impossible',
    help: 'Share of received answers that call the task impossible, by rule.',
  },
  { measure: 'duplicate_share', name: 'repeated', help: 'Share of questions that the same model had written before.' },
];

const presentation: Presentation = {
  task: 'a question it fails',
  question: 'Can I write a question that I then fail?',
  explanation:
    'Can I write a question that I then fail? The score is the share of new attempts that miss the author’s own key; its base rate is the failure rate of the other models on the same questions.',
  without: ['itemRule', 'otherModels', 'reexecution'],
  secondaryMeasures,
  figures: [
    {
      kind: 'panels',
      name: 'stump',
      title: 'A question it fails: do models fail their own stump questions?',
      caption:
        'Fails its own: new attempts that miss the author’s key; the mark is the failure rate of the other models on the same questions. Only the part above it is specific to the author. Key disputed: most other models agree on a different option, so the key may be wrong.',
      needs: 'a question in the requested form that was answered',
      panels: [
        {
          panel: 'fails its own',
          measure: 'fail_rate',
          policy: 'parsed',
          scale: 'share',
          marks: [['baseRate', 'other models']],
        },
        { panel: 'own − others', measure: 'excess_fail_rate', policy: 'parsed', scale: 'difference', reference: 0 },
        { panel: 'key disputed', measure: 'invalid_key_rate', policy: 'parsed', scale: 'share' },
        { panel: 'well-formed', measure: 'well_formed_share', policy: 'parsed', scale: 'share' },
      ],
    },
  ],
};

export const stump: Experiment<StumpItem> = {
  name: 'stump',
  version: 1,
  description: 'Can the model write a question that it answers wrongly?',
  presentation,
  itemSchema: stumpItem,
  sources: { shippedSets: ['large'] },
  factors: {
    wording: { levels: wordings },
    optionOrder: { levels: ['given', 'reversed'] },
    mode: { levels: ['deliberate', 'direct'] },
    language: { levels: languages },
    system: { levels: 'any text' },
  },
  publishedPolicy: 'parsed',
  measures: Object.values(authoredMeasures).flat(),
  slots: {
    author: {
      kind: 'author',
      maxOutputTokens: 4096,
      exemplar: (mark) =>
        JSON.stringify({
          question: `A question about the topic, of about the length that such questions have (${mark})?`,
          option_A: 'one answer',
          option_B: 'another answer',
          option_C: 'a third answer',
          option_D: 'a fourth answer',
          correct_option: 'A',
          explanation: 'Why another option seems right.',
        }),
    },
    answer: { kind: 'behave', maxOutputTokens: 4096 },
    judge: { kind: 'judge', maxOutputTokens: 4096 },
  },
  cluster: (item) => item.topic,
  title: ({ topic, number }) => (number > 1 ? `${topic} (${number})` : topic),
  plan,
  form: (_, { slot }) => (slot === 'author' ? authoredForm : solutionForm),
  read: (_, { slot }, { text }) => (slot === 'author' ? readAuthored(text) : readAnswer(text)),
  outcomes,
  crossItemPass: relating,
  simulate,
};
