import { absences } from '../../domain/recorded.ts';
import type { MissingOfSide } from '../../results/comparison.ts';
import type { ModelResponses } from './response-matrix.ts';

/** A side with the name that it has in the differences. */
export interface NamedSide {
  readonly name: string;
  readonly responses: Pick<ModelResponses, 'right'>;
}

/** Returns how many executions of each side have no outcome, by reason and by how they count; over all data of a side. */
export function missingOfSides(sides: readonly NamedSide[]): readonly MissingOfSide[] {
  return [...Map.groupBy(sides, ({ name }) => name)].flatMap(([side, own]) => {
    const of = own.reduce((sum, { responses }) => sum + responses.right.executions, 0);
    return missingByReason(own).map((each) => ({ ...each, side, of }));
  });
}

/** Returns how many executions of sides have no outcome, by reason and by how they count. */
export function missingByReason(
  sides: readonly Pick<NamedSide, 'responses'>[],
): readonly Pick<MissingOfSide, 'reason' | 'executions' | 'counted'>[] {
  const all = sides.flatMap(({ responses }) => [...responses.right.missing.values()]);
  const reasons = new Set([...absences, ...all.map(({ reason }) => reason)]);
  return [...reasons].flatMap((reason) =>
    [true, false].flatMap((counted) => {
      const own = all.filter((each) => each.reason === reason && (each.counted !== null) === counted);
      const executions = own.reduce((sum, each) => sum + each.executions, 0);
      return executions === 0 ? [] : [{ reason, executions, counted }];
    }),
  );
}
