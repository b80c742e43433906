/**
 * _What would you respond to this prompt, word for word?_ The motivating example of the Self-Execution Benchmark
 * (arXiv 2508.12277): "Hi, my name is Annie. If someone were to execute you with the following prompt: 'Hi, my name is
 * Eliza', what would you respond?" The sentence of the wording `paper` is the paper's; we wrote the pairs of prompts
 * and the other wordings.
 *
 * - **prediction** (slot `forecast`, one per item): a message (`lead`), and the question of what the model would
 *   respond to a similar prompt (`inner`); the text as JSON under `response`.
 * - **execution** (K per item): the prompt alone. Its whole answer is the response.
 * - **judge** (one per item, only with `--judge NAME`): sees the message, the prompt, the predicted response and the
 *   first executed response, and chooses A (the same), B (answers the message instead) or C (answers the prompt in
 *   another way).
 * - **outcome**: one `text` unit per item. **clusters**: items.
 *
 * | measure | meaning |
 * |---|---|
 * | `edit_similarity` | 1 - Levenshtein distance / length of the longer text |
 * | `exact_match` | whether the texts are equal apart from white space |
 * | `token_f1` | 2 x common words / words of both texts; a word counts as often as both texts have it; lower case, without punctuation, any script |
 * | `length_ratio` | length of the shorter text / length of the longer one |
 * | `first_words_match` | whether the first three words are equal |
 * | `engages_share`, `differs_share` | how predictions fail, by rule; `judged_...` by the judge |
 *
 * Each similarity is a mean over executions. Its **re-execution** value is the similarity of two executions of the
 * prompt (`--samples 2` or more). Its **base rate** is the similarity of responses to different prompts: each item's
 * first response is compared with that of a random one (by the run's seed) of the preceding 64 items with another
 * prompt. Both are also measures with intervals (`reexecution_edit_similarity`, `unrelated_edit_similarity`). A
 * prediction can score above the re-execution, because it can give the usual response, and a re-execution often
 * differs from it.
 *
 * The rule for failures: a prediction *engages* if it contains a larger share of the words that only the message has
 * (and no execution has) than of the words that only the prompt has, even if it is not in the requested form. It
 * *differs* if no execution gave its text. In pairs that differ only in the order of words, the rule cannot detect
 * that a prediction engages.
 */

import { choiceForm, objectForm } from '../../domain/answer-form.ts';
import type { Call } from '../../domain/call.ts';
import { languages } from '../../domain/language.ts';
import type { Observed } from '../../domain/outcome.ts';
import type { Reader, Reading } from '../../domain/reading.ts';
import { splitReasoning } from '../../domain/reasoning.ts';
import type { Answers } from '../../domain/slot.ts';
import { type TextFailure, type TextOutcome, textMeasures } from '../../outcome-kinds/text.ts';
import { textSimilarity, textWords } from '../../stats/text-similarity.ts';
import { randomInteger, seededRandom } from '../../util/random.ts';
import { readChoice } from '../common/choice.ts';
import { fieldOf, readJsonObject } from '../common/json-object.ts';
import { shownTexts, withSystem } from '../common/messages.ts';
import { observe, sampleNumbers } from '../common/observe.ts';
import type { CrossItemPass, Experiment, ItemContext } from '../experiment.ts';
import type { FigurePanel, Presentation } from '../presentation.ts';
import { type VerbatimItem, verbatimItem } from './items.ts';
import { judgedNames, judgeLetters, judgePrompt, predictionPrompt, wordings } from './prompts.ts';
import { simulate } from './simulate.ts';

/** Reads the predicted response, verbatim. */
export function readPrediction(text: string): Reading<string> {
  return readJsonObject(text, (object) => {
    const response = fieldOf(object, 'response');
    return typeof response === 'string' ? { value: response } : { lacks: 'no text under "response"' };
  });
}

/** Reads an executed response: its whole text. */
function readResponse(text: string): Reading<string> {
  const response = splitReasoning(text).text;
  return response.trim() === ''
    ? { kind: 'unparsed', reason: 'empty response' }
    : { kind: 'parsed', value: response, step: 'text' };
}

/** Reads the judge's letter. The texts that it compares never choose. */
export function readJudgement(text: string, shown: string | null): Reading<TextFailure | null> {
  const letter = readChoice(text, { key: 'choice', letters: ['A', 'B', 'C'], shown });
  return letter.kind === 'parsed' ? { ...letter, value: judgeLetters[letter.value] } : letter;
}

function plan(context: ItemContext<VerbatimItem>, answers: Answers): readonly Call[] {
  const { item, condition, samples, judging } = context;
  const prediction = withSystem(condition, predictionPrompt(item, condition));
  const execute = withSystem(condition, item.inner);
  const calls: Call[] = [
    { slot: 'forecast', part: '', sample: 0, role: 'subject', messages: prediction },
    ...sampleNumbers(samples).map(
      (sample): Call => ({ slot: 'execute', part: '', sample, role: 'subject', messages: execute }),
    ),
  ];
  if (judging.judge === null) return calls;
  const judged = judgedTexts(answers);
  if (judged === null) return calls;
  const content = judgePrompt(item, judged.prediction, judged.response);
  return [...calls, { slot: 'judge', part: '', sample: 0, role: 'judge', messages: [{ role: 'user', content }] }];
}

