import type { AnsweredCall, ScoredItem } from '../../answers/outcomes/outcome-rows.ts';
import type { Reading } from '../../domain/reading.ts';
import { rememberedFor } from '../../util/remembered.ts';

/** How the answers of an item are read by its experiment; null for an answer that is not complete, and for one that no step reads. */
export type AnswerReadings = (each: AnsweredCall) => Reading<unknown> | null;

/** Returns what reads the answers of an item, each once for all that look at it. */
export function answerReadings({ work: { experiment, context } }: Pick<ScoredItem, 'work'>): AnswerReadings {
  return rememberedFor(({ call, stored }) =>
    stored?.answer.kind === 'answered' ? experiment.read(context, call, stored.answer) : null,
  );
}
