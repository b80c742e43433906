import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  Llama,
  LlamaContext,
  LlamaContextSequence,
  LlamaGrammarEvaluationState,
  LlamaModel,
} from 'node-llama-cpp';
import type { AnswerForm } from '../../domain/answer-form.ts';
import type { Message } from '../../domain/call.ts';
import { AppError } from '../../util/app-error.ts';
import type { ModelOptions } from '../model-options.ts';
import { type GgufAdapter, unusableAdapter } from './gguf-adapter.ts';
import { FormGrammars } from './gguf-grammar.ts';
import { chatTemplate } from './loading/chat-template.ts';
import type { GgufFile } from './loading/gguf-file.ts';
import { type GgufLayout, ggufLayout, wantedLlama } from './loading/gguf-layout.ts';
import { freeBytes, type GgufMemory, memoryProblem, neededBytes } from './loading/gguf-memory.ts';
import { llamaLibrary } from './loading/llama-library.ts';
import { borrowModel } from './shared-model.ts';
import { tryGguf } from './trial/gguf-trial.ts';
import { TemplateRenderer, UnreadableTemplate } from './trial/template-renderer.ts';

/** A loaded model file, ready to generate. */
export interface GgufRuntime {
  readonly model: LlamaModel;
  /** Returns the state of a new answer that a form constrains. */
  readonly constrain: (form: AnswerForm) => Promise<LlamaGrammarEvaluationState>;
  /** Sequences; each generates one answer at a time. */
  readonly sequences: readonly LlamaContextSequence[];
  readonly render: RenderPrompt;
  /** The process that renders the template; null where the template is the project's own. */
  readonly renderer: TemplateRenderer | null;
  /** Tokens per sequence. */
  readonly contextSize: number;
  /** Maximum context size in tokens: the model's training context. */
  readonly largestContext: number;
  /** Bytes of garbage that sampling one answer creates: node-llama-cpp allocates a table of candidates per sampler. */
  readonly samplerBytes: number;
  /** Display name of the processor. */
  readonly processor: string;
  /** Estimated bytes on the CPU; null on a GPU, where the weights are shared, and where the file does not say. */
  readonly neededBytes: number | null;
  /** Frees the contexts, and the weights when no other runtime shares them. */
  close(): Promise<void>;
}

/** Delay until the log is complete: it comes from another thread. */
const logDelayMs = 100;

/** Returns the most specific line of the log; the others only report that loading failed. */
function reasonIn(log: readonly string[]): string | null {
  const lines = log.map((line) => line.replace(/^[\w: ]*error loading model: /, '')).filter((line) => line !== '');
  return lines.find((line) => !/failed to (load|read)/.test(line)) ?? lines[0] ?? null;
}

/** Returns the error of node-llama-cpp's header reader, which trusts every number in the header. */
function readerFault(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const isOwn = cause instanceof RangeError || cause instanceof TypeError;
  return isOwn ? `its header is damaged (${cause.message})` : cause.message;
}

function unloadable(file: string, cause: unknown, log: readonly string[]): AppError {
  const architecture = /unknown model architecture: '([^']*)'/.exec(log.join('\n'))?.[1];
  if (architecture !== undefined) {
    return new AppError(
      'unsupported-model',
      `${file} has the architecture "${architecture}", which llama.cpp does not support`,
      {
        hint: 'update node-llama-cpp to get a newer llama.cpp, or use a different model',
        cause,
      },
    );
  }
  return new AppError('bad-model-file', `llama.cpp cannot load ${file}: ${reasonIn(log) ?? readerFault(cause)}`, {
    hint: 'the file is truncated or damaged (compare its size and sha256 with its source), or too new for this llama.cpp (update node-llama-cpp)',
    cause,
  });
}

function badTemplate(file: string, wrong: string, cause?: unknown): AppError {
  return new AppError('bad-model-file', `the chat template of ${file} ${wrong}`, {
    hint: 'convert the model again with a current llama.cpp, or use a different file of this model',
    cause,
  });
}

/** Renders a prompt. Rejects with the template's own message if it refuses the messages. */
type RenderPrompt = (messages: readonly Message[], thinking: boolean | null) => string | Promise<string>;

/** Longer than any template would print by accident: a template that truncates its input must fail the check. */
const question = `Which of these? ${Array.from({ length: 1500 }, (_, number) => `word${number}`).join(' ')}\n\nSay one.`;

function templateOf(model: LlamaModel, file: string): string {
  const source: unknown = model.fileInfo.metadata.tokenizer?.chat_template;
  if (typeof source === 'string' && source !== '') return source;
  throw new AppError(
    'no-chat-template',
    `${file} has no chat template: it is a base model, or was converted without a template`,
    {
      hint: 'use an instruction-tuned model whose file contains a chat template',
    },
  );
}

/**
 * Creates the renderer of a file's template and tests it: a template that fails on a plain question, or drops part of
 * it, would spoil every call. Without `renderer` the template is trusted and runs in this process.
 */
async function promptRenderer(
  model: LlamaModel,
  file: string,
  renderer: TemplateRenderer | null,
): Promise<RenderPrompt> {
  const source = templateOf(model, file);
  const tokens = { bos: model.tokens.bosString ?? '', eos: model.tokens.eosString ?? '' };
  const render: RenderPrompt =
    renderer === null
      ? chatTemplate(source, tokens)
      : (messages, thinking) => renderer.render({ source, tokens, messages, thinking });
  let rendered: string;
  try {
    rendered = await render([{ role: 'user', content: question }], null);
  } catch (cause) {
    if (cause instanceof UnreadableTemplate) throw badTemplate(file, `cannot be read: ${cause.message}`, cause);
    throw badTemplate(file, `fails on a simple question: ${cause instanceof Error ? cause.message : cause}`, cause);
  }
  if (!rendered.includes(question)) throw badTemplate(file, 'omits part of its input');
  return render;
}