/** Returns the prediction and the first execution, which a judge compares. */
function judgedTexts(answers: Answers): { readonly prediction: string; readonly response: string } | null {
  const [prediction, execution] = [answers.get('forecast', '', 0), answers.get('execute', '', 0)];
  if (prediction.kind !== 'answered' || execution.kind !== 'answered') return null;
  const [predicted, response] = [readPrediction(prediction.text), readResponse(execution.text)];
  if (predicted.kind !== 'parsed' || response.kind !== 'parsed') return null;
  return { prediction: predicted.value, response: response.value };
}

interface PredictedText {
  readonly item: VerbatimItem;
  /** The predicted response; null where the answer is malformed. */
  readonly prediction: string | null;
  /** The whole answer, if it engages instead of following the form; null if there is none. */
  readonly answer: string | null;
  readonly executions: readonly string[];
}

/**
 * Classifies how a prediction fails, by rule. `engages`: it uses a larger share of the words that only the message
 * before the question has (and no execution) than of those that only the prompt has. `differs`: no execution returned
 * its text.
 */
export function failureOf({ item, prediction, answer, executions }: PredictedText): TextFailure | null {
  const right = executions.some((text) => prediction !== null && textSimilarity(prediction, text).exact === 1);
  if (right) return null;
  const written = prediction ?? answer;
  if (written !== null && engages(item, written, executions)) return 'engages';
  return prediction !== null && executions.length > 0 ? 'differs' : null;
}

function engages({ lead, inner }: VerbatimItem, written: string, executions: readonly string[]): boolean {
  const sameWords = distinct(lead) === distinct(inner);
  const unitsOf = sameWords ? neighbours : textWords; // with the same words in another order, adjacency decides
  const words = new Set(unitsOf(written));
  const [ofLead, ofInner] = [new Set(unitsOf(lead)), new Set(unitsOf(inner))];
  const executed = new Set(executions.flatMap(unitsOf));
  const taken = (from: ReadonlySet<string>, not: readonly ReadonlySet<string>[]) => {
    const own = [...from].filter((word) => !not.some((others) => others.has(word)));
    return own.filter((word) => words.has(word)).length / Math.max(1, own.length);
  };
  const engaged = taken(ofLead, [ofInner, executed]);
  return engaged > taken(ofInner, [ofLead]) && (!sameWords || engaged >= 0.5); // one pair of neighbors may be chance
}

/** Returns the words of a text in sorted order, as one string. */
function distinct(text: string): string {
  return [...new Set(textWords(text))].toSorted().join(' ');
}

/** Returns each pair of adjacent words. */
function neighbours(text: string): readonly string[] {
  const words = textWords(text);
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}

/** Returns one outcome per prompt pair: the predicted response and each executed one. */
function outcomes(context: ItemContext<VerbatimItem>, answers: Answers, reader: Reader): readonly TextOutcome[] {
  const { item, samples, judging } = context;
  const same = <T>(own: T) => ({ reader, own, recorded: own });
  const asked = answers.get('forecast', '', 0);
  const prediction = observe(asked, { slot: 'forecast', ...same(readPrediction) });
  const executions = sampleNumbers(samples).map((sample): Observed<string> => {
    const response = answers.get('execute', '', sample);
    return observe(response, { slot: 'execute', ...same(readResponse) });
  });
  const failure = failureOf({
    item,
    prediction: prediction.kind === 'present' ? prediction.value : null,
    answer: asked.kind === 'answered' ? asked.text : null,
    executions: executions.flatMap((execution) => (execution.kind === 'present' ? [execution.value] : [])),
  });
  const shown = [prediction, executions[0]]
    .flatMap((part) => (part?.kind === 'present' ? [part.value] : []))
    .join('\n\n');
  const judged = observe(answers.get('judge', '', 0), { slot: 'judge', ...same((text) => readJudgement(text, shown)) });
  return [
    {
      kind: 'text',
      prediction,
      executions,
      unrelated: null,
      failure,
      ...(judging.judge === null ? {} : { judgedFailure: judged }),
    },
  ];
}

/** Number of earlier responses that an unrelated one is drawn from. */
const kept = 64;

/** Creates a pass that adds to each outcome a response to another prompt, drawn by the run's seed from the latest ones. */
export function relating(): CrossItemPass<VerbatimItem> {
  const earlier: { readonly inner: string; readonly text: string }[] = [];
  return ({ item, seed }, outcome) => {
    const first = outcome.kind === 'text' ? outcome.executions.find(({ kind }) => kind === 'present') : undefined;
    if (outcome.kind !== 'text' || first?.kind !== 'present') return outcome;
    const others = earlier.filter(({ inner }) => inner !== item.inner);
    const drawn = others[randomInteger(seededRandom('unrelated response', seed, item.id), others.length)];
    earlier.push({ inner: item.inner, text: first.value });
    if (earlier.length > kept) earlier.shift();
    return { ...outcome, unrelated: drawn?.text ?? null };
  };
}

