import { isPresent, type Observed } from '../domain/outcome.ts';
import type { UnitPolicy } from '../domain/policy.ts';
import { type SlotKind, type SlotKinds, slotOfKind } from '../domain/slot.ts';

type Absent = Extract<Observed<unknown>, { readonly kind: 'absent' }>;

/** Returns the reason why a value is missing; null where it is present. */
export function absenceOf(part: Observed<unknown>): string | null {
  return part.kind === 'absent' ? reasonOf(part) : null;
}

/** Returns whether a paused run has not sent the call yet, which is not a failure. */
export function isNotAsked(part: Observed<unknown>): boolean {
  return part.kind === 'absent' && part.reason === 'not-asked';
}

/** Returns whether the prediction, or every execution, waits for a call that was not sent yet. */
export function isUnasked(prediction: Observed<unknown>, executions: readonly Observed<unknown>[]): boolean {
  return isNotAsked(prediction) || executions.every(isNotAsked);
}

/** Returns the share of the executions that were asked and could not be used. */
export function lostExecutions(executions: readonly Observed<unknown>[]): number {
  let [asked, lost] = [0, 0];
  for (const execution of executions) {
    if (isNotAsked(execution)) continue;
    asked += 1;
    if (!isPresent(execution)) lost += 1;
  }
  return asked === 0 ? 0 : lost / asked;
}

/** The executions of a unit as a policy counts them. */
interface CountedExecutions<T> {
  /** Values of the executions that have one. */
  readonly known: readonly T[];
  /** Weight of one execution; those of a unit sum to 1. */
  readonly share: number;
  /** Weight of what is missing and counts as wrong. */
  readonly lost: number;
}

/**
 * Returns the executions of a unit under a policy. Null for a unit that does not count: one that waits for a call that was not
 * sent yet, and under `parsed` one without a prediction, so that a score and its references use the same units.
 */
export function countedExecutions<T>(
  prediction: Observed<unknown>,
  executions: readonly Observed<T>[],
  policy: UnitPolicy,
): CountedExecutions<T> | null {
  if (isNotAsked(prediction) || (policy === 'parsed' && !isPresent(prediction))) return null;
  const known: T[] = [];
  let asked = 0;
  for (const execution of executions) {
    if (isNotAsked(execution)) continue;
    asked += 1;
    if (execution.kind === 'present') known.push(execution.value);
  }
  if (asked === 0) return null;
  if (policy === 'parsed') return { known, share: 1 / Math.max(1, known.length), lost: 0 };
  const share = 1 / asked;
  return { known, share, lost: isPresent(prediction) ? share * (asked - known.length) : 1 };
}

/** Returns a value; null where it is missing. */
export function presentValue<T>(part: Observed<T>): T | null {
  return isPresent(part) ? part.value : null;
}

/** Returns the first part's reason if no part is present; without parts, the name of the first slot of that kind. */
export function absenceOfAll(
  parts: readonly Observed<unknown>[],
  slots: SlotKinds,
  kind: SlotKind = 'behave',
): string | null {
  return parts.some(isPresent) ? null : firstAbsence(parts[0], slots, kind);
}

/** Returns the reason of a missing part; that it was not asked for where it is present or there is none. */
export function firstAbsence(part: Observed<unknown> | undefined, slots: SlotKinds, kind: SlotKind): string {
  return part?.kind === 'absent' ? reasonOf(part) : `${slotNamed(slots, kind)}: not-asked`;
}

/** Returns the name of the first slot of a kind; the kind itself if the experiment has no such slot. */
export function slotNamed(slots: SlotKinds, kind: SlotKind): string {
  return slotOfKind(slots, kind) ?? kind;
}

/** Returns a value, or why it is missing, in words. */
export function valueOrReason(part: Observed<unknown> | undefined): unknown {
  if (part === undefined) return 'n/a (not-asked)';
  return part.kind === 'present' ? part.value : `n/a (${reasonOf(part)})`;
}

function reasonOf({ slot, reason }: Absent): string {
  return `${slot}: ${reason}`;
}
