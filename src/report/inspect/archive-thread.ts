import { parentPort } from 'node:worker_threads';
import type { ArchiveBatch } from './archives.ts';
import { ZipFile } from './zip-file.ts';

/** The packing thread: takes steps in batches and answers each batch once it is done. A fault ends it. */
const files = new Map<number, ZipFile>();

function carryOut(archive: number, name: string | null, text: Uint8Array | null): void {
  if (name === null) {
    files.get(archive)?.finish();
    files.delete(archive);
  } else if (text === null) files.set(archive, new ZipFile(name));
  else files.get(archive)?.add(name, text);
}

parentPort?.on('message', ({ steps, bytes }: ArchiveBatch) => {
  let used = 0;
  for (let step = 0; step < steps.length; step += 3) {
    // as ArchiveThread puts them there
    const [archive, name, size] = steps.slice(step, step + 3) as [number, string | null, number | null];
    carryOut(archive, name, size === null ? null : bytes.subarray(used, used + size));
    used += size ?? 0;
  }
  parentPort?.postMessage(steps.length);
});
