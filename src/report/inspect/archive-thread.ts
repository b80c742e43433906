import { parentPort } from 'node:worker_threads';
import type { ArchiveSteps } from './archives.ts';
import { ZipFile } from './zip-file.ts';

/** The packing thread: takes steps in batches and answers each batch once it is done. A fault ends it. */
const files = new Map<number, ZipFile>();

function carryOut(archive: number, name: string | null, text: string | null): void {
  if (name === null) {
    files.get(archive)?.finish();
    files.delete(archive);
  } else if (text === null) files.set(archive, new ZipFile(name));
  else files.get(archive)?.add(name, text);
}

parentPort?.on('message', (steps: ArchiveSteps) => {
  for (let step = 0; step < steps.length; step += 3) {
    // as ArchiveThread puts them there
    carryOut(steps[step] as number, steps[step + 1] as string | null, steps[step + 2] as string | null);
  }
  parentPort?.postMessage(steps.length);
});
