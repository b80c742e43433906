import { AppError } from '../../../util/app-error.ts';
import type { GgufFile } from '../gguf-file.ts';
import { LimitedProcess, programNamed } from './limited-process.ts';

/** The largest known heads (250,000 tokens, 450,000 merges) take 5 s. */
const cpuMs = 20_000;
/** For a file on a disk that does not answer. */
const timeoutMs = 300_000;
const mib = 1024 * 1024;
/** The process, and a head as small files have it: with the run it stays below 1 GB, whatever a hostile one says. */
const residentMb = 450;
/** A large file may have a large head: the largest known ones take 650 MiB. */
const maxHeadMb = 600;

/**
 * Tries the head of a model file in a separate process first: llama.cpp aborts the process on some damaged heads, and takes
 * time and memory without end on others. Reads no weights. Throws an AppError when the trial crashed or had to be stopped.
 */
export async function tryGguf({ path: file, bytes }: Pick<GgufFile, 'path' | 'bytes'>): Promise<void> {
  const trial = new LimitedProcess(programNamed('gguf-trial-process'), {
    heapMb: 512,
    residentMb: residentMb + Math.min(maxHeadMb, bytes / mib),
    cpuMs,
    timeoutMs,
  });
  try {
    const result = await trial.ask({ file });
    if (result.kind === 'reply') return;
    throw new AppError('bad-model-file', `llama.cpp cannot load ${file}: in a trial ${result.why}`, {
      hint: 'the file is damaged or hostile: compare its size and sha256 with its source, and download it again',
    });
  } finally {
    trial.close();
  }
}
