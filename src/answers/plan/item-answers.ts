import type { Call } from '../../domain/call.ts';
import { type Answers, declaredSlot, type SlotId, type SlotOwner, type SlotState } from '../../domain/slot.ts';
import { shownSlot } from '../../experiments/common/answer-shown.ts';
import { isAskedOfOthers } from './other-predictors.ts';

const notAsked: SlotState = { kind: 'not-asked' };

function place(slot: SlotId, part: string, sample: number): string {
  return `${slot}\n${sample}\n${part}`;
}

/** Returns the map key of a call; no part contains the NUL character that separates them. */
function placeOf({ slot, part, sample, predictor, turn = 0 }: Call): string {
  const own = place(slot, part, sample);
  if (turn > 0) return `${own}\0turn\0${turn}`;
  return predictor === undefined ? own : `${own}\0${predictor}`;
}

/** The answers of one item, added while they arrive. AppError for a slot that its experiment does not declare. */
export class ItemAnswers implements Answers {
  readonly #byPlace = new Map<string, SlotState>();
  /** How conversations with tools stand, by the place of their first turn. */
  readonly #conversations = new Map<string, SlotState>();
  readonly #experiment: SlotOwner;
  /** What the control shows in place of answers that cannot be read, in a plan without answers; null: such a control is not asked. */
  unread: string | null = null;

  constructor(experiment: SlotOwner) {
    this.#experiment = experiment;
  }

  /** Returns the answer in a slot; of a conversation with tools, the answer that ends it. */
  get(slot: SlotId, part: string, sample: number): SlotState {
    const own = place(slot, part, sample);
    return this.#conversations.get(own) ?? this.#byPlace.get(own) ?? this.#unknown(slot);
  }

  /** Returns the answer to this call, which may be one turn of a conversation. */
  at(call: Call): SlotState {
    return this.#byPlace.get(placeOf(call)) ?? notAsked;
  }

  has(call: Call): boolean {
    return this.#byPlace.has(placeOf(call));
  }

  /** Returns the answers with another model's predictions in place of the subject's. */
  predictedBy(predictor: string): Answers {
    return {
      get: (slot, part, sample) =>
        isAskedOfOthers(declaredSlot(this.#experiment, slot))
          ? (this.#byPlace.get(`${place(slot, part, sample)}\0${predictor}`) ?? notAsked)
          : this.get(slot, part, sample),
    };
  }

  /** Returns the answers with those of the control in place of the predictions. */
  withControl(): Answers {
    return {
      get: (slot, part, sample) =>
        this.get(declaredSlot(this.#experiment, slot).kind === 'predict' ? shownSlot : slot, part, sample),
    };
  }

  /** A misspelled slot must not look like a call that was not sent. */
  #unknown(slot: SlotId): SlotState {
    declaredSlot(this.#experiment, slot);
    return notAsked;
  }

  /** Whether any answer has a value that the authors of a recording extracted. */
  get recorded(): boolean {
    for (const slotted of this.#byPlace.values()) if ('extracted' in slotted) return true;
    return false;
  }

  set(call: Call, answer: SlotState): void {
    this.#byPlace.set(placeOf(call), answer);
    const { turn, within, slot, part, sample } = call;
    if (turn !== undefined)
      this.#conversations.set(place(slot, part, sample), isCalling(call, answer) ? notAsked : answer);
    if (within !== undefined && answer.kind === 'failed')
      this.#conversations.set(place(within.slot, within.part, within.sample), answer); // it cannot go on
  }
}

/** Returns whether a conversation goes on after an answer. */
function isCalling({ toolChoice }: Call, { kind }: SlotState): boolean {
  return kind === 'tool-call' && toolChoice !== 'none';
}
