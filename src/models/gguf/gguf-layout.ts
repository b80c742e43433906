import type { ModelOptions } from '../model-options.ts';
import type { LlamaGpu } from './llama-library.ts';

/** How a model file is spread over the machine. */
export interface GgufLayout {
  /** Contexts, each on threads of its own. */
  readonly contexts: number;
  /** Arithmetic threads a context. */
  readonly threads: number;
  /** Answers that one context generates at once, in one batch. */
  readonly sequences: number;
  /** Most tokens a sequence; what the model was trained on bounds it too. */
  readonly contextSize: number;
  /** Whether the file is mapped; a small one is read, for llama.cpp keeps a mapping beside the weights that it repacks. */
  readonly mapped: boolean;
}

export interface Machine {
  readonly gpu: boolean;
  readonly cores: number;
}

const smallBytes = 256 * 1024 * 1024;
const usualContext = 8192;
const batchedSequences = 8;

/** The processor to ask for: a small file runs on the CPU, where it is fast enough and repeats bit by bit. */
export function wantedGpu(bytes: number, { gpu = null }: ModelOptions): LlamaGpu {
  if (gpu === 'none') return false;
  return gpu ?? (bytes < smallBytes ? false : 'auto');
}

/**
 * On a CPU a small file gets a context a core with one thread each, since threads that wait for each other at every
 * step were measured to be 15 to 100 times slower; a large one gets one context on all cores, and so does a GPU, with
 * answers in batches unless `single` is asked for.
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
