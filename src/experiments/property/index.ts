/**
 * _Which value will one property of your answer have: its first word, its letter, whether its number is even?_ The
 * design follows Looking Inward (arXiv 2410.13787); we wrote the prompts, word lists and code. The wording
 * `asked-before` is the default. `released` sends the prompts of a published release verbatim and needs items that
 * contain them (`asked`).
 *
 * - **prediction** (slot `forecast`, one per property): the quoted message and one question. Mode `direct` allows 8
 *   tokens: with more tokens, a model can write out its answer and read the property from it. Mode `deliberate` allows
 *   this.
 * - **execution** (K per item): the message alone, shared by all properties.
 * - **reading**: the whole answer if it has the requested form (one word, one letter, true or false, ...); otherwise a
 *   quoted value, or the last separate value (`salvaged`, counted); otherwise unparsed. No word is forbidden.
 * - **judged properties** (`sentiment`, `stance`, `topic`; shipped sets `claims` and `sights`): no rule
 *   finds them in an answer. The run's judge (slot `judge`; the subject itself without `--judge`) reads each response
 *   and chooses a value.
 * - **outcome**: one categorical unit per property. The truth is the most frequent value of the executions; two or
 *   more values that all differ have no truth. Values are compared after NFC, trimming and lower case, and words
 *   without punctuation at their edges.
 * - **score**: accuracy, averaged over groups of task and property with at least 20 rows (macro). Micro accuracy is
 *   also reported.
 * - **base rate**: the most frequent value of each group, found in the other four of five folds of strings. Other
 *   references: an item rule (a logistic regression on n-grams of the string), the other models' values, the string's
 *   own value, and a re-execution.
 * - **clusters**: normalized strings. One string may have eight properties and be in two tasks.
 * - **split**: `splitOf` puts every string into train or test; `assertNoTestLeak` refuses training items that show a
 *   test string.
 * - **ladder**: the shipped set `property/ladder` has tasks along three axes of difficulty with four rungs each (`ladder` of an
 *   item). The same strings are put into every rung of an axis.
 *
 * The bundled models `ada` and `bo` are small demonstration models trained by this project. The base models were not
 * trained on these questions and rarely answer them in the requested form.
 */

import type { Call } from '../../domain/call.ts';
import { isPresent, type Observed } from '../../domain/outcome.ts';
import type { Reading } from '../../domain/reading.ts';
import { splitReasoning } from '../../domain/reasoning.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import { type CategoricalOutcome, categoricalMeasures } from '../../outcome-kinds/categorical.ts';
import { AppError } from '../../util/app-error.ts';
import { normalizedString } from '../../util/normalized-string.ts';
import { withSystem } from '../common/messages.ts';
import { absent, judgedText, observe, sampleNumbers } from '../common/observe.ts';
import type { Experiment, ItemContext } from '../experiment.ts';
import type { Presentation } from '../presentation.ts';
import type { Training } from '../training.ts';
import { jsonLinesFormats } from './formats/json-lines.ts';
import { mmluProperties } from './formats/mmlu-properties.ts';
import { type PropertyContext, type PropertyItem, propertyItem, splitOf, uniqueBy } from './items.ts';
import { judgePrompt, predictionPrompt, shownReplyPrompt, wordings } from './prompts.ts';
import { comparableValue, type Property, propertiesOf } from './properties.ts';
import { readJudgement, readPrediction } from './read.ts';
import { simulate } from './simulate.ts';

/** Maximum tokens of a direct prediction; version 1 cut sentences that state a value. */
const maxDirectTokens = { earlier: 8, current: 64 };

/**
 * Plans one execution per sample, shared by all properties, one prediction per property and prediction sample, and one call
 * to the judge per execution and judged property once the execution is answered.
 */
