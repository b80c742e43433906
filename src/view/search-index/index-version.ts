import { z } from 'zod';
import { resultsSchema } from '../../results/results.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { runPageSchema } from '../contract/contract.ts';
import { figureSchema } from '../contract/contract-figure.ts';
import { studyPageSchema, studySummarySchema } from '../contract/contract-study.ts';
import { indexTables } from './index-tables.ts';

/** Version of how rows are computed. Raise it when the same answers lead to other rows. */
const rowsVersion = 13;

/** Schemas of the JSON that an index keeps. */
const storedSchemas = [resultsSchema, figureSchema, runPageSchema, studyPageSchema, studySummarySchema];

/**
 * Returns the version of an index: an index of another version is deleted and rebuilt. Depends on the tables and on the
 * schemas, so that a page with a new field is never read from an index without it.
 */
export function indexVersion(schemas: readonly z.ZodType[] = storedSchemas): string {
  const shapes = schemas.map((schema) => z.toJSONSchema(schema, { override: removeDescription }));
  return `${rowsVersion}-${sha256(JSON.stringify([indexTables, shapes])).slice(0, 16)}`;
}

function removeDescription({ jsonSchema }: { readonly jsonSchema: { description?: string | undefined } }): void {
  delete jsonSchema.description;
}
