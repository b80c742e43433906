import { parentPort, workerData } from 'node:worker_threads';
import { connect } from './connect.ts';
import { sqliteErrorCode } from './errors.ts';
import { Statements } from './statements.ts';
import type { WriteReply, WriteRequest } from './writer-protocol.ts';

/** The writing thread: a commit waits for the disk (4 to 7 ms where this was measured) without holding up the calls. */
const database = connect(String(workerData));
const statements = new Statements(database);

function commit({ id, queries }: WriteRequest): WriteReply {
  try {
    database.exec('begin immediate');
    const rows = queries.map(({ sql, parameters }) => statements.all(sql, parameters));
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
