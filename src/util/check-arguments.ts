import { z } from 'zod';
import { AppError } from './app-error.ts';
import { plainIssues } from './plain-issues.ts';

/** An argument that is an object, whatever its fields. */
export const anyObject = z.looseObject({});
/** An argument that is an open store. */
export const openStoreShape = z.looseObject({ runs: z.function(), answers: z.function() });
/** An argument that is a list of runs of a store. */
export const runsShape = z.array(z.looseObject({ id: z.string(), config: anyObject }));
/** An argument that is an experiment. */
export const experimentShape = z.looseObject(
  { name: z.string(), version: z.number(), plan: z.function() },
  { error: ({ input }) => (input === undefined ? 'is missing' : 'is not an experiment') },
);
/** An argument that is what `experimentRegistry` returns. */
export const experimentsShape = z.instanceof(Map);

/**
 * Throws an AppError that names the first missing or malformed argument of a function of the library, for a script that no
 * compiler checked. `given` has the arguments by name.
 */
export function checkArguments(called: string, schema: z.ZodType, given: Readonly<Record<string, unknown>>): void {
  const [issue] = schema.safeParse(given, plainIssues).error?.issues ?? [];
  if (issue === undefined) return;
  throw new AppError('bad-options', `${called}: ${issue.path.join('.')} ${issue.message}`, {
    hint: 'docs/api.md lists the functions and what they take',
  });
}
