import { parentPort, workerData } from 'node:worker_threads';
import type { LogSource } from './log.ts';
import { type LogStep, LogWriter } from './log-writer.ts';

/** The writing thread: takes steps in batches of JSON lines and answers each batch once it is done. A fault ends it. */
const writer = new LogWriter(workerData as LogSource); // as LogThread gives it

parentPort?.on('message', (batch: Uint8Array) => {
  let begin = 0;
  for (let end = batch.indexOf(10); end !== -1; end = batch.indexOf(10, begin)) {
    const line = Buffer.from(batch.buffer, batch.byteOffset + begin, end - begin).toString();
    writer.carryOut(JSON.parse(line) as LogStep); // as LogThread wrote it
    begin = end + 1;
  }
  parentPort?.postMessage(begin);
});
