import type { RecordedLog } from '../../recordings/recording.ts';

/**
 * Returns logs of several tasks, of which at least one has two logs, with each task as a data set of its own: models are compared task by
 * task, as they are set by set. Ids are unique within a task only. Two logs are returned unchanged, and so are logs with data sets.
 */
export function tasksAsSets(logs: readonly RecordedLog[]): readonly RecordedLog[] {
  const tasks = Map.groupBy(logs, ({ task }) => task);
  const haveSets = logs.some(({ items }) => [...items.values()].some(({ set }) => set !== null));
  const isComparable = [...tasks.values()].some((own) => own.length > 1);
  if (logs.length < 3 || tasks.size < 2 || tasks.has('') || haveSets || !isComparable) return logs;
  return logs.map((log) => ({
    ...log,
    task: '',
    items: new Map(Array.from(log.items, ([id, item]) => [id, { ...item, set: log.task }])),
  }));
}
