/**
 * _Which of these option words will be in the list of five that you give for a target?_ Experiment 1 of the
 * Self-Execution Benchmark (arXiv 2508.12277). The wording `paper` is its sentence word for word; we wrote `quoted`
 * and `hypothetical`.
 *
 * - **prediction** (slot `forecast`, one per cue): a JSON object with true or false for each option word.
 * - **execution** (K per cue): five words, as JSON under `words`. A list of another length is unparsed. The prompts in
 *   Spanish, Hebrew and Chinese ask for words in the language of the target; the targets of the starter set are
 *   English.
 * - **outcome**: one yes/no unit per option word, compared after NFKC, lower case and trimming. An option that the
 *   prediction does not mention is absent, not false. Words of the list that are not options are ignored.
 * - **clusters**: cues.
 * - **base rate**: most options are not listed, so "no" to everything scores about 80 %. Read accuracy beside it. MCC
 *   and balanced accuracy have base rates of 0 and 0.5.
 */

import type { PublishedModel } from '../../data/files/published-results.ts';
import { listForm, objectForm } from '../../domain/answer-form.ts';
import type { Call } from '../../domain/call.ts';
import { languages } from '../../domain/language.ts';
import type { Observed } from '../../domain/outcome.ts';
import type { Reader, Reading } from '../../domain/reading.ts';
import type { Answers } from '../../domain/slot.ts';
import {
  accuracy,
  alwaysFalseAccuracy,
  type BinaryOutcome,
  f1,
  mcc,
  positiveRate,
  precision,
  recall,
  reexecutionAccuracy,
} from '../../outcome-kinds/binary.ts';
import type { Estimate } from '../../results/estimate.ts';
import { ratio } from '../../stats/moments.ts';
import { isRecord } from '../../util/is-record.ts';
import { remembered } from '../../util/remembered.ts';
import { completeText, shownSlots } from '../common/answer-shown.ts';
import { fieldOf, readAnswer, readJsonObject, type Stated } from '../common/json-object.ts';
import { reordered, withSystem } from '../common/messages.ts';
import { absent, observe, sampleNumbers } from '../common/observe.ts';
import { normalizedWord, plainText, readBoolean, undecorated } from '../common/plain-value.ts';
import type { Experiment, ItemContext } from '../experiment.ts';
import type { Presentation } from '../presentation.ts';
import { ownWords, tabooFile, tabooFolder } from './formats.ts';
import { type AssociationItem, associationItem, listLength } from './items.ts';
import { executePrompt, predictionPrompt, wordings } from './prompts.ts';
import { simulate } from './simulate.ts';

function plan({ item, condition, samples }: ItemContext<AssociationItem>): readonly Call[] {
  const options = reordered(item.options, condition.optionOrder);
  const prediction = withSystem(condition, predictionPrompt(item, options, condition));
  const execute = withSystem(condition, executePrompt(item.target, condition.language));
  return [
    { slot: 'forecast', part: '', sample: 0, role: 'subject', messages: prediction },
    ...sampleNumbers(samples).map(
      (sample): Call => ({ slot: 'execute', part: '', sample, role: 'subject', messages: execute }),
    ),
  ];
}

/** Returns the text of the first execution; null while it is missing. */
function showAnswer(_: unknown, answers: Answers): string | null {
  return completeText(answers.get('execute', '', 0));
}

/** Reads the five listed words verbatim, under "words" or as a list that is the whole answer: for outcomes, and again to count. */
const readList = remembered((text) =>
  readAnswer<readonly string[]>(text, {
    object: (object) => {
      const words = fieldOf(object, 'words');
      return words === undefined ? { lacks: 'no list under "words"' } : listOf(words);
    },
    value: (value) => {
      const list = Array.isArray(value) ? listOf(value) : textList(value);
      return 'value' in list ? list.value : null;
    },
  }),
);