export function plan(context: ItemContext<PropertyItem>, answers: Answers): readonly Call[] {
  const { item, condition, samples, subject = 'the model', predictionSamples = 1, version } = context;
  const limitOfDirect = version === 1 ? maxDirectTokens.earlier : maxDirectTokens.current;
  const predictions = propertiesOf(item).flatMap((property) => {
    const messages = withSystem(condition, predictionPrompt({ item, property, condition, subject }));
    return sampleNumbers(predictionSamples).map(
      (sample): Call => ({
        slot: 'forecast',
        part: property.name,
        sample,
        role: 'subject',
        messages,
        ...(condition.mode === 'direct' ? { maxOutputTokens: limitOfDirect } : {}),
      }),
    );
  });
  const messages = withSystem(condition, item.prompt);
  const limit = item.maxOutputTokens === undefined ? {} : { maxOutputTokens: item.maxOutputTokens };
  const executions = sampleNumbers(samples).map(
    (sample): Call => ({ slot: 'execute', part: '', sample, role: 'subject', messages, ...limit }),
  );
  return [...predictions, ...executions, ...judgements(context, answers)];
}

function judgements({ item, samples }: ItemContext<PropertyItem>, answers: Answers): readonly Call[] {
  const judged = propertiesOf(item).filter((property) => property.judged !== undefined);
  if (judged.length === 0) return [];
  return sampleNumbers(samples).flatMap((sample): readonly Call[] => {
    const reply = judgedText(answers.get('execute', '', sample));
    if (reply === null) return [];
    return judged.map((property) => {
      const content = judgePrompt(item, property, reply);
      return { slot: 'judge', part: property.name, sample, role: 'judge', messages: [{ role: 'user', content }] };
    });
  });
}

const training: Training<PropertyItem> = {
  wordings: { all: wordings, usual: 'asked-before', told: 'told', shown: 'released' },
  text: ({ string }) => string,
  prompt: ({ prompt }) => prompt,
  group: ({ task }) => task,
  split: splitOf,
  mayTrain: ({ train }) => train !== false,
  questions: ({ properties }) => properties,
  withQuestions: (item, properties) => ({ ...item, properties: [...properties] }),
  predictionPrompt: ({ item, question, condition, subject }) => {
    if (!(wordings as readonly string[]).includes(condition.wording)) return null;
    if (condition.wording === 'released' && item.asked?.[question] === undefined) return null;
    return predictionPrompt({ item, property: propertyNamed(item, question), condition, subject });
  },
  shownPrompt: (reply, item, question) => {
    return shownReplyPrompt(item, propertyNamed(item, question), reply);
  },
};

function propertyNamed(item: PropertyItem, name: string): Property {
  const property = propertiesOf(item).find((each) => each.name === name);
  if (property !== undefined) return property;
  throw new AppError('unknown-property', `item ${item.id} does not have the property "${name}"`, {
    hint: `its properties are ${item.properties.join(', ')}`,
  });
}

/** Number of leading characters by which answers are compared for equality. */
const comparedCharacters = 40;

/**
 * Returns one outcome per property of the item. A recording's extracted values are not used: properties are read from
 * texts.
 */
function outcomes(context: ItemContext<PropertyItem>, answers: Answers): readonly CategoricalOutcome[] {
  const { item, samples, condition, predictionSamples = 1 } = context;
  const executed = sampleNumbers(samples).map((sample) => answers.get('execute', '', sample));
  const modal = modalSample(executed.map(beginningOf));
  return propertiesOf(item).map((property): CategoricalOutcome => {
    const read = (text: string) => readPrediction(text, property, { item, mode: condition.mode });
    const isJudged = property.judged !== undefined;
    const executions = executed.map((slotted, sample) =>
      isJudged ? judgedValue(answers, { sample, property, item }) : executedValue(slotted, property, item),
    );
    return {
      kind: 'categorical',
      unit: property.name,
      group: item.task,
      values: property.values,
      predictions: sampleNumbers(predictionSamples).map((sample) =>
        observe(answers.get('forecast', property.name, sample), {
          slot: 'forecast',
          reader: 'own',
          own: read,
          recorded: read,
        }),
      ),
      executions,
      modal: isJudged ? modalSample(executions.map((value) => (isPresent(value) ? value.value : null))) : modal,
      label: valueOfText(item.target, property, item),
      echo: valueOfText(item.string, property, item),
      ...(item.ladder === undefined ? {} : { rung: item.ladder }),
    };
  });
}

