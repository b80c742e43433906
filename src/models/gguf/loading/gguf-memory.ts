import { AppError } from '../../../util/app-error.ts';
import type { ModelOptions } from '../../model-options.ts';
import type { GgufLayout } from './gguf-layout.ts';

/** What a model file needs on the CPU, as llama.cpp estimates it from the file's header. Bytes. */
export interface GgufMemory {
  readonly weights: number;
  /** One context: its cache of keys and values, and its buffers. */
  readonly context: number;
  /** Tokens per sequence that `context` was estimated for. */
  readonly contextSize: number;
}

type Plan = Pick<GgufLayout, 'contexts' | 'mapped'>;

/** Returns the bytes that a model needs with all of its contexts. */
export function neededBytes({ weights, context }: GgufMemory, { contexts }: Plan): number {
  return weights + contexts * context;
}

/** Returns the bytes that this process can still allocate, within the limits of its container. */
export function freeBytes({ freeMemory = process.availableMemory() }: Pick<ModelOptions, 'freeMemory'>): number {
  return freeMemory;
}

/** Returns bytes as text: 0.7 GB, 12 GB. */
export function gigabytes(bytes: number): string {
  const amount = bytes / 1e9;
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} GB`;
}

const smallestContext = 512;

/** Returns the largest context size that fits, a power of two below the planned one; null where none does. */
function contextThatFits(
  { weights, context, contextSize }: GgufMemory,
  { contexts }: Plan,
  free: number,
): number | null {
  const perToken = (contexts * context) / contextSize;
  for (let size = 2 ** Math.floor(Math.log2(contextSize - 1)); size >= smallestContext; size /= 2)
    if (weights + perToken * size <= free) return size;
  return null;
}

/**
 * Returns why a model does not fit into the free memory, with the setting that makes it smaller; null where it fits.
 * `isFatal`: it would end the process, or slow the machine down until it is useless. Mapped weights that do not fit are
 * not fatal: the system reads them again from the disk, which is slow.
 */
export function memoryProblem(
  file: string,
  memory: GgufMemory,
  { plan, free }: { readonly plan: Plan; readonly free: number },
): { readonly isFatal: boolean; readonly error: AppError } | null {
  const needed = neededBytes(memory, plan);
  if (needed <= free) return null;
  const { weights, context, contextSize } = memory;
  const kept = plan.contexts * context + (plan.mapped ? 0 : weights);
  const contexts = plan.contexts === 1 ? 'a context' : `${plan.contexts} contexts`;
  const parts = `weights ${gigabytes(weights)}, ${contexts} of ${contextSize} tokens ${gigabytes(plan.contexts * context)}`;
  const smaller = contextThatFits(memory, plan, free);
  const hint =
    smaller === null
      ? 'use a file with a smaller quantization, a smaller model, or a machine with more memory'
      : `add --context-size ${smaller}, or use a file with a smaller quantization`;
  const what = `${file} needs about ${gigabytes(needed)} of memory (${parts}), and ${gigabytes(free)} are free`;
  return { isFatal: kept > free, error: new AppError('no-memory', what, { hint }) };
}
