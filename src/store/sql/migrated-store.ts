import { AppError } from '../../util/app-error.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import type { Store } from '../store.ts';
import { SqlStore } from './sql-store.ts';

/**
 * Returns the store in a database, whose tables are created or migrated. Closes the database if that fails. Apart from open.ts,
 * whose declarations users compile: those of the database name Kysely, which the package bundles and does not install.
 */
export async function storeOf(database: Database): Promise<Store> {
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error instanceof AppError ? error : (database.explain(error) ?? error);
  }
  return new SqlStore(database);
}
