import { AppError } from '../util/app-error.ts';
import type { Database } from './database.ts';

/** Carries an operation out; a fault of the database is rejected with what it means for the user. */
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
