import { availableParallelism } from 'node:os';
import type { Llama } from 'node-llama-cpp';
import { AppError } from '../../util/app-error.ts';

/** What node-llama-cpp is asked to run on. */
export type LlamaGpu = 'auto' | 'cuda' | 'metal' | 'vulkan' | false;

/** llama.cpp with what it last complained of; its log never reaches the terminal. */
export interface LlamaLibrary {
  readonly llama: Llama;
  /** Complaints since the last call. */
  takeLog(): readonly string[];
}

const loaded = new Map<LlamaGpu, Promise<LlamaLibrary>>();

async function load(gpu: LlamaGpu): Promise<LlamaLibrary> {
  const log: string[] = [];
  const library = await import('node-llama-cpp').catch((cause) => {
    throw new AppError('no-llama', 'model files need the package node-llama-cpp, which is not installed', {
      hint: 'npm install node-llama-cpp',
      cause,
    });
  });
  const { getLlama, LlamaLogLevel } = library;
  try {
    const llama = await getLlama({
      gpu,
      build: 'never', // a run never downloads or compiles anything
      progressLogs: false,
      logLevel: LlamaLogLevel.error,
      logger: (_, message) => void log.push(message.trim()),
      maxThreads: availableParallelism(),
    });
    return { llama, takeLog: () => log.splice(0) };
  } catch (cause) {
    const where = gpu === false || gpu === 'auto' ? 'this machine' : gpu;
    throw new AppError('no-llama', `node-llama-cpp has no build of llama.cpp for ${where}`, {
      hint: 'reinstall it with its optional packages (npm install --include=optional node-llama-cpp), or use --gpu none',
      cause,
    });
  }
}

/**
 * llama.cpp, loaded at the first use and once a process. It stays on the main thread, which it does not hold up: its
 * arithmetic runs in libuv's threads. In worker threads its native log and backend, which all of them share, bring the
 * process down when one of them ends (node-llama-cpp 3.22).
 */
export function llamaLibrary(gpu: LlamaGpu): Promise<LlamaLibrary> {
  const known = loaded.get(gpu);
  if (known !== undefined) return known;
  const loading = load(gpu);
  loaded.set(gpu, loading);
  return loading;
}

/** Returns why model files cannot run in this process; null when they can. Loads llama.cpp. */
export async function llamaProblem(): Promise<AppError | null> {
  try {
    await llamaLibrary('auto');
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
