import { setTimeout as pause } from 'node:timers/promises';
import type { Llama, LlamaContextSequence, LlamaModel } from 'node-llama-cpp';
import { AppError } from '../util/app-error.ts';
import { keepHeapSmall } from '../util/small-heap.ts';
import { chatTemplate, type RenderChat } from './chat-template.ts';
import type { GgufFile } from './gguf-file.ts';
import { type GgufLayout, ggufLayout, wantedGpu } from './gguf-layout.ts';
import { llamaLibrary } from './llama-library.ts';
import type { ModelOptions } from './model-options.ts';

/** A model file that is loaded and ready to generate. */
export interface GgufRuntime {
  readonly model: LlamaModel;
  /** Places for one answer each. */
  readonly sequences: readonly LlamaContextSequence[];
  readonly render: RenderChat;
  /** Tokens a sequence. */
  readonly contextSize: number;
  /** The most that it can be told to have: what the model was trained on. */
  readonly largestContext: number;
  /** What sampling one answer leaves to the collector: node-llama-cpp keeps a table of candidates a sampler. */
  readonly samplerBytes: number;
  /** The processor that carries it, for people. */
  readonly processor: string;
}

/** The log comes from another thread: it is complete a moment after what it is about. */
const logDelayMs = 100;

/** The most particular line of the log: the others say no more than that loading failed. */
function reasonIn(log: readonly string[]): string | null {
  const lines = log.map((line) => line.replace(/^[\w: ]*error loading model: /, '')).filter((line) => line !== '');
  return lines.find((line) => !/failed to (load|read)/.test(line)) ?? lines[0] ?? null;
}

function unloadable(file: string, cause: unknown, log: readonly string[]): AppError {
  const architecture = /unknown model architecture: '([^']*)'/.exec(log.join('\n'))?.[1];
  if (architecture !== undefined) {
    return new AppError('unsupported-model', `${file} has the architecture "${architecture}", unknown to llama.cpp`, {
      hint: 'update node-llama-cpp, which brings a newer llama.cpp, or use another model',
      cause,
    });
  }
  return new AppError('bad-model-file', `llama.cpp cannot load ${file}: ${reasonIn(log) ?? cause}`, {
    hint: 'the file is cut off or damaged (compare its size and sha256 with its source), or newer than this llama.cpp (update node-llama-cpp)',
    cause,
  });
}

function badTemplate(file: string, wrong: string, cause?: unknown): AppError {
  return new AppError('bad-model-file', `the chat template of ${file} ${wrong}`, {
    hint: 'convert the model again with a current llama.cpp, or use another file of it',
    cause,
  });
}

/** Compiles the template and tries it: one that fails on a plain question, or leaves it out, would spoil every call. */
function renderer(model: LlamaModel, file: string): RenderChat {
  const source: unknown = model.fileInfo.metadata.tokenizer?.chat_template;
  if (typeof source !== 'string' || source === '') {
    throw new AppError(
      'no-chat-template',
      `${file} has no chat template: it is a base model, or was converted without`,
      {
        hint: 'use an instruction-tuned model whose file brings its chat template',
      },
    );
  }
  const question = 'Which of these?';
  let render: RenderChat;
  try {
    render = chatTemplate(source, { bos: model.tokens.bosString ?? '', eos: model.tokens.eosString ?? '' });
  } catch (cause) {
    throw badTemplate(file, 'cannot be read', cause);
  }
  let rendered: string;
  try {
    rendered = render([{ role: 'user', content: question }], null);
  } catch (cause) {
    throw badTemplate(file, `fails on a plain question: ${cause instanceof Error ? cause.message : cause}`, cause);
  }
  if (!rendered.includes(question)) throw badTemplate(file, 'leaves out what it is given');
  return render;
}

async function processorOf(llama: Llama, { gpuLayers }: LlamaModel): Promise<string> {
  if (llama.gpu === false) return 'the CPU';
  const kind = llama.gpu === 'cuda' ? 'CUDA' : llama.gpu === 'metal' ? 'Metal' : 'Vulkan';
  return `${kind} (${(await llama.getGpuDeviceNames()).join(', ')}), ${gpuLayers} layers`;
}

/** A candidate is a token's number, its logit and its probability. */
const candidateBytes = 12;

function samplerBytes(model: LlamaModel): number {
  let tokens = 0;
  for (const _ of model.iterateAllTokens()) tokens += 1;
  return tokens * candidateBytes;
}

async function makeSequences(model: LlamaModel, layout: GgufLayout, contextSize: number) {
  const { contexts, sequences, threads } = layout;
  const places: LlamaContextSequence[] = [];
  for (let made = 0; made < contexts; made += 1) {
    const context = await model.createContext({ contextSize, sequences, threads });
    for (let place = 0; place < sequences; place += 1) places.push(context.getSequence());
  }
  return places;
}

/** Loads a model file and makes its contexts; throws an AppError that says what is wrong with which. */
export async function loadGguf({ path: file, bytes }: GgufFile, options: ModelOptions): Promise<GgufRuntime> {
  const { llama, takeLog } = await llamaLibrary(wantedGpu(bytes, options));
  const layout = ggufLayout(bytes, options, {
    gpu: llama.gpu !== false,
    cores: llama.maxThreads || llama.cpuMathCores,
  });
  takeLog();
  keepHeapSmall();
  const model = await llama.loadModel({ modelPath: file, useMmap: layout.mapped }).catch(async (cause) => {
    await pause(logDelayMs);
    throw unloadable(file, cause, takeLog());
  });
  try {
    const render = renderer(model, file);
    const contextSize = Math.min(layout.contextSize, model.trainContextSize);
    const sequences = await makeSequences(model, layout, contextSize).catch((cause) => {
      throw new AppError('no-memory', `there is no memory for contexts of ${contextSize} tokens for ${file}`, {
        hint: 'use a smaller --context-size, a smaller quantization, or --gpu none',
        cause,
      });
    });
    const largestContext = model.trainContextSize;
    const processor = await processorOf(llama, model);
    return { model, sequences, render, contextSize, largestContext, processor, samplerBytes: samplerBytes(model) };
  } catch (error) {
    await model.dispose();
    throw error;
  }
}
