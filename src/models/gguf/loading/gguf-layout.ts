import type { ModelOptions } from '../../model-options.ts';
import { type LlamaChoice, llamaOfSmallFiles } from './llama-library.ts';

/** How a model file uses the machine. */
export interface GgufLayout {
  /** Number of contexts, each with its own threads. */
  readonly contexts: number;
  /** Compute threads per context. */
  readonly threads: number;
  /** Answers that one context generates at once, in one batch. */
  readonly sequences: number;
  /** Maximum tokens per sequence; also bounded by the model's training context. */
  readonly contextSize: number;
  /**
   * Whether the file is memory-mapped. A small file is read instead: llama.cpp would keep the mapping in addition to
   * the weights that it repacks.
   */
  readonly mapped: boolean;
}

interface Machine {
  readonly gpu: boolean;
  readonly cores: number;
}

const smallBytes = 256 * 1024 * 1024;
const usualContext = 8192;
const batchedSequences = 8;

/**
 * Returns the llama.cpp that a file runs on: that of the requested processor. A small file runs on the CPU, where it is
 * fast enough and bit-identical.
 */
export function wantedLlama(bytes: number, { gpu = null }: ModelOptions): LlamaChoice {
  const isSmall = bytes < smallBytes;
  if (gpu === 'none' || (gpu === null && isSmall)) return isSmall ? llamaOfSmallFiles : { gpu: false, limited: true };
  return { gpu: gpu ?? 'auto', limited: true };
}

/**
 * Returns the layout of a model. On a CPU a small file gets one context per core with one thread each: threads that
 * synchronize at every step measured 15 to 100 times slower. A large file gets one context on all cores, and so does a
 * GPU, with batched answers unless `single` is set.
 */
export function ggufLayout(
  bytes: number,
  { contextSize = null, sequences = null }: ModelOptions,
  { gpu, cores }: Machine,
): GgufLayout {
  const apart = !gpu && (bytes < smallBytes || cores <= 2);
  const together = sequences ?? (apart ? 'single' : 'batched');
  return {
    contexts: apart ? cores : 1,
    threads: apart ? 1 : cores,
    sequences: together === 'single' ? 1 : batchedSequences,
    contextSize: contextSize ?? usualContext,
    mapped: bytes >= smallBytes,
  };
}