async function processorOf(llama: Llama, { gpuLayers }: LlamaModel): Promise<string> {
  if (llama.gpu === false) return 'the CPU';
  const kind = llama.gpu === 'cuda' ? 'CUDA' : llama.gpu === 'metal' ? 'Metal' : 'Vulkan';
  return `${kind} (${(await llama.getGpuDeviceNames()).join(', ')}), ${gpuLayers} layers`;
}

/** Bytes per candidate: a token id, its logit and its probability. */
const candidateBytes = 12;

function samplerBytes(model: LlamaModel): number {
  let tokens = 0;
  for (const _ of model.iterateAllTokens()) tokens += 1;
  return tokens * candidateBytes;
}

interface Contexts {
  readonly layout: GgufLayout;
  readonly contextSize: number;
  readonly adapter: GgufAdapter | null;
}

/** Creates the contexts of a layout, all with the adapter. When one fails, the earlier ones are freed. */
async function makeContexts(model: LlamaModel, { layout, contextSize, adapter }: Contexts): Promise<LlamaContext[]> {
  const { sequences, threads } = layout;
  const lora = adapter === null ? {} : { lora: { adapters: [{ filePath: adapter.file.path, scale: adapter.scale }] } };
  const contexts: LlamaContext[] = [];
  try {
    while (contexts.length < layout.contexts) {
      contexts.push(await model.createContext({ contextSize, sequences, threads, ...lora }));
    }
    return contexts;
  } catch (error) {
    for (const context of contexts) await context.dispose();
    throw error;
  }
}

/**
 * Loads a model file and creates its contexts, with an adapter if one is given. Runtimes of one file share its weights.
 * AppError with the file and the cause if loading fails.
 */
export async function loadGguf(
  { path: file, bytes }: GgufFile,
  options: ModelOptions,
  { isTrusted, adapter }: { readonly isTrusted: boolean; readonly adapter: GgufAdapter | null },
): Promise<GgufRuntime> {
  const { llama, takeLog } = await llamaLibrary(wantedLlama(bytes, options));
  const layout = ggufLayout(bytes, options, {
    gpu: llama.gpu !== false,
    cores: availableParallelism(),
  });
  takeLog();
  let memory: GgufMemory | null = null;
  const { model, release } = await borrowModel(
    llama,
    file,
    adapter === null ? null : { path: adapter.file.path, hash: adapter.hash },
    async () => {
      if (!isTrusted) {
        const tried = await tryGguf({ path: file }, layout);
        memory = llama.gpu === false ? tried : null; // on a GPU, llama.cpp loads as many layers as fit
        if (memory !== null) refuseTooLarge(file, memory, { layout, options });
      }
      return await llama.loadModel({ modelPath: file, useMmap: layout.mapped }).catch(async (cause) => {
        await pause(logDelayMs);
        throw unloadable(file, cause, takeLog());
      });
    },
  );
  const renderer = isTrusted ? null : new TemplateRenderer();
  try {
    const render = await promptRenderer(model, file, renderer);
    const contextSize = Math.min(layout.contextSize, model.trainContextSize);
    const contexts = await makeContexts(model, { layout, contextSize, adapter }).catch(async (cause) => {
      if (adapter !== null && isAboutAdapter(cause)) {
        await pause(logDelayMs);
        throw await unusableAdapter(adapter, model, file, { cause, log: takeLog() });
      }
      throw new AppError('no-memory', `not enough memory for contexts of ${contextSize} tokens for ${file}`, {
        hint: 'use a smaller --context-size, a smaller quantization, or --gpu none',
        cause,
      });
    });
    const { LlamaGrammarEvaluationState } = await import('node-llama-cpp');
    const grammars = new FormGrammars(llama);
    return {
      model,
      constrain: async (form) => new LlamaGrammarEvaluationState({ model, grammar: await grammars.get(form) }),
      sequences: contexts.flatMap((context) => Array.from({ length: layout.sequences }, () => context.getSequence())),
      render,
      renderer,
      contextSize,
      largestContext: model.trainContextSize,
      processor: await processorOf(llama, model),
      neededBytes: memory === null ? null : neededBytes(memory, layout),
      samplerBytes: samplerBytes(model),
      async close() {
        for (const context of contexts) await context.dispose();
        await release();
      },
    };
  } catch (error) {
    renderer?.close();
    await release();
    throw error;
  }
}

/** AppError for a model that does not fit into the free memory; warns where mapped weights alone do not fit. */
function refuseTooLarge(
  file: string,
  memory: GgufMemory,
  { layout, options }: { readonly layout: GgufLayout; readonly options: ModelOptions },
): void {
  const problem = memoryProblem(file, memory, { plan: layout, free: freeBytes(options) });
  if (problem?.isFatal) throw problem.error;
  if (problem) options.onWarning?.(`${problem.error.message}; ${problem.error.hint}`);
}

/** Returns whether node-llama-cpp failed to load an adapter rather than to create a context. */
function isAboutAdapter(cause: unknown): boolean {
  return cause instanceof Error && /lora/i.test(cause.message);
}
