import { AppError } from '../../util/app-error.ts';
import type { Database } from './database.ts';

/** Runs an operation; rejects a database fault with the error that explains it to the user. */
export async function translateErrors<Result>(
  database: Pick<Database, 'explain'>,
  operation: () => Promise<Result>,
): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw database.explain(error) ?? error;
  }
}
