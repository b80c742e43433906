import { conditionName, type ItemTask } from '../../answers/plan/item-task.ts';
import { AppError } from '../../util/app-error.ts';
import type { ItemKey } from '../contract/contract-items.ts';

/** What `seb show` selects; null: any. */
interface ChosenItem {
  readonly item: string | null;
  readonly experiment: string | null;
  readonly model: string | null;
}

/** Returns whether a task belongs to a row. */
export function isTaskOf({ experiment, subject, context }: ItemTask, key: ItemKey): boolean {
  return (
    experiment.name === key.experiment &&
    subject.name === key.model &&
    context.item.id === key.item &&
    conditionName(context.condition) === key.condition
  );
}

/** Returns the tasks of an item (by default the first item) for every model and condition. AppError if none matches. */
export function chooseTasks(tasks: readonly ItemTask[], { item, experiment, model }: ChosenItem): readonly ItemTask[] {
  const fitting = tasks.filter(
    (task) =>
      (experiment === null || task.experiment.name === experiment) && (model === null || task.subject.name === model),
  );
  const wanted = item ?? fitting[0]?.context.item.id;
  const chosen = fitting.filter(({ context }) => context.item.id === wanted);
  if (chosen.length > 0) return chosen;
  if (fitting.length === 0) {
    throw new AppError('unknown-item', 'the run does not have this experiment or model', {
      hint: `it has ${namesOf(tasks, (task) => task.experiment.name)} and ${namesOf(tasks, (task) => task.subject.name)}`,
    });
  }
  throw new AppError('unknown-item', `the run has no item ${wanted}`, {
    hint: `item ids look like ${namesOf(fitting.slice(0, 3), ({ context }) => context.item.id)}; \`seb items RUN\` lists them`,
  });
}

function namesOf(tasks: readonly ItemTask[], name: (task: ItemTask) => string): string {
  return [...new Set(tasks.map(name))].join(', ');
}
