import { AppError } from '../../../util/app-error.ts';
import type { GgufFile } from '../gguf-file.ts';
import { LimitedProcess, programNamed } from './limited-process.ts';

const timeoutMs = 30_000;
/** Slower than any disk that models lie on, MiB a second. */
const slowestRead = 20;
const mib = 1024 * 1024;
/** Beside that of the file: the process and the head, which a hostile file makes large. With the run it stays below 1 GB. */
const residentMb = 450;

/**
 * Tries a model file in a process of its own first: llama.cpp aborts the process on some damaged heads, and takes time and
 * memory without end on others. Throws an AppError when the trial crashed or had to be stopped.
 */
export async function tryGguf({ path: file, bytes }: GgufFile, mapped: boolean): Promise<void> {
  const sizeMb = bytes / mib;
  const trial = new LimitedProcess(programNamed('gguf-trial-process'), {
    heapMb: 512,
    residentMb: residentMb + 3 * sizeMb,
    timeoutMs: timeoutMs + (1000 * sizeMb) / slowestRead,
  });
  try {
    const result = await trial.ask({ file, mapped });
    if (result.kind === 'reply') return;
    throw new AppError('bad-model-file', `llama.cpp cannot load ${file}: in a trial of its own ${result.why}`, {
      hint: 'the file is damaged or hostile: compare its size and sha256 with its source, and download it again',
    });
  } finally {
    trial.close();
  }
}