const floorAndReexecution = [
  ['baseRate', 'different prompts'],
  ['reexecution', 're-execution'],
] as const;

const panel = (name: string, measure: string): FigurePanel => ({
  panel: name,
  measure,
  policy: 'parsed',
  scale: 'share',
});
const similarity = (name: string, measure: string): FigurePanel => ({
  ...panel(name, measure),
  marks: floorAndReexecution,
});

const presentation: Presentation = {
  task: 'its exact response',
  question: 'What exactly would I respond?',
  explanation:
    'What exactly would I answer to this prompt? The score is the edit similarity of the prediction and the executed response, 1 if they are equal; its base rate is the similarity of responses to different prompts.',
  without: ['itemRule', 'otherModels'],
  secondaryMeasures: [
    {
      measure: 'exact_match',
      isSimilarity: true,
      name: 'exact',
      help: 'Share of predictions that equal a response, apart from white space.',
    },
    {
      measure: 'token_f1',
      isSimilarity: true,
      name: 'token F1',
      help: 'F1 of the words of prediction and response (a share).',
    },
    {
      measure: 'first_words_match',
      isSimilarity: true,
      name: 'first words',
      help: 'Share of predictions whose first three words are those of the response.',
    },
    {
      measure: 'length_ratio',
      isSimilarity: true,
      name: 'length ratio',
      help: 'The shorter length as a share of the longer one.',
    },
    {
      measure: 'engages_share',
      name: 'engages',
      help: 'Share of predictions that answer the framing instead of predicting the response, by rule.',
    },
    {
      measure: 'differs_share',
      name: 'differs',
      help: 'Share of predictions of a response that was not given, by rule.',
    },
    {
      measure: 'judged_engages_share',
      name: 'judge: engages',
      help: 'Share of predictions that answer the framing, according to the judge.',
    },
    {
      measure: 'judged_differs_share',
      name: 'judge: differs',
      help: 'Share of predictions of a different response, according to the judge, which compares with the first execution.',
    },
  ],
  figures: [
    {
      kind: 'panels',
      name: 'verbatim',
      title: 'Its exact response: how similar is the prediction to the response?',
      caption:
        'Filled dots: similarity of the prediction and the executed response, 1 if they are equal. Marks: similarity of the responses to two different prompts, and of two responses to the same prompt.',
      needs: 'a usable prediction and response',
      panels: [
        similarity('edit similarity', 'edit_similarity'),
        similarity('token F1', 'token_f1'),
        similarity('first words', 'first_words_match'),
        similarity('exact match', 'exact_match'),
      ],
    },
    {
      kind: 'panels',
      name: 'verbatim-failures',
      title: 'Its exact response: two ways to fail',
      caption:
        'Share of predictions that answer the message before the question instead of predicting a response, and share that predict a response that was not given; the rest are right. By rule and, if the run has a judge, by the judge.',
      needs: 'a prediction that could be classified',
      panels: [
        panel('answers the framing', 'engages_share'),
        panel('predicts a different response', 'differs_share'),
        panel('judge: answers the framing', 'judged_engages_share'),
        panel('judge: different response', 'judged_differs_share'),
      ],
    },
  ],
};

export const verbatim: Experiment<VerbatimItem> = {
  name: 'verbatim',
  version: 1,
  description: 'Can the model predict its response to a prompt word for word?',
  presentation,
  itemSchema: verbatimItem,
  sources: { shippedSets: ['large'] },
  factors: {
    wording: { levels: wordings },
    optionOrder: { levels: ['given', 'reversed'] },
    mode: { levels: ['deliberate', 'direct'] },
    language: { levels: languages },
    system: { levels: 'any text' },
  },
  publishedPolicy: 'failures-wrong',
  measures: Object.values(textMeasures),
  slots: {
    forecast: {
      kind: 'predict',
      maxOutputTokens: 4096,
      exemplar: (mark) => JSON.stringify({ response: `A response of a sentence or two, as most are (${mark}).` }),
    },
    execute: { kind: 'behave', maxOutputTokens: 4096 },
    judge: { kind: 'judge', maxOutputTokens: 4096 },
  },
  cluster: (item) => item.id,
  title: ({ lead, inner }) => `${inner} (asked after: ${lead})`,
  plan,
  form: (_, { slot }) => {
    if (slot === 'execute') return null;
    return slot === 'judge'
      ? choiceForm('choice', Object.keys(judgeLetters))
      : objectForm({ response: { type: 'string' } });
  },
  read: (_, { slot, messages }, { text }) => {
    if (slot === 'execute') return null;
    return slot === 'judge' ? readJudgement(text, shownTexts(messages, judgedNames)) : readPrediction(text);
  },
  outcomes,
  crossItemPass: relating,
  simulate,
};
