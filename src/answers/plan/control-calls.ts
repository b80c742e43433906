import type { Call } from '../../domain/call.ts';
import type { ItemBase } from '../../domain/dataset.ts';
import type { Answers } from '../../domain/slot.ts';
import { shownSlot, withAnswerShown } from '../../experiments/common/answer-shown.ts';
import type { Experiment, ItemContext } from '../../experiments/experiment.ts';

/** Returns whether an experiment has the control `answer-shown`. */
export function hasControl({ showAnswer }: Pick<Experiment, 'showAnswer'>): boolean {
  return showAnswer !== undefined;
}

interface ItemPredictions {
  readonly answers: Answers;
  readonly predictions: readonly Call[];
  /** What is shown where the answer cannot be read; null: no call. */
  readonly unread: string | null;
}

/**
 * Returns the calls of the control `answer-shown`: the first sample of each of the subject's predictions, with its own answer
 * above the question. Empty without the control, and while the answer is missing.
 */
export function controlCalls(
  experiment: Experiment,
  context: ItemContext<ItemBase>,
  { answers, predictions, unread }: ItemPredictions,
): readonly Call[] {
  if (context.control === undefined) return [];
  const shown = experiment.showAnswer === undefined ? null : (experiment.showAnswer(context, answers) ?? unread);
  if (shown === null) return [];
  return predictions
    .filter(({ role, sample }) => role === 'subject' && sample === 0)
    .map((call) => ({
      ...call,
      slot: shownSlot,
      messages: withAnswerShown(call.messages, shown, context.condition.language),
    }));
}
