import { basename } from 'node:path';
import type { RecordedLog } from '../../recordings/recording.ts';
import { distinctFiles } from '../../results/distinct-files.ts';
import { oneLine } from '../../util/text.ts';

/** Longest value that a note shows, and maximum number of settings and logs that it names. */
const [maxValue, maxSettings, maxLogs] = [40, 4, 4];

/** Settings that hold how a model is reached: they differ between models, and may be long or private. */
const ofModel = /^(?:model_args|model_roles)(?:\.|$)/;

/**
 * Returns a sentence for each task whose logs differ in a setting, such as its version or a temperature, with the values of few logs:
 * what differs between them may be due to it.
 */
export function settingNotes(logs: readonly RecordedLog[]): readonly string[] {
  const known = logs.filter(({ settings }) => Object.keys(settings).length > 0);
  return [...Map.groupBy(known, (log) => JSON.stringify([log.format, taskOf(log)])).values()].flatMap((own) => {
    const areOfOneModel = new Set(own.map(({ models }) => JSON.stringify(models))).size === 1;
    const names = new Set(own.flatMap(({ settings }) => Object.keys(settings)));
    const differing = [...names].filter(
      (name) => (areOfOneModel || !ofModel.test(name)) && new Set(own.map(({ settings }) => settings[name])).size > 1,
    );
    if (differing.length === 0) return [];
    const shown = differing.slice(0, maxSettings).map((name) => settingText(name, own));
    const more = differing.length > maxSettings ? ` and ${differing.length - maxSettings} more` : '';
    const [task = ''] = own.map(taskOf);
    return [`the logs${task === '' ? '' : ` of ${oneLine(task, 60)}`} differ in ${shown.join(', ')}${more}`];
  });
}

/** Returns the task of a log; that of its items where each task is a data set (`tasksAsSets`). */
function taskOf({ task, items }: RecordedLog): string {
  return task === '' ? (items.values().next().value?.set ?? '') : task;
}

function settingText(name: string, logs: readonly RecordedLog[]): string {
  const values = logs.map(({ file, settings }) => ({ file, value: settings[name] }));
  const isShown =
    !ofModel.test(name) && logs.length <= maxLogs && values.every(({ value = '' }) => value.length <= maxValue);
  const names = values.map(({ file }) => basename(file));
  const labels = distinctFiles(names);
  const areDistinct = new Set(names).size === names.length;
  if (!isShown) return oneLine(name, 60);
  const texts = values.map(
    ({ value }, at) =>
      `${value === undefined ? 'unset' : oneLine(value, maxValue)}${areDistinct ? ` in ${oneLine(labels.get(names[at] ?? '') ?? '', 60)}` : ''}`,
  );
  return `${oneLine(name, 60)} (${texts.join(', ')})`;
}
