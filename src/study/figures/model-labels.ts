import { shortNames } from '../../report/figures/marks/short-names.ts';
import { oneLine } from '../../util/text.ts';

const maxLabelWidth = 40; // columns

/** Returns a function that shortens names of models in figures, tables and sentences, where all of them stay distinct. */
export function modelLabels(models: readonly string[]): (model: string) => string {
  const names = [...new Set(models)];
  const whole = shortNames(names).map((name) => oneLine(name, maxLabelWidth));
  const bare = whole.map((name) => name.replace(/\?.*$/, ''));
  const short = new Set(bare).size === names.length ? bare : whole;
  if (new Set(short).size < names.length) return (model) => model;
  const labels = new Map(names.map((name, index) => [name, short[index] as string]));
  return (model) => labels.get(model) ?? model;
}
