import { gain, type Measure } from '../../domain/measure.ts';
import type { Advantage } from '../../stats/self-access/self-advantage.ts';
import { ends } from './paired-differences.ts';

/** Returns an advantage that is above 0 where the model predicts itself better, also if lower values are better. */
export function gained(measure: Measure, { value, interval }: Extract<Advantage, { kind: 'known' }>) {
  const found = ends(interval);
  const reversed = found === null ? null : ([-found[1], -found[0]] as const);
  const isHigher = gain(measure, 1, 0) > 0;
  return { value: gain(measure, value, 0), interval: isHigher ? found : reversed };
}
