import { z } from 'zod';
import type { Answer } from '../../domain/answer.ts';
import type { AbsenceReason, Observed } from '../../domain/outcome.ts';
import type { Reader, Reading } from '../../domain/reading.ts';
import type { SlotId, SlotState } from '../../domain/slot.ts';
import type { Estimate } from '../../results/estimate.ts';
import { checkArguments } from '../../util/check-arguments.ts';
import { isRecord } from '../../util/is-record.ts';

const absentArguments = z.object({ slot: z.string(), reason: z.string(), detail: z.string() });

/** Returns a value that is missing from a slot, with the reason. */
export function absent(slot: SlotId, reason: AbsenceReason, detail: string): Observed<never> {
  if (typeof slot !== 'string' || typeof reason !== 'string' || typeof detail !== 'string')
    checkArguments('absent', absentArguments, { slot, reason, detail });
  return { kind: 'absent', slot, reason, detail };
}

interface ObservedReaders<T> {
  readonly slot: SlotId;
  readonly reader: Reader;
  readonly own: (text: string) => Reading<T>;
  /** Reads a value that the authors of a recording extracted. */
  readonly recorded: (extracted: string) => Reading<T>;
}

/** Reads an answer with the requested reader; a recording without extracted values is read by our reader. */
function readAnswer<T>(answer: Answer, { reader, own, recorded }: ObservedReaders<T>): Reading<T> {
  if (reader === 'own' || answer.extracted === undefined) return own(answer.text);
  if (answer.extracted === null) return { kind: 'unparsed', reason: "the authors' program extracted nothing" };
  return recorded(answer.extracted);
}

const observeArguments = z.object({
  slotted: z.looseObject({ kind: z.string() }),
  readers: z.looseObject({ slot: z.string(), own: z.function(), recorded: z.function() }),
});

/** Returns whether arguments have the types that `observeArguments` wants. */
function areObservable(slotted: unknown, readers: unknown): boolean {
  if (!isRecord(slotted) || !isRecord(readers)) return false;
  const { slot, own, recorded } = readers;
  return (
    typeof slotted.kind === 'string' &&
    typeof slot === 'string' &&
    typeof own === 'function' &&
    typeof recorded === 'function'
  );
}

/** Returns the value that was read from a slot's answer, or the reason why it is missing. */
export function observe<T>(slotted: SlotState, readers: ObservedReaders<T>): Observed<T> {
  // the schema says what is wrong; checking with it takes as long as reading, and there are millions of answers
  if (!areObservable(slotted, readers)) checkArguments('observe', observeArguments, { slotted, readers });
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
    case 'tool-call':
      return absent(slot, 'unparsed', 'called a tool instead of answering');
    case 'answered': {
      const reading = readAnswer(slotted, readers);
      if (reading.kind === 'parsed') return { kind: 'present', value: reading.value, step: reading.step };
      return absent(slot, reading.kind, reading.kind === 'declined' ? reading.detail : reading.reason);
    }
  }
}

const sampleArguments = z.object({ samples: z.int().nonnegative() });
const numbers = new Map<number, readonly number[]>();

/** Returns the sample numbers 0 .. samples - 1. */
export function sampleNumbers(samples: number): readonly number[] {
  const known = numbers.get(samples);
  if (known !== undefined) return known;
  checkArguments('sampleNumbers', sampleArguments, { samples });
  const made = Array.from({ length: samples }, (_, sample) => sample);
  numbers.set(samples, made);
  return made;
}

/** Returns the share of values that are true, in [0, 1]; null for none. */
export function shareOf(values: readonly boolean[]): number | null {
  return values.length === 0 ? null : values.filter(Boolean).length / values.length;
}

/** Returns the response for the judge; a truncated one still shows what the judge is asked about. */
export function judgedText(response: SlotState): string | null {
  return (response.kind === 'answered' || response.kind === 'truncated') && response.text.trim() !== ''
    ? response.text
    : null;
}

/** Returns a caveat for models whose server counted no tokens, or gave counts that the texts contradict. */
export function uncountedCaveats(estimates: readonly Estimate[]): readonly string[] {
  const found = estimates.filter(({ coverage }) =>
    Object.entries(coverage.lost).some(
      ([reason, count]) => /: (uncounted|tokens not counted)$/.test(reason) && count > 0,
    ),
  );
  const models = [...new Set(found.map(({ model }) => model))];
  if (models.length === 0) return [];
  return [
    `No token counts: the server of ${models.join(', ')} did not count the tokens of some answers, or its counts contradict the texts; these answers are missing.`,
  ];
}
