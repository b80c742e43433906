import { z } from 'zod';
import { readerVersion } from '../../analyze/kept-outcomes.ts';
import { sebVersion } from '../../answers/prepare/provenance.ts';
import { resultsSchema } from '../../results/results.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { runPageSchema } from '../contract/contract.ts';
import { figureSchema } from '../contract/contract-figure.ts';
import { studyPageSchema, studySummarySchema } from '../contract/contract-study.ts';
import { indexTables } from './index-tables.ts';

/** Version of how rows and pictures are computed: raise it when the same answers lead to others within one version of the program. */
const rowsVersion = 15;

/** Schemas of the JSON that an index keeps. */
const storedSchemas = [resultsSchema, figureSchema, runPageSchema, studyPageSchema, studySummarySchema];

/** The code that an index was made by, in short. */
interface IndexedBy {
  /** Version of the package. */
  readonly program: string;
  /** Version of what is read from answers, as that of kept outcomes. */
  readonly reader: number;
}

const thisProgram = (): IndexedBy => ({ program: sebVersion(), reader: readerVersion });

/**
 * Returns the version of an index: an index of another version is deleted and rebuilt. Depends on the version of the program,
 * whose figures it keeps, on that of its reader, on the tables and on the schemas, so that a page with a new field is never read
 * from an index without it.
 */
export function indexVersion(schemas: readonly z.ZodType[] = storedSchemas, by: IndexedBy = thisProgram()): string {
  const shapes = schemas.map((schema) => z.toJSONSchema(schema, { override: removeDescription }));
  return `${rowsVersion}-${sha256(JSON.stringify([by.program, by.reader, indexTables, shapes])).slice(0, 16)}`;
}

function removeDescription({ jsonSchema }: { readonly jsonSchema: { description?: string | undefined } }): void {
  delete jsonSchema.description;
}
