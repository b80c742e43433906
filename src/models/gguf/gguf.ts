import path from 'node:path';
import PQueue from 'p-queue';
import type { Attempt } from '../../domain/answer.ts';
import { failed } from '../../domain/failure.ts';
import { UnseenMemory } from '../../util/small-heap.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import type { ModelOptions } from '../model-options.ts';
import { checkAdapterBase, type GgufAdapter, readAdapter } from './gguf-adapter.ts';
import { hashGguf, inspectGguf } from './gguf-file.ts';
import { generate } from './gguf-generate.ts';
import { parseGgufName } from './gguf-name.ts';
import { type GgufRuntime, loadGguf } from './gguf-runtime.ts';

/** Rejects with the signal's reason when it aborts first; what `work` comes to is then dropped. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** The places of a loaded model, handed to one request each. */
class GgufPlaces {
  readonly #runtime: GgufRuntime;
  readonly #file: string;
  readonly #free: GgufRuntime['sequences'][number][];
  readonly #queue: PQueue;
  readonly #closing = new AbortController();
  readonly #samplers = new UnseenMemory();
  #disposed: Promise<void> | null = null;

  constructor(runtime: GgufRuntime, file: string) {
    this.#runtime = runtime;
    this.#file = file;
    this.#free = [...runtime.sequences];
    this.#queue = new PQueue({ concurrency: runtime.sequences.length });
  }

  async ask(request: ModelRequest): Promise<Attempt> {
    const signal = AbortSignal.any([request.signal, this.#closing.signal]);
    signal.throwIfAborted();
    // After an abort the place is given on only when its context has stopped, at its next token.
    return await unlessAborted(
      this.#queue.add(() => this.#generate({ ...request, signal })),
      signal,
    );
  }

  async #generate(request: ModelRequest): Promise<Attempt> {
    request.signal.throwIfAborted();
    const sequence = this.#free.pop();
    if (sequence === undefined) throw new Error('more answers at once than there are places');
    try {
      return await generate({ runtime: this.#runtime, sequence, file: this.#file }, request);
    } catch (error) {
      if (request.signal.aborted) throw error;
      return failed('model-error', `${this.#file}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      this.#samplers.add(this.#runtime.samplerBytes);
      this.#free.push(sequence);
    }
  }

  close(): Promise<void> {
    this.#closing.abort(new Error(`${this.#file} was closed`));
    this.#runtime.renderer?.close();
    this.#disposed ??= this.#queue.onIdle().then(() => this.#runtime.close());
    return this.#disposed;
  }
}

function noteOf(file: string, { processor, sequences, contextSize }: GgufRuntime): string {
  return `${file} runs on ${processor}: ${sequences.length} answers at once, ${contextSize} tokens of context each`;
}

/** Name of the files without their folders: `base.gguf`, or `base.gguf+adapter.gguf`. */
function fileNames(base: string, adapter: GgufAdapter | null): string {
  return adapter === null ? path.basename(base) : `${path.basename(base)}+${path.basename(adapter.file.path)}`;
}

/**
 * Returns a model file run in this process by llama.cpp, with the LoRA adapter that `files` names after a plus sign, if
 * any (`base.gguf+adapter.gguf@scale`). Answers are fixed by the call's key where a context has one sequence.
 * Throws an AppError for a file that cannot be used. `name` is what the user wrote.
 */
export async function ggufModel(name: string, files: string, options: ModelOptions = {}): Promise<LanguageModel> {
  const choice = parseGgufName(files);
  const file = await inspectGguf(choice.base);
  const adapter = choice.adapter === null ? null : await readAdapter(choice.adapter);
  const label = fileNames(file.path, adapter);
  const [hash, runtime] = await Promise.all([
    hashGguf(file),
    loadGguf(file, options, { isTrusted: name.startsWith('bundled/'), adapter }),
  ]);
  if (adapter !== null) {
    await checkAdapterBase(adapter, file.path, hash).catch(async (error) => {
      await runtime.close();
      throw error;
    });
  }
  const places = new GgufPlaces(runtime, label);
  if (!name.startsWith('bundled/')) options.onNote?.(noteOf(label, runtime));
  const hashes = adapter === null ? `sha256:${hash}` : `sha256:${hash}+sha256:${adapter.hash}@${adapter.scale}`;
  return {
    name,
    identity: `${name.startsWith('gguf/') ? `gguf/${label}` : name}@${hashes}`,
    endpoint: adapter === null ? `file:${hash}` : `file:${hash}+${adapter.hash}@${adapter.scale}`,
    defaultConcurrency: runtime.sequences.length,
    capacity: 'known',
    ask: (request) => places.ask(request),
    close: () => places.close(),
  };
}
