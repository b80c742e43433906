import { escapeControls } from '../../src/util/escape-controls.ts';

const maxNames = 3;

/** Returns names of models without provider and settings, as a list; the first ones and their number if there are many. */
export function namesOf(models: readonly string[]): string {
  const names = [...new Set(models)].map((name) => escapeControls(name.replace(/\?.*$/, '').replace(/^.*\//, '')));
  if (names.length <= maxNames) return names.join(', ');
  return `${names.slice(0, maxNames - 1).join(', ')} and ${names.length - maxNames + 1} more`;
}
