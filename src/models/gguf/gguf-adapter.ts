import path from 'node:path';
import type { GgufFileInfo, LlamaModel } from 'node-llama-cpp';
import { z } from 'zod';
import { AppError } from '../../util/app-error.ts';
import type { AppErrorCode } from '../../util/error-codes.ts';
import type { AdapterChoice } from './gguf-name.ts';
import { type GgufFile, hashGguf, inspectGguf } from './loading/gguf-file.ts';

/** An adapter file with its hash and its scale. */
export interface GgufAdapter {
  readonly file: GgufFile;
  readonly scale: number;
  /** Hex sha256. */
  readonly hash: string;
}

/** Inspects and hashes an adapter's file without loading it; throws an AppError when it is missing or damaged. */
export async function readAdapter({ path: file, scale }: AdapterChoice): Promise<GgufAdapter> {
  const found = await inspectGguf(file);
  return { file: found, scale, hash: await hashGguf(found) };
}

const anotherBase = 'use the base model that the adapter was trained on';

/** Explains, from the log of llama.cpp, why a base model rejects an adapter. */
export async function unusableAdapter(
  { file }: GgufAdapter,
  model: LlamaModel,
  base: string,
  { cause, log }: { readonly cause: unknown; readonly log: readonly string[] },
): Promise<AppError> {
  const text = log.join('\n');
  const names = `the adapter ${path.basename(file.path)} on ${path.basename(base)}`;
  const refuse = (code: AppErrorCode, why: string, hint: string) =>
    new AppError(code, `llama.cpp cannot use ${names}: ${why}`, { hint, cause });
  const misfit = /tensor '([^']*)' (has incorrect shape|does not exist in base model)/.exec(text);
  if (misfit !== null) {
    const [, tensor = ''] = misfit;
    return refuse('adapter-mismatch', await shapes(tensor, model, file.path), anotherBase);
  }
  if (/arch mismatch/.test(text)) {
    return refuse('adapter-mismatch', 'it was made for a model with a different architecture', anotherBase);
  }
  if (/expect general\.type to be 'adapter'/.test(text)) {
    const hint = 'after the +, give the GGUF file of a LoRA adapter (llama.cpp converts LoRA adapters to GGUF)';
    return refuse('bad-adapter', 'it is a model, not an adapter', hint);
  }
  if (/expect adapter\.type to be 'lora'/.test(text)) {
    return refuse('bad-adapter', 'it is an adapter, but not a LoRA adapter', 'convert it to a LoRA adapter');
  }
  const reason = log
    .map((line) => line.replace(/^[\w: ]*failed to apply lora adapter: /, ''))
    .find((line) => line !== '');
  const hint = 'the file is truncated or damaged: compare its size and sha256 with its source';
  return refuse('bad-adapter', reason ?? String(cause), hint);
}

async function shapes(tensor: string, model: LlamaModel, file: string): Promise<string> {
  const inBase = shapeIn(model.fileInfo, tensor);
  if (inBase === null) return `the base model has no tensor ${tensor}`;
  const { readGgufFileInfo } = await import('node-llama-cpp');
  const info = await readGgufFileInfo(file, { sourceType: 'filesystem', logWarnings: false });
  const [first, last] = [shapeIn(info, `${tensor}.lora_a`), shapeIn(info, `${tensor}.lora_b`)];
  const inAdapter = first === null || last === null ? 'another shape' : `${first[0]} x ${last[1]}`;
  return `the tensor ${tensor} is ${inBase.join(' x ')} in the base model and ${inAdapter} in the adapter`;
}

function shapeIn({ fullTensorInfo, tensorInfo }: GgufFileInfo, name: string): readonly number[] | null {
  const found = (fullTensorInfo ?? tensorInfo ?? []).find((tensor) => tensor.name === name);
  return found === undefined ? null : found.dimensions.map(Number);
}

const statedBase = z.object({ seb: z.object({ base_sha256: z.string() }) });

/**
 * Throws an AppError when an adapter records the sha256 of another base. Adapters of this project record it: llama.cpp
 * accepts any adapter of matching shape without an error. `file` must be readable as an adapter.
 */
export async function checkAdapterBase({ file }: GgufAdapter, base: string, baseHash: string): Promise<void> {
  const { readGgufFileInfo } = await import('node-llama-cpp');
  const { metadata } = await readGgufFileInfo(file.path, {
    sourceType: 'filesystem',
    logWarnings: false,
    readTensorInfo: false,
  });
  const stated = statedBase.safeParse(metadata).data?.seb.base_sha256 ?? baseHash;
  if (stated === baseHash) return;
  throw new AppError(
    'adapter-mismatch',
    `the adapter ${path.basename(file.path)} was not trained on ${path.basename(base)}`,
    { hint: `${anotherBase}: the sha256 of its file is ${stated}` },
  );
}
