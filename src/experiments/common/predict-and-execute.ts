import type { Call } from '../../domain/call.ts';
import type { Condition, Factors } from '../../domain/condition.ts';
import type { BinaryOutcome, Observed } from '../../domain/outcome.ts';
import type { Reader, Reading } from '../../domain/reading.ts';
import type { Answers, Slots } from '../../domain/slot.ts';
import type { ItemContext } from '../experiment.ts';
import { withSystem } from './messages.ts';
import { observe, sampleNumbers } from './observe.ts';
import { readProbability } from './probability.ts';
import { quote } from './quote.ts';

/** Slots of an experiment that asks for one prediction and executes one prompt. */
export const statedSlots = {
  forecast: { kind: 'predict', maxOutputTokens: 4096 },
  execute: { kind: 'behave', maxOutputTokens: 8192 },
} as const satisfies Slots;

/** Returns the factors of an experiment in English whose default prediction is the answer alone. */
export function englishFactors<Wording extends string>(wordings: readonly [Wording, ...Wording[]]) {
  return {
    wording: { levels: wordings },
    mode: { levels: ['direct', 'deliberate'] },
    language: { levels: ['en'] },
    system: { levels: 'any text' },
  } as const satisfies Factors;
}

/** Plans one prediction (slot `forecast`) and `samples` executions of one prompt (slot `execute`). */
export function predictAndExecute(
  { condition, samples }: Pick<ItemContext<never>, 'condition' | 'samples'>,
  { prediction, execution }: { readonly prediction: string; readonly execution: string },
): readonly Call[] {
  const messages = withSystem(condition, execution);
  return [
    { slot: 'forecast', part: '', sample: 0, role: 'subject', messages: withSystem(condition, prediction) },
    ...sampleNumbers(samples).map((sample): Call => ({ slot: 'execute', part: '', sample, role: 'subject', messages })),
  ];
}

/** A question about a quoted text, and the JSON object that answers it. */
interface JsonQuestion {
  readonly lead: string;
  /** What the quoted text is: "question", "request". */
  readonly noun: string;
  readonly text: string;
  /** What a deliberate answer may reason about: "your chances". */
  readonly about: string;
  /** The key of the JSON object and its values. */
  readonly form: string;
}

/** Returns a prediction prompt: the question, the quoted text, and the form of the answer, which is a JSON object. */
export function jsonQuestion({ lead, noun, text, about, form }: JsonQuestion, mode: Condition['mode']): string {
  const end =
    mode === 'direct'
      ? 'Answer with a JSON object only.'
      : `You may reason about ${about} first. End with a JSON object.`;
  return `${lead}\n${quote(noun, text)}\nDo not answer the ${noun}. ${end} ${form}`;
}

/** Reads the prediction of an item (slot `forecast`) with one reader for answers and recordings. */
export function observePrediction<T>(
  answers: Answers,
  reader: Reader,
  read: (text: string) => Reading<T>,
): Observed<T> {
  return observe(answers.get('forecast', '', 0), { slot: 'forecast', reader, own: read, recorded: read });
}

/**
 * Returns the outcome of a stated probability that a yes/no property holds: one half or more counts as the prediction
 * "yes".
 */
export function probabilityOutcome(
  answers: Answers,
  reader: Reader,
  executions: readonly Observed<boolean>[],
): BinaryOutcome {
  const stated = observePrediction(answers, reader, readProbability);
  return {
    kind: 'binary',
    unit: '',
    prediction: stated.kind === 'present' ? { ...stated, value: stated.value >= 0.5 } : stated,
    probability: stated.kind === 'present' ? stated.value : null,
    executions,
    label: null,
  };
}
