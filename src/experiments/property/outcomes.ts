import { type CategoricalOutcome, isPresent, type Observed } from '../../domain/outcome.ts';
import type { Reading } from '../../domain/reading.ts';
import { splitReasoning } from '../../domain/reasoning.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import { judgedText } from '../common/judged-text.ts';
import { absent, observe, sampleNumbers } from '../common/observe.ts';
import type { ItemContext } from '../experiment.ts';
import type { PropertyContext, PropertyItem } from './items.ts';
import { propertiesOf } from './plan.ts';
import { comparableValue } from './properties/comparable.ts';
import type { Property } from './properties/property.ts';
import { readJudgement, readPrediction } from './read.ts';

/** Number of leading characters by which answers are compared for equality. */
const comparedCharacters = 40;

/**
 * Returns one outcome per property of the item. A recording's extracted values are not used: properties are read from
 * texts.
 */
export function outcomes(context: ItemContext<PropertyItem>, answers: Answers): readonly CategoricalOutcome[] {
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
      shallow: property.shallow,
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
