import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { written } from '../answers/block.ts';
import { connect } from './connect.ts';
import { sqliteErrorCode } from './errors.ts';
import { Statements } from './statements.ts';
import type { WriteQuery, WriteReply, WriteRequest } from './writer-protocol.ts';

giveWay();
/** The writing thread: a commit waits for the disk (4 to 7 ms where this was measured) without holding up the calls. */
const database = connect(String(workerData));
const statements = new Statements(database);

const texts = new Map<number, string>();

/**
 * The calling thread wakes this one with every group of answers, and must not be put off its core for that: with both cores
 * busy a run made a tenth more calls. On Linux a priority is a thread's own; elsewhere it would be the whole process's.
 */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + 5));
  } catch {
    // a sandbox may forbid it, and nothing depends on it
  }
}

function carryOut({ text, parameters }: WriteQuery): Record<string, unknown>[] {
  return statements.all(texts.get(text) ?? '', parameters.map(written));
}

function commit({ id, queries }: WriteRequest): WriteReply {
  for (const { text, sql } of queries) if (sql !== null) texts.set(text, sql); // even if the first of them fails
  try {
    database.exec('begin immediate');
    const rows = queries.map(carryOut);
    database.exec('commit');
    return { id, kind: 'committed', rows };
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    const message = error instanceof Error ? error.message : String(error);
    return { id, kind: 'failed', message, errcode: sqliteErrorCode(error) };
  }
}

parentPort?.on('message', (request: WriteRequest | 'close') => {
  if (request === 'close') {
    database.close();
    parentPort?.close();
  } else parentPort?.postMessage(commit(request));
});
