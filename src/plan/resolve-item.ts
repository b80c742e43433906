import { type Answer, noMetadata } from '../domain/answer.ts';
import type { Call, Slot } from '../domain/call.ts';
import type { ItemBase } from '../domain/item.ts';
import type { Answers, SlotState } from '../domain/slot-state.ts';
import type { Experiment, ItemContext } from '../experiments/experiment.ts';
import { callsToOthers } from './other-predictors.ts';

const notAsked: SlotState = { kind: 'not-asked' };

function place(slot: Slot, part: string, sample: number): string {
  return `${slot}\n${sample}\n${part}`;
}

/** Where the prediction of another model stands: no part holds a character 0. */
function placeOf({ slot, part, sample, predictor }: Call): string {
  const own = place(slot, part, sample);
  return predictor === undefined ? own : `${own}\0${predictor}`;
}

/** The answers of one item, filled as they come. */
export class ItemAnswers implements Answers {
  readonly #byPlace = new Map<string, SlotState>();

  get(slot: Slot, part: string, sample: number): SlotState {
    return this.#byPlace.get(place(slot, part, sample)) ?? notAsked;
  }

  has(call: Call): boolean {
    return this.#byPlace.has(placeOf(call));
  }

  /** Returns the answers as they would be with another model's predictions in place of the subject's. */
  predictedBy(predictor: string): Answers {
    return {
      get: (slot, part, sample) =>
        slot === 'forecast'
          ? (this.#byPlace.get(`${place(slot, part, sample)}\0${predictor}`) ?? notAsked)
          : this.get(slot, part, sample),
    };
  }

  /** Whether any answer carries a value that the authors of a recording extracted. */
  get recorded(): boolean {
    for (const slotted of this.#byPlace.values()) if ('extracted' in slotted) return true;
    return false;
  }

  set(call: Call, answer: SlotState): void {
    this.#byPlace.set(placeOf(call), answer);
  }
}

/**
 * Returns the calls that an experiment plans for an item and those that ask other models for its predictions, without those that the run does not make of this model, and
 * without the system prompt of a prediction when only executions run under it.
 */
export function plannedCalls(
  experiment: Experiment,
  context: ItemContext<ItemBase>,
  answers: Answers,
): readonly Call[] {
  const { asks = 'both', condition, subject = '', otherPredictors: predictors = [] } = context;
  const own = experiment.plan(context, answers);
  const toOthers = callsToOthers(own, { subject, language: condition.language, predictors });
  const calls = toOthers.length === 0 ? own : [...own, ...toOthers];
  const kept = asks === 'both' ? calls : calls.filter(({ slot }) => (slot === 'forecast') === (asks === 'predictions'));
  return condition.systemOn === 'execution' ? kept.map(withoutSystem) : kept;
}

function withoutSystem(call: Call): Call {
  if (call.slot !== 'forecast') return call;
  return { ...call, messages: call.messages.filter(({ role }) => role !== 'system') };
}

/**
 * Asks an experiment for its calls, has `supply` fill them, and asks again until it names no new one.
 * `supply` sets an answer or a failure for each call; a call that it leaves open ends the item.
 */
export async function resolveItem(
  experiment: Experiment,
  context: ItemContext<ItemBase>,
  supply: (calls: readonly Call[], answers: ItemAnswers) => Promise<void>,
): Promise<ItemAnswers> {
  const answers = new ItemAnswers();
  for (;;) {
    const open = plannedCalls(experiment, context, answers).filter((call) => !answers.has(call));
    if (open.length === 0) return answers;
    await supply(open, answers);
    if (open.some((call) => !answers.has(call))) return answers;
  }
}

const anything: Answer = {
  kind: 'answered',
  text: '?',
  ...noMetadata,
};

/**
 * Every call that an item would need if each call were answered: the count that a dry run and an ETA go by. `mark` is put
 * into the made-up answer of a call: calls that are told apart by it lead to calls that are told apart.
 */
export function planWithoutAnswers(
  experiment: Experiment,
  context: ItemContext<ItemBase>,
  mark: (call: Call) => string = () => '?',
): readonly Call[] {
  const answers = new ItemAnswers();
  const all: Call[] = [];
  for (;;) {
    const open = plannedCalls(experiment, context, answers).filter((call) => !answers.has(call));
    if (open.length === 0) return all;
    all.push(...open);
    for (const call of open) {
      const exemplar = experiment.exemplars?.[call.slot];
      answers.set(call, { ...anything, text: exemplar === undefined ? mark(call) : exemplar(mark(call)) });
    }
  }
}
