import { openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { OutcomeRow } from '../../domain/outcome.ts';
import { LogWriter } from '../inspect-logs/log-writer.ts';
import type { PageRowCollector } from './page-row-collector.ts';
import type { RowStep, RowThreadData } from './row-files.ts';
import { writeAll } from './text-file.ts';

const newline = 10;

/**
 * The writer thread: takes rows and steps in batches of JSON lines and confirms each batch with its length; an empty one
 * is the last, and is answered with the rows of the page. An error ends the thread.
 */
export function runRowThread(collectorOf: (data: RowThreadData) => PageRowCollector): void {
  const data = workerData as RowThreadData; // from RowFilesThread
  const handle = openSync(data.lines, 'w');
  const writer = new LogWriter({ runs: data.runs, datasets: data.datasets });
  const collector = collectorOf(data);
  const carryOut = (step: RowStep) => (step.kind === 'page' ? collector.item(step.item) : writer.carryOut(step));

  parentPort?.on('message', (batch: Uint8Array<ArrayBuffer>) => {
    if (batch.length === 0) {
      const collected = collector.finish();
      parentPort?.postMessage(collected, collected.pages.map(({ buffer }) => buffer)); // biome-ignore format: short
      return;
    }
    const bytes = Buffer.from(batch.buffer, batch.byteOffset, batch.length);
    let rows = 0; // bytes of rows, which are moved together to be written at once
    let begin = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, begin)) {
      const line = JSON.parse(bytes.toString('utf8', begin, end)) as OutcomeRow | RowStep; // written by RowFilesThread
      if ('kind' in line) carryOut(line);
      else {
        bytes.copyWithin(rows, begin, end + 1);
        rows += end + 1 - begin;
        writer.row(line);
        collector.row(line);
      }
      begin = end + 1;
    }
    writeAll(handle, bytes.subarray(0, rows));
    parentPort?.postMessage(begin);
  });
}