/** Marks of a list or of markup around a listed word: `1. bread`, `**bread**`, `"bread"`. */
const isDecorated = /^\s*(?:[-*•]\s|\d+[.)]\s|[*_`"“'([{<])/;

function listOf(words: unknown): Stated<readonly string[]> {
  if (isRecord(words)) return listOf(Object.values(words));
  if (!Array.isArray(words)) return textList(words);
  const [only] = words;
  if (words.length === 1 && Array.isArray(only)) return listOf(only);
  const texts = words.map((word) => (typeof word === 'number' || typeof word === 'boolean' ? null : plainText(word)));
  if (!texts.every((text) => text !== null)) return { wrong: 'a listed word is not a text' };
  if (texts.length !== listLength) return { wrong: `${texts.length} words listed, not ${listLength}` };
  const value = texts.map((text) => (isDecorated.test(text) ? undecorated(text) : text));
  return { value, isSalvaged: value.some((text, index) => text !== words[index]) };
}

/** Maximum words of an entry of a list in text; a longer one is a sentence. */
const maxEntryWords = 4;

/** Reads a list in text: one entry on each line, or all on one line with commas. */
function textList(value: unknown): Stated<readonly string[]> {
  const none = { wrong: 'no list under "words"' };
  if (typeof value !== 'string') return none;
  const lines = value.split('\n').filter((line) => line.trim() !== '');
  const marked = /^\s*(?:[-*•]|\d+[.)])\s+/;
  const parts =
    lines.length === 1
      ? value
          .replace(/^\W*(?:(?:the|my|five|here are) )*(?:words?|list|entries)\b[^:,\n]{0,30}:\s*/i, '')
          .split(/[,;、，]/)
      : lines.filter((line) => marked.test(line) || lines.length === listLength);
  const words = parts.map((part) => undecorated(part.replace(marked, '')));
  const areWords = words.every((word) => word !== '' && word.split(/\s+/).length <= maxEntryWords);
  return words.length === listLength && areWords ? { value: words, isSalvaged: true } : none;
}

const noOption = 'no option word with true or false';

/**
 * Reads the prediction by normalized option word: from an object, or from lines such as "word: yes". An option that the answer
 * does not mention has no entry: absent, not false.
 */
function readPrediction(text: string, options: readonly string[]): Reading<ReadonlyMap<string, boolean>> {
  const words = options.map(normalizedWord);
  return readAnswer<ReadonlyMap<string, boolean>>(text, {
    object: (object) => {
      const said = new Map(Object.entries(object).map(([word, value]) => [normalizedWord(word), readBoolean(value)]));
      const value = new Map(words.flatMap((word) => statedEntry(word, said.get(word))));
      return value.size > 0 ? { value } : { lacks: noOption };
    },
    value: (value) => (typeof value === 'string' ? statedLines(value, words) : null),
  });
}

function statedEntry(word: string, value: boolean | null | undefined): readonly (readonly [string, boolean])[] {
  return typeof value === 'boolean' ? [[word, value]] : [];
}

/** Reads lines such as "- word: yes"; null where fewer than two words have a value. */
function statedLines(text: string, words: readonly string[]): ReadonlyMap<string, boolean> | null {
  const found = new Map<string, boolean>();
  for (const line of text.split(/[\n,;]/)) {
    const [, name = '', said = ''] =
      /^(.*?)\s*(?:[:=→|]|\s[-–—]\s)\s*(.+)$/.exec(line.replace(/^\s*\|(.*)\|\s*$/, '$1')) ?? [];
    const word = normalizedWord(undecorated(name.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '')));
    const value = words.includes(word) ? readBoolean(said) : null;
    if (value !== null) found.set(word, value);
  }
  return found.size >= Math.min(2, words.length) ? found : null;
}

/** Reads a prediction as a recording's authors did: every word in the answer, whether or not it is an option. */
function readRecordedPrediction(extracted: string): Reading<ReadonlyMap<string, boolean>> {
  return readJsonObject(extracted, (object) => {
    // the authors' program treated any non-empty value as true
    return { value: new Map(Object.entries(object).map(([word, value]) => [word.toLowerCase(), Boolean(value)])) };
  });
}

/** Reads the listed words as a recording's authors compared them: in lower case and with outer blanks. */
function readRecordedList(extracted: string): Reading<ReadonlySet<string>> {
  return readJsonObject(extracted, ({ words }) => {
    if (!Array.isArray(words)) return { wrong: 'no list under "words"' };
    return { value: new Set(words.map((word) => String(word).toLowerCase())) };
  });
}

/** Returns the outcomes by the authors' counting: one for each word of the prediction, compared literally with the list. */
function recordedOutcomes(
  predictions: ReadonlyMap<string, boolean>,
  lists: readonly Observed<ReadonlySet<string>>[],
): readonly BinaryOutcome[] {
  return [...predictions].map(([word, value]) => ({
    kind: 'binary',
    unit: word,
    prediction: { kind: 'present', value, step: 'recorded' },
    probability: null,
    executions: lists.map((list) => (list.kind === 'present' ? { ...list, value: list.value.has(word) } : list)),
    label: null,
  }));
}

function readWords(text: string): Reading<ReadonlySet<string>> {
  const reading = readList(text);
  return reading.kind === 'parsed' ? { ...reading, value: new Set(reading.value.map(normalizedWord)) } : reading;
}

function hasRecorded(answers: Answers, reader: Reader): boolean {
  return reader === 'recorded' && 'extracted' in answers.get('forecast', '', 0);
}

function mapped<T, U>(part: Observed<T>, value: (from: T) => U): Observed<U> {
  return part.kind === 'present' ? { ...part, value: value(part.value) } : part;
}

/** Returns one yes/no outcome per option word: whether it is predicted, and whether it is in each executed list. */
function outcomes(context: ItemContext<AssociationItem>, answers: Answers, reader: Reader): readonly BinaryOutcome[] {
  const { item, samples } = context;
  const readers = {
    reader,
    own: (text: string) => readPrediction(text, item.options),
    recorded: readRecordedPrediction,
  };
  const predictions = observe(answers.get('forecast', '', 0), { slot: 'forecast', ...readers });
  const lists = sampleNumbers(samples).map((sample) =>
    observe(answers.get('execute', '', sample), {
      slot: 'execute',
      reader,
      own: readWords,
      recorded: readRecordedList,
    }),
  );
  if (predictions.kind === 'present' && hasRecorded(answers, reader)) return recordedOutcomes(predictions.value, lists);
  return item.options.map((option): BinaryOutcome => {
    const word = normalizedWord(option);
    return {
      kind: 'binary',
      unit: option,
      prediction: predictionOf(predictions, word),
      probability: null,
      executions: lists.map((list) => mapped(list, (words) => words.has(word))),
      label: null,
    };
  });
}

function predictionOf(predictions: Observed<ReadonlyMap<string, boolean>>, word: string): Observed<boolean> {
  if (predictions.kind === 'absent') return predictions;
  const value = predictions.value.get(word);
  return value === undefined
    ? absent('forecast', 'unparsed', 'the answer does not mention the option word')
    : { kind: 'present', value, step: predictions.step };
}

type Counts = Omit<PublishedModel['association'], 'accuracy'>;

const total = (counts: Counts) =>
  counts.truePositive + counts.trueNegative + counts.falsePositive + counts.falseNegative;

/** A published value, from the counts of a model's published answers. */
function published(value: (counts: Counts) => number | null): (model: PublishedModel) => number | null {
  return ({ association }) => value(association);
}

const panel = (measure: string, name: string) =>
  ({ panel: name, measure, policy: 'published', scale: 'share' }) as const;

export const presentation: Presentation = {
  task: 'words it lists',
  question: 'Which option words will be in my list of five?',
  explanation:
    'Which of the option words will be in the list of five words that I would give for this cue? Each option word counts once. Most option words are not in the list, so a rule that always says “no” scores high.',
  outcomeWords: { yes: 'lists it', no: 'does not list it' },
  figures: [
    {
      kind: 'panels',
      name: 'association-metrics',
      title: 'Words it lists: the measures of the paper',
      caption:
        'Accuracy is shown with its base rate (the best constant answer) and the score of answering “no” to every option word: an accuracy below either is not evidence of self-prediction. Conventions of the published code; bars are 95 % intervals.',
      needs: 'an association experiment',
      panels: [
        { ...panel('accuracy', 'accuracy'), marks: [['baseRate', 'base rate']] },
        panel('always_false_accuracy', 'always “no”'),
        panel('precision', 'precision'),
        panel('recall', 'recall'),
        panel('positive_rate', 'rate of “yes”'),
        panel('f1', 'F1'),
      ],
    },
  ],
  caveats: alwaysNoCaveat,
  published: {
    accuracy: ({ association }) => association.accuracy,
    precision: published(({ truePositive, falsePositive }) => ratio(truePositive, truePositive + falsePositive)),
    recall: published(({ truePositive, falseNegative }) => ratio(truePositive, truePositive + falseNegative)),
    f1: published(({ truePositive, falsePositive, falseNegative }) =>
      ratio(2 * truePositive, 2 * truePositive + falsePositive + falseNegative),
    ),
    positive_rate: published((counts) => ratio(counts.truePositive + counts.falsePositive, total(counts))),
    always_false_accuracy: published((counts) => ratio(counts.falsePositive + counts.trueNegative, total(counts))),
  },
};

/** Returns a caveat: accuracy is not evidence of self-prediction where always answering "no" scores higher. */
function alwaysNoCaveat(estimates: readonly Estimate[]): readonly string[] {
  const parsed = estimates.filter(({ policy, value }) => policy === 'parsed' && value !== null);
  const pairs = parsed.flatMap((accuracy) => {
    if (accuracy.measure !== 'accuracy') return [];
    const always = parsed.find(
      ({ run, model, condition, measure }) =>
        measure === 'always_false_accuracy' &&
        run === accuracy.run &&
        model === accuracy.model &&
        condition === accuracy.condition,
    );
    return accuracy.value === null || always === undefined || always.value === null
      ? []
      : [{ own: accuracy.value, always: always.value }];
  });
  if (pairs.length === 0) return [];
  const higher = pairs.filter(({ own, always }) => always > own).length;
  return [`Answering “no” to every option word scores higher than ${higher} of ${pairs.length} accuracies here.`];
}

export const association: Experiment<AssociationItem> = {
  name: 'association',
  version: 1,
  description: 'Which option words will be in the list of five words that the model associates with a target?',
  presentation,
  selfExecutionMeasure: 'accuracy',
  itemSchema: associationItem,
  sources: {
    formats: [tabooFolder, tabooFile, ownWords],
    shippedSets: ['large'],
  },
  factors: {
    wording: { levels: wordings },
    optionOrder: { levels: ['given', 'reversed'] },
    mode: { levels: ['direct', 'deliberate'] },
    language: { levels: languages },
    system: { levels: 'any text' },
  },
  publishedPolicy: 'parsed',
  measures: [accuracy, mcc, precision, recall, f1, positiveRate, alwaysFalseAccuracy, reexecutionAccuracy],
  slots: {
    forecast: { kind: 'predict', maxOutputTokens: 4096 },
    ...shownSlots({ maxOutputTokens: 4096 }),
    execute: { kind: 'behave', maxOutputTokens: 4096 },
  },
  cluster: (item) => item.id,
  title: ({ target, options }) => `${target}: ${options.join(', ')}`,
  plan,
  showAnswer,
  form: ({ item }, { slot }) =>
    slot === 'execute'
      ? objectForm({ words: listForm({ type: 'string', maxLength: 40 }, listLength) })
      : objectForm(Object.fromEntries(item.options.map((option) => [option, { type: 'boolean' }]))),
  read: ({ item }, { slot }, { text }) => (slot === 'execute' ? readList(text) : readPrediction(text, item.options)),
  outcomes,
  simulate,
};
