import { openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { type LogStep, LogWriter } from '../inspect-logs/log-writer.ts';
import type { RowFilesSource } from './row-files.ts';
import { writeAll } from './text-file.ts';

// The program of the writer thread: takes rows and steps in batches of JSON lines and confirms each batch with its
// length; an empty one is the last. An error ends the thread.

const newline = 10;
const { lines, runs, datasets } = workerData as RowFilesSource; // from RowFilesThread
const handle = openSync(lines, 'w');
const writer = new LogWriter({ runs, datasets });

parentPort?.on('message', (batch: Uint8Array<ArrayBuffer>) => {
  const bytes = Buffer.from(batch.buffer, batch.byteOffset, batch.length);
  let rows = 0; // bytes of rows, which are moved together to be written at once
  let begin = 0;
  for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, begin)) {
    const line = JSON.parse(bytes.toString('utf8', begin, end)) as OutcomeRow | LogStep; // written by RowFilesThread
    if ('kind' in line) writer.carryOut(line);
    else {
      bytes.copyWithin(rows, begin, end + 1);
      rows += end + 1 - begin;
      writer.row(line);
    }
    begin = end + 1;
  }
  writeAll(handle, bytes.subarray(0, rows));
  parentPort?.postMessage(begin);
});
