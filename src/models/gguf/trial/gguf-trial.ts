import { AppError } from '../../../util/app-error.ts';
import { isRecord } from '../../../util/is-record.ts';
import { programFile } from '../../../util/package-files.ts';
import type { GgufFile } from '../loading/gguf-file.ts';
import type { GgufLayout } from '../loading/gguf-layout.ts';
import type { GgufMemory } from '../loading/gguf-memory.ts';
import { LimitedProcess } from './limited-process.ts';

/** The largest known headers (250,000 tokens, 450,000 merges) take 5 s on an idle machine; a busy one takes many times as long. */
const maxMs = 120_000;

const download = 'compare its size and sha256 with its source, and download it again';
const hints = {
  ended: `the file is damaged or malicious: ${download}`,
  'timed-out': `either this machine is too busy (the largest files need 5 s on an idle one): end other programs or wait, and start again; or the file is damaged or malicious: ${download}`,
} as const satisfies Record<'ended' | 'timed-out', string>;

/**
 * Tries the header of a model file in a separate process: llama.cpp aborts the process on some damaged headers, and
 * does not end on others. Reads no weights. Returns the memory that the file needs with this layout; null where llama.cpp
 * refuses the header or does not say. AppError when the trial crashed or exceeded its time.
 */
export async function tryGguf(
  { path: file }: Pick<GgufFile, 'path'>,
  { contextSize, sequences, mapped }: Pick<GgufLayout, 'contextSize' | 'sequences' | 'mapped'>,
  timeoutMs = maxMs,
): Promise<GgufMemory | null> {
  const trial = new LimitedProcess(programFile('models/gguf/trial/gguf-trial-process'), { heapMb: 512, timeoutMs });
  try {
    const result = await trial.ask({ file, contextSize, sequences, mapped });
    if (result.kind === 'reply') return isMemory(result.value) ? result.value : null;
    throw new AppError('bad-model-file', `llama.cpp cannot load ${file}: in a trial load, ${result.why}`, {
      hint: hints[result.kind],
    });
  } finally {
    trial.close();
  }
}

function isMemory(value: unknown): value is GgufMemory {
  if (!isRecord(value)) return false;
  return [value.weights, value.context, value.contextSize].every((each) => Number.isFinite(each) && Number(each) > 0);
}
