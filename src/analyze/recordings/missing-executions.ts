import { type Absence, absences } from '../../domain/recorded.ts';
import type { LogSide } from './log-tables.ts';

/** Executions without an outcome, and whether the tool counts them as wrong or not at all. */
interface MissingByReason {
  readonly reason: Absence;
  readonly executions: number;
  readonly counted: boolean;
}

/** Returns how many executions of sides have no outcome, by reason and by how the tool counts them. */
export function missingByReason(sides: readonly Pick<LogSide, 'responses'>[]): readonly MissingByReason[] {
  const all = sides.flatMap(({ responses }) => [...responses.right.missing.values()]);
  return absences.flatMap((reason) =>
    [true, false].flatMap((counted) => {
      const own = all.filter((each) => each.reason === reason && (each.counted !== null) === counted);
      const executions = own.reduce((sum, each) => sum + each.executions, 0);
      return executions === 0 ? [] : [{ reason, executions, counted }];
    }),
  );
}
