import type { LlamaContextSequence, LlamaModel } from 'node-llama-cpp';
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
  /** What sampling one answer leaves to the collector: node-llama-cpp keeps a table of candidates a sampler. */
  readonly samplerBytes: number;
}

function unloadable(file: string, cause: unknown, log: readonly string[]): AppError {
  const said = cause instanceof Error ? cause.message : String(cause);
  const details = [...new Set([...log, said])].filter((line) => line !== '').slice(0, 2);
  return new AppError('bad-model-file', `llama.cpp cannot load ${file}: ${details.join('; ')}`, {
    hint: 'the file is damaged (compare its sha256 with its source), or newer than this llama.cpp (update node-llama-cpp)',
    cause,
  });
}

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
  try {
    return chatTemplate(source, { bos: model.tokens.bosString ?? '', eos: model.tokens.eosString ?? '' });
  } catch (cause) {
    throw new AppError('bad-model-file', `the chat template of ${file} cannot be read`, {
      hint: 'convert the model again with a current llama.cpp',
      cause,
    });
  }
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
  const model = await llama.loadModel({ modelPath: file, useMmap: layout.mapped }).catch((cause) => {
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
    return { model, sequences, render, contextSize, samplerBytes: samplerBytes(model) };
  } catch (error) {
    await model.dispose();
    throw error;
  }
}