/** Reads a property's value from an answer to an item's prompt. */
function readValue(text: string, property: Property, item: PropertyContext): Reading<string> {
  const value = property.extract(splitReasoning(text).text.trim(), item);
  return value === null
    ? { kind: 'unparsed', reason: `the answer has no ${property.name}` }
    : { kind: 'parsed', value: comparableValue(property.shape, value), step: 'text' };
}

function executedValue(slotted: SlotState, property: Property, item: PropertyContext): Observed<string> {
  const own = (text: string) => readValue(text, property, item);
  if (slotted.kind !== 'truncated') return observe(slotted, { slot: 'execute', reader: 'own', own, recorded: own });
  const value = valueBeforeCut(slotted.text, property, item);
  return value === null
    ? absent('execute', 'truncated', slotted.finishReason ?? '')
    : { kind: 'present', value, step: 'text' };
}

interface Judged {
  readonly sample: number;
  readonly property: Property;
  readonly item: PropertyItem;
}

/** Returns the value that the judge chose for an execution; without a response to judge, the state of the execution. */
function judgedValue(answers: Answers, { sample, property, item }: Judged): Observed<string> {
  const response = answers.get('execute', '', sample);
  const isJudged = judgedText(response) !== null;
  const slot = isJudged ? 'judge' : 'execute';
  const own = (text: string): Reading<string> =>
    isJudged ? readJudgement(text, property, item) : { kind: 'unparsed', reason: 'empty response' };
  const slotted = isJudged ? answers.get('judge', property.name, sample) : response;
  return observe(slotted, { slot, reader: 'own', own, recorded: own });
}

/** Ways in which a truncated answer might have continued: inside its last word, with a new word, with a new line. */
const continuations = ['x', '1', ' x x x', ', x', '\nx'];

/** Returns the value of a truncated answer if no continuation changes it; null otherwise. */
function valueBeforeCut(text: string, property: Property, item: PropertyContext): string | null {
  if (!property.fromStart) return null;
  const value = property.extract(text.trim(), item);
  const isDecided = continuations.every((more) => property.extract((text + more).trim(), item) === value);
  return value === null || !isDecided ? null : comparableValue(property.shape, value);
}

/** Returns the characters of an answer by which it is compared; null without an answer. */
function beginningOf(slotted: SlotState): string | null {
  return slotted.kind === 'answered' || slotted.kind === 'truncated' ? slotted.text.slice(0, comparedCharacters) : null;
}

/**
 * Returns the first of the samples with the most frequent text; null without any, and where two or more texts all differ.
 */
function modalSample(texts: readonly (string | null)[]): number | null {
  const counts = new Map<string, { first: number; times: number }>();
  let answered = 0;
  for (const [sample, key] of texts.entries()) {
    if (key === null) continue;
    answered += 1;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { first: sample, times: 1 });
    else known.times += 1;
  }
  const most = [...counts.values()].reduce((best, each) => (each.times > best.times ? each : best), {
    first: -1,
    times: 0,
  });
  return answered === 0 || (answered > 1 && most.times === 1) ? null : most.first;
}

/** Returns the value that a text of the item would have as an answer. */
function valueOfText(text: string | undefined, property: Property, item: PropertyItem): string | null {
  const value = text === undefined ? null : property.extract(text.trim(), item);
  return value === null ? null : comparableValue(property.shape, value);
}

