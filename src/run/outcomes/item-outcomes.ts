import type { Outcome } from '../../domain/outcome.ts';
import type { Reader } from '../../domain/reading.ts';
import type { Answers } from '../../domain/slot.ts';
import { AppError } from '../../util/app-error.ts';
import type { ItemTask } from '../plan/item-task.ts';

/** What an experiment turns into outcomes: the item, its answers, and which reader reads them. */
export interface ItemToScore {
  readonly context: ItemTask['context'];
  readonly answers: Answers;
  readonly reader: Reader;
}

/**
 * Returns the outcomes of an item. AppError if the experiment names the prediction of an outcome `forecast`, as version 0.2
 * did: an own experiment in JavaScript has no compiler that says so.
 */
export function itemOutcomes(
  experiment: ItemTask['experiment'],
  { context, answers, reader }: ItemToScore,
): readonly Outcome[] {
  const outcomes = experiment.outcomes(context, answers, reader);
  if (outcomes.some((outcome) => 'forecast' in outcome && !('prediction' in outcome))) {
    throw new AppError(
      'old-outcome-field',
      `\`outcomes\` of experiment ${experiment.name} returns the field "forecast"`,
      {
        hint: 'rename it to "prediction"; stored answers are safe, and `seb report` reads them again',
      },
    );
  }
  return outcomes;
}
