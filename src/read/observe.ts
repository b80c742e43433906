import type { Answer } from '../domain/answer.ts';
import type { Slot } from '../domain/call.ts';
import type { AbsenceReason, Observed } from '../domain/outcome.ts';
import type { Reader, Reading } from '../domain/reading.ts';
import type { SlotState } from '../domain/slot-state.ts';

export function absent(slot: Slot, reason: AbsenceReason, detail: string): Observed<never> {
  return { kind: 'absent', slot, reason, detail };
}

export interface ObservedReaders<T> {
  readonly slot: Slot;
  readonly reader: Reader;
  /** Reads the raw text. */
  readonly own: (text: string) => Reading<T>;
  /** Reads a value that the authors of a recording extracted. */
  readonly recorded: (extracted: string) => Reading<T>;
}

/** Reads an answered call under the asked reader; a recording without extracted values is read by ours. */
export function readAnswer<T>(answer: Answer, { reader, own, recorded }: ObservedReaders<T>): Reading<T> {
  if (reader === 'own' || answer.extracted === undefined) return own(answer.text);
  if (answer.extracted === null) return { kind: 'unparsed', reason: "the recording's authors extracted nothing" };
  return recorded(answer.extracted);
}

/** What a slot's answer comes to: the value read, or why there is none. */
export function observe<T>(slotted: SlotState, readers: ObservedReaders<T>): Observed<T> {
  const { slot } = readers;
  switch (slotted.kind) {
    case 'failed':
      return absent(slot, 'failed', slotted.detail);
    case 'not-asked':
      return absent(slot, 'not-asked', '');
    case 'filtered':
      return absent(slot, 'filtered', slotted.finishReason ?? '');
    case 'truncated':
      return absent(slot, 'truncated', slotted.finishReason ?? '');
    case 'answered': {
      const reading = readAnswer(slotted, readers);
      if (reading.kind === 'parsed') return { kind: 'present', value: reading.value, step: reading.step };
      return absent(slot, reading.kind, reading.kind === 'declined' ? reading.detail : reading.reason);
    }
  }
}

const numbers = new Map<number, readonly number[]>();

/** Sample numbers 0 .. samples - 1. */
export function sampleNumbers(samples: number): readonly number[] {
  const known = numbers.get(samples) ?? Array.from({ length: samples }, (_, sample) => sample);
  numbers.set(samples, known);
  return known;
}
