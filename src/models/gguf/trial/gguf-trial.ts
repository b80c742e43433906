import { AppError } from '../../../util/app-error.ts';
import type { GgufFile } from '../gguf-file.ts';
import { LimitedProcess, programNamed } from './limited-process.ts';

/** CPU time limit; the largest known headers (250,000 tokens, 450,000 merges) take 5 s. */
const cpuMs = 20_000;
/** Timeout for a file on a disk that does not respond. */
const timeoutMs = 300_000;
const mib = 1024 * 1024;
/**
 * Memory for the process and the header of a small file. Together with the run this stays below 1 GB even for a hostile
 * header.
 */
const residentMb = 450;
/** Maximum additional memory for the header of a large file; the largest known ones take 650 MiB. */
const maxHeadMb = 600;

/**
 * Tries the header of a model file in a separate process: llama.cpp aborts the process on some damaged headers, and
 * needs unbounded time and memory on others. Reads no weights. AppError when the trial crashed or exceeded its limits.
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
    throw new AppError('bad-model-file', `llama.cpp cannot load ${file}: in a trial load, ${result.why}`, {
      hint: 'the file is damaged or malicious: compare its size and sha256 with its source, and download it again',
    });
  } finally {
    trial.close();
  }
}
