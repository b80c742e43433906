import { type ColumnDefinitionBuilder, type SchemaModule, sql } from 'kysely';
import type { DialectSql } from './database.ts';

type Step = (schema: SchemaModule, dialect: DialectSql) => Promise<void>;

/** Migration steps from each version to the next. Released steps are never changed. */
export const migrations: readonly Step[] = [
  async (schema, dialect) => {
    await makeRuns(schema);
    await makeDatasets(schema, dialect);
    await makeJournal(schema, dialect);
  },
  makeEndpoints,
  makeCompletions,
  makeClaims,
  makeTrainingEvents,
  makeCharges,
  makeLabels,
  makeStudies,
  addRunFormat,
  addReserves,
  makeEndpointShares,
];

const notNull = (column: ColumnDefinitionBuilder) => column.notNull();
const primaryKey = (column: ColumnDefinitionBuilder) => column.primaryKey().notNull();

async function makeRuns(schema: SchemaModule): Promise<void> {
  await schema.createTable('schema_version').addColumn('version', 'integer', notNull).execute();
  await schema
    .createTable('runs')
    .addColumn('id', 'text', primaryKey)
    .addColumn('config', 'text', notNull)
    .addColumn('provenance', 'text', notNull)
    .addColumn('status', 'text', notNull)
    .addColumn('created_at', 'text', notNull)
    .addColumn('updated_at', 'text', notNull)
    .execute();
  await schema
    .createTable('leases')
    .addColumn('run', 'text', primaryKey)
    .addColumn('owner', 'text', notNull)
    .addColumn('host', 'text', notNull)
    .addColumn('pid', 'integer', notNull)
    .addColumn('expires_at', 'double precision', notNull)
    .execute();
}

async function makeEndpoints(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('endpoints')
    .addColumn('run', 'text', notNull)
    .addColumn('started_at', 'text', notNull)
    .addColumn('endpoint', 'text', notNull)
    .addColumn('record', 'text', notNull)
    .addPrimaryKeyConstraint('endpoints_key', ['run', 'started_at', 'endpoint'])
    .execute();
}

async function makeDatasets(schema: SchemaModule, { bytesType }: DialectSql): Promise<void> {
  await schema
    .createTable('datasets')
    .addColumn('sha256', 'text', primaryKey)
    .addColumn('meta', 'text', notNull)
    .execute();
  await schema
    .createTable('dataset_items')
    .addColumn('sha256', 'text', notNull)
    .addColumn('chunk', 'integer', notNull)
    .addColumn('bytes', sql.raw(bytesType), notNull)
    .addPrimaryKeyConstraint('dataset_items_key', ['sha256', 'chunk'])
    .execute();
}

/** Creates the journal: blocks hold the answers' texts, and narrow rows hold the columns that are looked up and summed. */
async function makeJournal(schema: SchemaModule, { bytesType, isIdentity }: DialectSql): Promise<void> {
  await schema
    .createTable('blocks')
    .addColumn('id', 'integer', (column) => isIdentity(column.primaryKey().notNull()))
    .addColumn('bytes', sql.raw(bytesType), notNull)
    .execute();
  await schema
    .createTable('answers')
    .addColumn('key', 'text', primaryKey)
    .addColumn('run', 'text', notNull)
    .addColumn('block', 'integer', notNull)
    .addColumn('place', 'integer', notNull)
    .addColumn('cost', 'double precision')
    .execute();
  // Contains all columns that `spent` reads, and grows at its end, because a run's block numbers only increase.
  await schema.createIndex('answers_of_run').on('answers').columns(['run', 'block', 'place', 'cost']).execute();
  await schema
    .createTable('failures')
    .addColumn('key', 'text', primaryKey)
    .addColumn('run', 'text', notNull)
    .addColumn('failure', 'text', notNull)
    .execute();
}

/** Creates the counts that `finished` compares with the stored answers (completions.ts). */
async function makeCompletions(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('completions')
    .addColumn('run', 'text', primaryKey)
    .addColumn('calls', 'integer', notNull)
    .addColumn('payers', 'text', notNull)
    .addColumn('last_block', 'integer', notNull)
    .addColumn('answers', 'integer', notNull)
    .execute();
}

/** Creates the history of training jobs. The primary key lets only one process append an event with a given number. */
async function makeTrainingEvents(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('training_events')
    .addColumn('job', 'text', notNull)
    .addColumn('number', 'integer', notNull)
    .addColumn('at', 'text', notNull)
    .addColumn('event', 'text', notNull)
    .addPrimaryKeyConstraint('training_events_key', ['job', 'number'])
    .execute();
}

async function makeClaims(schema: SchemaModule): Promise<void> {
  await schema.createTable('claims').addColumn('key', 'text', primaryKey).addColumn('owner', 'text', notNull).execute();
}

/** Adds the format of a run's texts; runs of earlier versions have format 1 (run-formats.ts). */
async function addRunFormat(schema: SchemaModule): Promise<void> {
  await schema
    .alterTable('runs')
    .addColumn('format', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
}

/** Adds the dollars reserved for the calls in flight of a lease's owner (held-money.ts). */
async function addReserves(schema: SchemaModule): Promise<void> {
  await schema
    .alterTable('leases')
    .addColumn('reserved', 'double precision', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** Creates the calls in flight that each worker of a queue may have at an endpoint (workers/endpoint-shares.ts). */
async function makeEndpointShares(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('endpoint_shares')
    .addColumn('endpoint', 'text', notNull)
    .addColumn('owner', 'text', notNull)
    .addColumn('granted', 'integer', notNull)
    .addPrimaryKeyConstraint('endpoint_shares_key', ['endpoint', 'owner'])
    .execute();
}

/** Creates the possible costs of failed attempts (answers/charges.ts). */
async function makeCharges(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('charges')
    .addColumn('id', 'text', primaryKey)
    .addColumn('run', 'text', notNull)
    .addColumn('dollars', 'double precision', notNull)
    .execute();
}

/** Creates people's labels of answers (labels.ts). Rows are only added. */
async function makeLabels(schema: SchemaModule, { isIdentity }: DialectSql): Promise<void> {
  await schema
    .createTable('labels')
    .addColumn('id', 'integer', (column) => isIdentity(column.primaryKey().notNull()))
    .addColumn('at', 'text', notNull)
    .addColumn('labeler', 'text', notNull)
    .addColumn('answer', 'text', notNull)
    .addColumn('rubric', 'text', notNull)
    .addColumn('value', 'text')
    .addColumn('note', 'text', notNull)
    .execute();
}

/** Creates the finished introspection studies (studies.ts), from which results are computed. */
async function makeStudies(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('studies')
    .addColumn('id', 'text', primaryKey)
    .addColumn('at', 'text', notNull)
    .addColumn('record', 'text', notNull)
    .execute();
}
