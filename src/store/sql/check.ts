import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExpressionBuilder } from 'kysely';
import type { RunId } from '../../domain/run-config.ts';
import { AppError } from '../../util/app-error.ts';
import { shellWord } from '../../util/shell-word.ts';
import type { AnswerReader } from '../answers/answer-reader.ts';
import { decompactKey } from '../answers/compact-key.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { storedDataset } from '../records/datasets.ts';
import { listRuns } from '../records/runs.ts';
import type { StoreCheck } from '../store.ts';
import { finished } from './finished-runs.ts';

/** Rows per page. */
const pageSize = 1024;

/** Maximum number of problems that are listed; the others are only counted. */
const maxListed = 20;

class Problems {
  readonly listed: string[] = [];
  count = 0;

  add(problem: string): void {
    this.count += 1;
    if (this.listed.length < maxListed) this.listed.push(problem);
  }

  /** Runs a step. A refusal of damaged content becomes a problem; any other error is thrown. */
  async of(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'store-damaged') throw error;
      this.add(error.message);
    }
  }
}

/**
 * Reads the whole store without changing it: every answer is checked against its key, every row against the key index,
 * every data set against its hash, and every run and failure is parsed.
 */
export async function checkStore(database: Database, reader: AnswerReader): Promise<StoreCheck> {
  const problems = new Problems();
  for (const problem of await database.integrityProblems(null))
    problems.add(`${shellWord(database.location)}: ${problem}`);
  const runs = new Set<string>();
  await problems.of(async () => {
    for (const { id, status } of await listRuns(database)) {
      runs.add(id);
      if (status === 'finished') await problems.of(() => refuseGoneAnswers(database, id));
    }
  });
  const answers = await checkAnswers(database, reader, { problems, runs });
  const datasets = await checkDatasets(database, problems);
  return { answers, runs: runs.size, datasets, problems: problems.listed, problemCount: problems.count };
}

type Row = Tables['answers'];

/** Checks the rows by run and position, not by key, so that it also sees an answer that its key does not lead to. */
async function checkAnswers(
  database: Database,
  reader: AnswerReader,
  { problems, runs }: { readonly problems: Problems; readonly runs: ReadonlySet<string> },
): Promise<number> {
  let answers = 0;
  for await (const page of pagesOf(database, null)) {
    answers += page.length;
    for (const row of page)
      if (!runs.has(row.run)) problems.add(`an answer belongs to run ${row.run}, which is missing`);
    await checkPage(reader, page, problems);
  }
  return answers;
}

/** Yields pages of the rows of all answers, or of those that one run paid for. */
async function* pagesOf({ db }: Database, run: RunId | null): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  for (;;) {
    const all = db.selectFrom('answers').selectAll().orderBy('run').orderBy('block').orderBy('place').orderBy('key');
    const first = (run === null ? all : all.where('run', '=', run)).limit(pageSize);
    const page: readonly Row[] = await (last === undefined ? first : first.where(isAfter(last))).execute();
    last = page.at(-1);
    if (last === undefined) return;
    yield page;
    await nextTurn();
  }
}

/** Orders rows; the key decides between damaged rows that share a position. */
function isAfter({ run, block, place: index, key }: Row) {
  return ({ eb, refTuple, tuple }: ExpressionBuilder<Tables, 'answers'>) =>
    eb(refTuple('run', 'block', 'place', 'key'), '>', tuple(run, block, index, key));
}

/** Looks up the answers of a page together, and one by one where one of their blocks is damaged. */
async function checkPage(reader: AnswerReader, page: readonly Row[], problems: Problems): Promise<void> {
  try {
    const found = await reader.answers(page.map(({ key }) => decompactKey(key)));
    for (const { key, run } of page)
      if (!found.has(decompactKey(key)))
        problems.add(`the index of keys does not find an answer of run ${run} (call ${decompactKey(key)})`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (page.length === 1) problems.add(error.message);
    else for (const row of page) await checkPage(reader, [row], problems);
  }
}

async function checkDatasets(database: Database, problems: Problems): Promise<number> {
  const rows = await database.db.selectFrom('datasets').select('sha256').orderBy('sha256').execute();
  for (const { sha256 } of rows) {
    await problems.of(async () => {
      await storedDataset(database, sha256);
    });
  }
  return rows.length;
}

async function refuseGoneAnswers(database: Database, run: RunId): Promise<void> {
  const completion = await database.db
    .selectFrom('completions')
    .select('run')
    .where('run', '=', run)
    .executeTakeFirst();
  if (completion === undefined || (await finished(database, run)) !== null) return;
  throw new AppError('store-damaged', `answers of the finished run ${run} are missing from the store`, {
    hint: `send their calls again with \`seb resume ${run}\`, or restore a copy of the store`,
  });
}

/**
 * Refuses a finished run whose answers the store has lost: rows are gone, the key index is damaged, or a row has
 * another answer's key. Call it when such a run lacks an answer. Returns if the run never had it (an experiment whose
 * prompts have changed since).
 */
export async function refuseMissingAnswers(database: Database, reader: AnswerReader, run: RunId): Promise<void> {
  await refuseGoneAnswers(database, run);
  const [problem] = await database.integrityProblems('answers');
  if (problem === undefined) return await refuseOtherKeys(database, reader, run);
  throw new AppError('store-damaged', `answers of the finished run ${run} cannot be found: ${problem}`, {
    hint: `rebuild the index (\`sqlite3 ${shellWord(database.location)} reindex\`), then check it with \`seb doctor --store ${shellWord(database.location)}\``,
  });
}

async function refuseOtherKeys(database: Database, reader: AnswerReader, run: RunId): Promise<void> {
  for await (const page of pagesOf(database, run)) await reader.answers(page.map(({ key }) => decompactKey(key)));
}
