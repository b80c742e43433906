import type { Call } from '../../domain/call.ts';
import type { Condition, Factors } from '../../domain/condition.ts';
import type { Observed } from '../../domain/outcome.ts';
import { type ProbabilityScale, probabilityOn, ScaleEvidence } from '../../domain/probability.ts';
import type { Reader, Reading } from '../../domain/reading.ts';
import type { Answers, Slots } from '../../domain/slot.ts';
import { type BinaryOutcome, yesNoOf } from '../../outcome-kinds/binary.ts';
import type { ItemContext } from '../experiment.ts';
import { quote, withSystem } from './messages.ts';
import { absent, observe, sampleNumbers } from './observe.ts';
import { readProbability } from './probability.ts';

/** Slots of an experiment that asks for one prediction and executes one prompt. */
export const statedSlots = {
  forecast: { kind: 'predict', maxOutputTokens: 4096 },
  execute: { kind: 'behave', maxOutputTokens: 8192 },
} as const satisfies Slots;

/** `statedSlots` of an experiment whose prediction is a probability. */
export const probabilitySlots = {
  ...statedSlots,
  forecast: { ...statedSlots.forecast, states: 'probability' },
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

/** Flag that declares the scale of probabilities without a percent sign. */
export const scaleFlag = '--probability-scale';

/**
 * Returns an outcome with its stated probability on a scale: above one half is the prediction "yes", below it "no", and exactly
 * one half is neither. A value whose scale is ambiguous is not read.
 */
export function onScale(outcome: BinaryOutcome, scale: ProbabilityScale): BinaryOutcome {
  const { stated } = outcome;
  if (stated === undefined) return outcome;
  const probability = probabilityOn(stated.value, scale);
  if (probability === null) {
    const detail = `${ambiguousScale} "${stated.value.spelling}" (${scaleFlag} percent or share settles it)`;
    return { ...outcome, prediction: absent('forecast', 'unparsed', detail), probability };
  }
  return { ...outcome, prediction: { ...stated, value: yesNoOf(probability) }, probability };
}

/** Begins the detail of a probability that was not read because 1 may mean 1 % or certainty. */
const ambiguousScale = 'ambiguous scale';

/** Returns the outcome of a stated probability that a yes/no property holds, read as if it were the only one. */
export function probabilityOutcome(
  answers: Answers,
  reader: Reader,
  executions: readonly Observed<boolean>[],
): BinaryOutcome {
  const stated = observePrediction(answers, reader, readProbability);
  const outcome = { kind: 'binary', unit: '', probability: null, executions, label: null } as const;
  if (stated.kind === 'absent') return { ...outcome, prediction: stated };
  const evidence = new ScaleEvidence();
  evidence.add(stated.value);
  return onScale({ ...outcome, prediction: absent('forecast', 'unparsed', ambiguousScale), stated }, evidence.scale);
}
