import type { ItemBase } from '../../domain/dataset.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { kindOfOutcome, type Outcome } from '../../outcome-kinds/outcome-kinds.ts';
import type { AnswerKind } from '../../stats/rungs/answer-kind.ts';
import { ItemAnswers } from './item-answers.ts';
import { plainContext } from './item-groups.ts';

/** Returns the outcomes of an item before any call: what is known of their units without an answer. */
export function unansweredOutcomes(experiment: Experiment, item: ItemBase): readonly Outcome[] {
  return experiment.outcomes(plainContext(experiment, item), new ItemAnswers(experiment), 'own');
}

/** Returns how the answers of an experiment are scored; null without items, or where none of its outcomes has a prediction. */
export function plannedKind(experiment: Experiment, items: Iterable<ItemBase>): AnswerKind<unknown, unknown> | null {
  for (const item of items) {
    const [outcome] = unansweredOutcomes(experiment, item);
    if (outcome !== undefined) return kindOfOutcome(outcome).scoring?.answers(outcome) ?? null;
  }
  return null;
}
