import path from 'node:path';
import PQueue from 'p-queue';
import type { Attempt } from '../call/answer.ts';
import { failed } from '../call/failure.ts';
import { UnseenMemory } from '../util/small-heap.ts';
import { hashGguf, inspectGguf } from './gguf-file.ts';
import { generate } from './gguf-generate.ts';
import { type GgufRuntime, loadGguf } from './gguf-runtime.ts';
import type { LanguageModel, ModelRequest } from './language-model.ts';
import type { ModelOptions } from './model-options.ts';

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
    this.#disposed ??= this.#queue.onIdle().then(() => this.#runtime.model.dispose());
    return this.#disposed;
  }
}

function noteOf(file: string, { processor, sequences, contextSize }: GgufRuntime): string {
  return `${file} runs on ${processor}: ${sequences.length} answers at once, ${contextSize} tokens of context each`;
}

/**
 * A model file run in this process by llama.cpp. Answers are fixed by the call's key where a context has one sequence.
 * Throws an AppError for a file that cannot be used. `name` is what the user wrote.
 */
export async function ggufModel(name: string, filePath: string, options: ModelOptions = {}): Promise<LanguageModel> {
  const file = await inspectGguf(filePath);
  const base = path.basename(file.path);
  const [hash, runtime] = await Promise.all([hashGguf(file), loadGguf(file, options)]);
  const places = new GgufPlaces(runtime, base);
  if (!name.startsWith('bundled/')) options.onNote?.(noteOf(base, runtime));
  return {
    name,
    identity: `${name.startsWith('gguf/') ? `gguf/${base}` : name}@sha256:${hash}`,
    endpoint: `file:${hash}`,
    defaultConcurrency: runtime.sequences.length,
    capacity: 'known',
    ask: (request) => places.ask(request),
    close: () => places.close(),
  };
}
