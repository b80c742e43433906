import { parentPort } from 'node:worker_threads';
import type { ArchiveStep } from './archives.ts';
import { ZipFile } from './zip-file.ts';

/** The packing thread: takes steps in batches and answers each batch once it is done. A fault ends it. */
const files = new Map<number, ZipFile>();

function carryOut({ archive, path, member }: ArchiveStep): void {
  if (path !== undefined) files.set(archive, new ZipFile(path));
  else if (member !== undefined) files.get(archive)?.add(member.name, member.text);
  else {
    files.get(archive)?.finish();
    files.delete(archive);
  }
}

parentPort?.on('message', (steps: readonly ArchiveStep[]) => {
  for (const step of steps) carryOut(step);
  parentPort?.postMessage(steps.length);
});
