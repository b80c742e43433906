import type { CheckFinding } from '../../results/row-check.ts';
import type { RecordedLog } from '../recording.ts';
import { type CheckedSide, findingOn } from './checked-side.ts';

/** Names scores whose values could not be read: a fault where the log has no other. */
export function checkUnreadScores(logs: readonly RecordedLog[]): readonly CheckFinding[] {
  return logs.flatMap((log) => {
    const isAlone = log.scores.every(({ kind }) => kind === 'unread');
    return log.scores.flatMap((score): CheckFinding[] =>
      score.kind === 'unread'
        ? [
            {
              ...{ check: 'unread', kind: isAlone ? 'fault' : 'limit', file: log.file, score: score.name },
              ...{ models: log.models, rows: [], changesRows: true },
              found: score.reason,
              effect: `no outcome of ${score.name} counts: ${score.advice}`,
            },
          ]
        : [],
    );
  });
}

/** Share of the stated confidences that are not read above which a column is named. */
const maxUnread = 0.05;

/** Names models whose stated confidences are not read: no numbers, or numbers of which the scale is unknown. */
export function checkUnreadConfidence(side: CheckedSide): readonly CheckFinding[] {
  const written = side.rows.filter(
    ({ confidence }) => confidence.kind === 'stated' || confidence.reason !== 'not-stated',
  );
  const unread = written.filter(({ confidence }) => confidence.kind === 'absent');
  if (unread.length <= maxUnread * written.length) return [];
  const scale = unread.filter(
    ({ confidence }) => confidence.kind === 'absent' && confidence.reason === 'ambiguous-scale',
  ).length;
  const why =
    scale > 0
      ? 'numbers up to 1 beside numbers above 1, or 0 and 1 alone: their scale is unknown'
      : 'they are no numbers';
  return [
    findingOn(side, scale > 0 ? [] : unread, {
      ...{ check: 'unread', kind: scale > 0 ? 'fault' : 'limit', changesRows: true },
      found: `${unread.length} of ${written.length} stated confidences are not read: ${why}`,
      effect: 'no stated confidence in these rows: write all as shares (0.8), or with a percent sign (80 %)',
    }),
  ];
}
