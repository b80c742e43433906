import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Token } from 'node-llama-cpp';
import type { Attempt } from '../../domain/answer.ts';
import { UnseenMemory } from '../../util/garbage.ts';
import { failed } from '../failures/failure.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import type { ModelOptions } from '../model-options.ts';
import { Semaphore } from '../semaphore.ts';
import { checkAdapterBase, type GgufAdapter, readAdapter } from './gguf-adapter.ts';
import { generate, readPrompt } from './gguf-generate.ts';
import { GgufLane, pieceTokens } from './gguf-lane.ts';
import { parseGgufName } from './gguf-name.ts';
import { type GgufRuntime, loadGguf } from './gguf-runtime.ts';
import { type GgufFile, hashGguf, inspectGguf } from './loading/gguf-file.ts';
import { ggufLayout, wantedLlama } from './loading/gguf-layout.ts';
import { freeBytes, gigabytes, memoryProblem } from './loading/gguf-memory.ts';
import { llamaLibrary } from './loading/llama-library.ts';
import { tryGguf } from './trial/gguf-trial.ts';

/** Rejects with the signal's reason when it aborts first; the result of `work` is then dropped. */
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

/** Hands out the lanes of a loaded model, one per request. */
class GgufPlaces {
  readonly #runtime: GgufRuntime;
  readonly #file: string;
  readonly #free: GgufLane[];
  readonly #places: Semaphore;
  readonly #running = new Set<Promise<Attempt>>();
  readonly #closing = new AbortController();
  readonly #samplers = new UnseenMemory();
  #disposed: Promise<void> | null = null;

  constructor(runtime: GgufRuntime, file: string) {
    this.#runtime = runtime;
    this.#file = file;
    this.#free = runtime.sequences.map((sequence) => new GgufLane(sequence));
    this.#places = new Semaphore(runtime.sequences.length);
  }

  async ask(request: ModelRequest): Promise<Attempt> {
    const signal = AbortSignal.any([request.signal, this.#closing.signal]);
    signal.throwIfAborted();
    // After an abort the place is given on only when its context has stopped, at its next token.
    const attempt = this.#answer({ ...request, signal });
    this.#running.add(attempt);
    const forget = () => this.#running.delete(attempt);
    attempt.then(forget, forget);
    return await unlessAborted(attempt, signal);
  }

  async #answer(request: ModelRequest): Promise<Attempt> {
    const place = { runtime: this.#runtime, file: this.#file };
    const prompt = await readPrompt(place, request);
    if ('kind' in prompt) return prompt;
    return await this.#places.run(async () => {
      request.signal.throwIfAborted();
      const lane = this.#take(prompt);
      let samplers = 1;
      try {
        const attempt = await generate(place, request, { prompt, lane });
        if (attempt.kind !== 'failed') samplers += attempt.inserted?.ids.length ?? 0; // one for each distribution
        return attempt;
      } catch (error) {
        if (request.signal.aborted) throw error;
        return failed('model-error', `${this.#file}: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        this.#samplers.add(samplers * this.#runtime.samplerBytes);
        this.#free.push(lane);
      }
    });
  }

  /** Takes the free lane that keeps most of the prompt; of several, the one that was freed last. */
  #take(prompt: readonly Token[]): GgufLane {
    const lane = this.#free.reduceRight<GgufLane | null>(
      (best, next) => (best === null || next.shared(prompt) > best.shared(prompt) ? next : best),
      null,
    );
    if (lane === null) throw new Error('more answers at once than there are places');
    this.#free.splice(this.#free.indexOf(lane), 1);
    return lane;
  }

  close(): Promise<void> {
    this.#closing.abort(new Error(`${this.#file} was closed`));
    this.#runtime.renderer?.close();
    this.#disposed ??= Promise.allSettled(this.#running).then(() => this.#runtime.close());
    return this.#disposed;
  }
}

function noteOf(file: string, { processor, sequences, contextSize, neededBytes: needed }: GgufRuntime): string {
  const memory = needed === null ? '' : `, about ${gigabytes(needed)} of memory`;
  return `${file} runs on ${processor}: ${sequences.length} concurrent answers, ${contextSize} tokens of context each${memory}`;
}

/** Returns the names of the files without their folders: `base.gguf`, or `base.gguf+adapter.gguf`. */
function fileNames(base: string, adapter: GgufAdapter | null): string {
  return adapter === null ? path.basename(base) : `${path.basename(base)}+${path.basename(adapter.file.path)}`;
}

/** Returns the identity of a model file, with its adapter if any, and with the size of the pieces. */
function identityOf(name: string, file: GgufFile, { hash, adapter }: Hashed): string {
  const hashes = adapter === null ? `sha256:${hash}` : `sha256:${hash}+sha256:${adapter.hash}@${adapter.scale}`;
  return `${name.startsWith('gguf/') ? `gguf/${fileNames(file.path, adapter)}` : name}@${hashes};pieces=${pieceTokens}`;
}

interface Hashed {
  readonly hash: string;
  readonly adapter: GgufAdapter | null;
}

/** Warns of a model file that would not fit into this machine's free memory; an estimate may be made on another machine. */
async function warnOfMemory(file: GgufFile, options: ModelOptions): Promise<void> {
  const { llama } = await llamaLibrary(wantedLlama(file.bytes, options));
  if (llama.gpu !== false) return; // on a GPU, llama.cpp loads as many layers as fit
  const layout = ggufLayout(file.bytes, options, { gpu: false, cores: availableParallelism() });
  const memory = await tryGguf(file, layout);
  const problem = memory === null ? null : memoryProblem(file.path, memory, { plan: layout, free: freeBytes(options) });
  if (problem !== null) options.onWarning?.(`${problem.error.message}; ${problem.error.hint}`);
}

/** Returns a model for an estimate: its files are hashed, so that copies of one file are noticed, but not loaded. */
function estimateOnly(
  name: string,
  file: GgufFile,
  { hashed, options }: { hashed: Hashed; options: ModelOptions },
): LanguageModel {
  const layout = ggufLayout(file.bytes, options, { gpu: false, cores: availableParallelism() });
  return {
    name,
    identity: identityOf(name, file, hashed),
    endpoint: `file:${hashed.hash}`,
    defaultConcurrency: layout.contexts * layout.sequences,
    ask: () => Promise.reject(new Error('a model that was opened for an estimate answers nothing')),
    close: async () => {},
  };
}

/**
 * Returns a model file that llama.cpp runs in this process, with the LoRA adapter after a plus sign in `files`, if any
 * (`base.gguf+adapter.gguf@scale`). The call's key determines the answer if each context has one sequence. AppError for
 * a file that cannot be used. `name` is the name that the user gave.
 */
export async function ggufModel(name: string, files: string, options: ModelOptions = {}): Promise<LanguageModel> {
  const choice = parseGgufName(files);
  const file = await inspectGguf(choice.base);
  const adapter = choice.adapter === null ? null : await readAdapter(choice.adapter);
  if (options.purpose === 'estimate') {
    if (!name.startsWith('bundled/')) await warnOfMemory(file, options);
    return estimateOnly(name, file, { hashed: { hash: await hashGguf(file), adapter }, options });
  }
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
  return {
    name,
    identity: identityOf(name, file, { hash, adapter }),
    endpoint: adapter === null ? `file:${hash}` : `file:${hash}+${adapter.hash}@${adapter.scale}`,
    defaultConcurrency: runtime.sequences.length,
    capacity: 'known',
    ask: (request) => places.ask(request),
    close: () => places.close(),
  };
}
