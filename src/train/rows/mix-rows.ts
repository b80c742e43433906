import { AppError } from '../../util/app-error.ts';
import type { TrainingRow } from './row.ts';

/**
 * Inserts other rows between rows so that they make up a share of every prefix of the result: row n is one of the
 * others when the integer part of n × share increases. Keeps the order of both, so that nested sizes stay nested.
 * Throws when there are too few others.
 */
export function mixRows(
  rows: readonly TrainingRow[],
  others: readonly TrainingRow[],
  share: number,
): readonly TrainingRow[] {
  if (!(share > 0 && share < 1)) {
    throw new AppError('bad-share', `a share of rows cannot be ${share}`, { hint: 'give a number between 0 and 1' });
  }
  const needed = Math.floor((rows.length * share) / (1 - share));
  if (others.length < needed) {
    throw new AppError(
      'too-few-rows',
      `a share of ${share} needs ${needed} additional rows, but there are only ${others.length}`,
      {
        hint: 'use a smaller share, or generate more rows',
      },
    );
  }
  const result: TrainingRow[] = [];
  let [own, added] = [0, 0];
  while (own < rows.length) {
    const isOther = added < needed && Math.floor((own + added + 1) * share) > added;
    const next = isOther ? others[added] : rows[own];
    if (next === undefined) break;
    result.push(next);
    if (isOther) added += 1;
    else own += 1;
  }
  return result;
}
