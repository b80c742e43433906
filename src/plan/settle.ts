import { type Answer, unsaid } from '../call/answer.ts';
import type { Answers, Experiment, ItemBase, ItemContext, Slotted } from '../experiments/experiment.ts';
import type { Call, Slot } from './call.ts';

const notAsked: Slotted = { kind: 'not-asked' };

function place(slot: Slot, part: string, sample: number): string {
  return `${slot}\n${sample}\n${part}`;
}

/** The answers of one item, filled as they come. */
export class ItemAnswers implements Answers {
  readonly #byPlace = new Map<string, Slotted>();

  get(slot: Slot, part: string, sample: number): Slotted {
    return this.#byPlace.get(place(slot, part, sample)) ?? notAsked;
  }

  has({ slot, part, sample }: Call): boolean {
    return this.#byPlace.has(place(slot, part, sample));
  }

  /** Whether any answer carries a value that the authors of a recording extracted. */
  get recorded(): boolean {
    for (const slotted of this.#byPlace.values()) if ('extracted' in slotted) return true;
    return false;
  }

  set({ slot, part, sample }: Call, answer: Slotted): void {
    this.#byPlace.set(place(slot, part, sample), answer);
  }
}

/**
 * Asks an experiment for its calls, has `supply` fill them, and asks again until it names no new one.
 * `supply` sets an answer or a failure for each call; a call that it leaves open ends the item.
 */
export async function settle(
  experiment: Experiment,
  context: ItemContext<ItemBase>,
  supply: (calls: readonly Call[], answers: ItemAnswers) => Promise<void>,
): Promise<ItemAnswers> {
  const answers = new ItemAnswers();
  for (;;) {
    const open = experiment.plan(context, answers).filter((call) => !answers.has(call));
    if (open.length === 0) return answers;
    await supply(open, answers);
    if (open.some((call) => !answers.has(call))) return answers;
  }
}

const anything: Answer = {
  kind: 'answered',
  text: '?',
  ...unsaid,
};

/**
 * Every call that an item would need if each call were answered: the count that a dry run and an ETA go by. `mark` is put
 * into the made-up answer of a call: calls that are told apart by it lead to calls that are told apart.
 */
export function expectedCalls(
  experiment: Experiment,
  context: ItemContext<ItemBase>,
  mark: (call: Call) => string = () => '?',
): readonly Call[] {
  const answers = new ItemAnswers();
  const all: Call[] = [];
  for (;;) {
    const open = experiment.plan(context, answers).filter((call) => !answers.has(call));
    if (open.length === 0) return all;
    all.push(...open);
    for (const call of open) {
      const exemplar = experiment.exemplars?.[call.slot];
      answers.set(call, { ...anything, text: exemplar === undefined ? mark(call) : exemplar(mark(call)) });
    }
  }
}
