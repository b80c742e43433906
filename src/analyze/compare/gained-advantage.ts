import { gain, type Measure } from '../../domain/measure.ts';
import type { Advantage } from '../../stats/advantage/self-advantage.ts';
import type { SelfAdvantageEntry } from './comparison-types.ts';
import { ends } from './paired-differences.ts';

/** Returns an advantage that is above 0 where the model predicts itself better, also if lower values are better. */
export function gained(measure: Measure, { value, interval }: Extract<Advantage, { kind: 'known' }>) {
  const found = ends(interval);
  const reversed = found === null ? null : ([-found[1], -found[0]] as const);
  const isHigher = gain(measure, 1, 0) > 0;
  return { value: gain(measure, value, 0), interval: isHigher ? found : reversed };
}

/**
 * Returns the entries of one measure without the value of all models where that of no single model is identified, as with
 * two models: it would show how much better the stronger model predicts, and look like self-knowledge.
 */
export function withheldOfTwo(entries: readonly SelfAdvantageEntry[]): readonly SelfAdvantageEntry[] {
  const single = entries.filter(({ model }) => model !== 'all');
  const [first] = single;
  if (first === undefined || single.some(({ value }) => value !== null)) return entries;
  const reason = first.reason === undefined ? {} : { reason: first.reason };
  return entries.map((entry) => (entry.model === 'all' ? { ...entry, value: null, interval: null, ...reason } : entry));
}