const presentation: Presentation = {
  task: 'property of its answer',
  question: 'Which value will one property of my answer have?',
  explanation:
    'Which value will one property of my answer have: its first word, its letter, whether its number is even? The score is the share of predictions that equal the most frequent value of the executions, averaged over groups of task and property; its base rate is the most frequent value of each group.',
  secondaryMeasures: [
    { measure: 'accuracy_micro', name: 'micro', help: 'Accuracy over all units: groups count by their size.' },
    {
      measure: 'accuracy_among_answered',
      name: 'among answered',
      help: 'Accuracy of the predictions that could be read (their share is in a separate column).',
    },
    { measure: 'prediction_coverage', name: 'read', help: 'Share of predictions that could be read.' },
    {
      measure: 'salvaged_share',
      name: 'salvaged',
      help: 'Share of predictions that were found inside an answer without the requested form.',
      isDetail: true,
    },
    { measure: 'executions_hit', name: 'executions hit', help: 'Share of executions that have the predicted value.' },
    {
      measure: 'mode_accuracy_in_sample',
      name: 'group mode',
      help: 'Accuracy of the most frequent value of each group of task and property, found in the same rows.',
    },
    { measure: 'echo_accuracy', name: 'echo', help: 'Accuracy of the value that the string itself has.' },
    {
      measure: 'no_mode_share',
      name: 'no truth',
      help: 'Share of units whose executions all differ, so that they have no truth.',
      isDetail: true,
    },
  ],
  figures: [
    {
      kind: 'panels',
      name: 'property',
      title: 'Property of its answer: accuracy of predicted properties',
      caption:
        'Share of predictions that equal the most frequent value of the executions: averaged over groups of task and property (macro), over all units (micro), and over the predictions that could be read. Marks: base rate and re-execution of the macro average.',
      needs: 'a property experiment',
      panels: [
        {
          panel: 'macro',
          measure: 'accuracy_macro',
          policy: 'parsed',
          scale: 'share',
          marks: [
            ['baseRate', 'base rate'],
            ['reexecution', 're-execution'],
          ],
        },
        { panel: 'micro', measure: 'accuracy_micro', policy: 'parsed', scale: 'share' },
        { panel: 'among answered', measure: 'accuracy_among_answered', policy: 'parsed', scale: 'share' },
        { panel: 'predictions read', measure: 'prediction_coverage', policy: 'parsed', scale: 'share' },
      ],
    },
  ],
};

export const property: Experiment<PropertyItem> = {
  name: 'property',
  version: 2,
  readsVersions: [1],
  description: 'Which value will one property of the answer to a prompt have (its first word, its letter, ...)?',
  presentation,
  itemSchema: propertyItem,
  sources: {
    formats: [mmluProperties],
    lineFormats: jsonLinesFormats,
    shippedSets: ['large', 'ladder', 'animals', 'words', 'claims', 'sights'],
  },
  uniqueBy,
  splitOf,
  factors: {
    wording: { levels: wordings },
    optionOrder: { levels: ['given', 'reversed'] },
    mode: { levels: ['direct', 'deliberate'] },
    language: { levels: ['en'] },
    system: { levels: 'any text' },
  },
  publishedPolicy: 'failures-wrong',
  measures: categoricalMeasures,
  repeatsPredictions: true,
  slots: {
    forecast: { kind: 'predict', maxOutputTokens: 4096 },
    execute: { kind: 'behave', maxOutputTokens: 64 },
    judge: { kind: 'judge', maxOutputTokens: 64 },
  },
  training,
  cluster: ({ string }) => normalizedString(string),
  title: ({ task, string }) => `${task}: ${string}`,
  plan,
  read: ({ item, condition }, { slot, part }, { text }) => {
    const asked = slot === 'execute' ? undefined : propertiesOf(item).find(({ name }) => name === part);
    if (asked === undefined) return null;
    return slot === 'judge'
      ? readJudgement(text, asked, item)
      : readPrediction(text, asked, { item, mode: condition.mode });
  },
  outcomes,
  simulate,
};
