import { AppError } from '../../../util/app-error.ts';
import { programBeside } from '../../../util/program-beside.ts';
import type { GgufFile } from '../gguf-file.ts';
import { LimitedProcess } from './limited-process.ts';

/** The largest known headers (250,000 tokens, 450,000 merges) take 5 s on an idle machine. */
const maxMs = 60_000;

/**
 * Tries the header of a model file in a separate process: llama.cpp aborts the process on some damaged headers, and
 * does not end on others. Reads no weights. AppError when the trial crashed or exceeded its time.
 */
export async function tryGguf({ path: file }: Pick<GgufFile, 'path'>, timeoutMs = maxMs): Promise<void> {
  const trial = new LimitedProcess(programBeside(import.meta.url, './gguf-trial-process'), { heapMb: 512, timeoutMs });
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
