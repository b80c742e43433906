import { AppError } from '../util/app-error.ts';
import type { Answer } from './answer.ts';

/** Name of a slot: the role of a call in its experiment. The experiment declares it; call keys include it. */
export type SlotId = string;

/**
 * What the calls of a slot do: `predict` asks what the model will do, `behave` has it do that, `judge` asks a model about
 * an answer, `author` has the subject write a task for later calls, `control` asks a prediction question again under a
 * condition in which it may depend on an answer, so that it never counts as a prediction, `consult` is a session that a
 * prediction starts with the tool `run_myself`, and `approve` asks a person whether it may start.
 */
export const slotKinds = ['predict', 'behave', 'judge', 'author', 'control', 'consult', 'approve'] as const;
export type SlotKind = (typeof slotKinds)[number];

/** Declaration of a slot by an experiment. */
export interface Slot {
  readonly kind: SlotKind;
  /** Maximum tokens of an answer, unless the call or the run sets another; absent: the experiment sets no limit. */
  readonly maxOutputTokens?: number;
  /**
   * Whether the other models that predict a subject are sent the calls of this slot too, although these may depend on
   * answers. Calls of the kind `predict` are always sent to them.
   */
  readonly asksOthers?: true;
  /** What its answers state, where the scale of the values is decided over all items; absent: each answer is read alone. */
  readonly states?: 'probability';
  /** Returns a well-formed answer that contains the mark, to count the calls that depend on this answer. */
  readonly exemplar?: (mark: string) => string;
}

/** The slots of an experiment by name. */
export type Slots = Readonly<Record<SlotId, Slot>>;

/** Kinds of an experiment's slots, as plain data. */
export type SlotKinds = Readonly<Record<SlotId, Pick<Slot, 'kind'>>>;

/** Slots of inner sessions and of decisions about them, which every experiment has. */
export const selfRunSlot = 'self-run';
export const approvalSlot = 'approval';
const builtInSlots: ReadonlyMap<SlotId, Slot> = new Map<SlotId, Slot>([
  [selfRunSlot, { kind: 'consult' }],
  [approvalSlot, { kind: 'approve', maxOutputTokens: 1, exemplar: () => 'yes' }],
]);

/** Returns whether every experiment has a slot of this name, so that none may declare it. */
export function isBuiltInSlot(id: SlotId): boolean {
  return builtInSlots.has(id);
}

/** Returns the kind of a slot; undefined for a slot that is neither declared nor built in. */
export function slotKind(slots: SlotKinds, id: SlotId): SlotKind | undefined {
  return (Object.hasOwn(slots, id) ? slots[id] : builtInSlots.get(id))?.kind;
}

/** Returns the kinds of slots without the functions that slots may hold. */
export function plainSlotKinds(slots: SlotKinds): SlotKinds {
  return Object.fromEntries(Object.entries(slots).map(([id, { kind }]) => [id, { kind }]));
}

/** Returns the name of the first slot of a kind; null when the experiment declares none. */
export function slotOfKind(slots: SlotKinds, kind: SlotKind): SlotId | null {
  for (const id in slots) if (slots[id]?.kind === kind) return id;
  return null;
}

/** An object that declares slots, such as an experiment. */
export interface SlotOwner {
  readonly name: string;
  readonly slots: Slots;
}

/** Returns the slot with this name. AppError when the experiment does not declare it and it is not built in. */
export function declaredSlot({ name, slots }: SlotOwner, id: SlotId): Slot {
  const slot = Object.hasOwn(slots, id) ? slots[id] : builtInSlots.get(id);
  if (slot !== undefined) return slot;
  throw new AppError('undeclared-slot', `experiment ${name} uses the slot "${id}", which it does not declare`, {
    hint: `add it to the experiment's \`slots\`, which has ${Object.keys(slots).join(', ')}`,
  });
}

/** An answer, or the reason why it is missing. */
export type SlotState = Answer | { readonly kind: 'failed'; readonly detail: string } | { readonly kind: 'not-asked' };

/** Returns whether a recording or a log has no answer in this position; the detail of a failed slot begins with its code. */
export function isNotRecorded(state: SlotState): boolean {
  return state.kind === 'failed' && state.detail.startsWith('not-recorded:');
}

/** The answers of one item so far. */
export interface Answers {
  get(slot: SlotId, part: string, sample: number): SlotState;
}
