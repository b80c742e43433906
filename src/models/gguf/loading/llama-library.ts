import { availableParallelism } from 'node:os';
import type { Llama } from 'node-llama-cpp';
import { AppError } from '../../../util/app-error.ts';
import { installCommand } from '../../install-command.ts';

/** Processor that node-llama-cpp is configured for. */
type LlamaGpu = 'auto' | 'cuda' | 'metal' | 'vulkan' | false;

/** A llama.cpp to load. */
export interface LlamaChoice {
  readonly gpu: LlamaGpu;
  /**
   * Whether the compute threads of all contexts together are at most the cores. Contexts of several threads need it:
   * these wait for each other. Contexts of one thread do without: node-llama-cpp wakes every waiting context whenever
   * one stops computing.
   */
  readonly limited: boolean;
}

/** The llama.cpp of files whose contexts have one thread. */
export const llamaOfSmallFiles: LlamaChoice = { gpu: false, limited: false };

/** llama.cpp with its latest warnings; its log never reaches the terminal. */
interface LlamaLibrary {
  readonly llama: Llama;
  /** Returns the warnings since the last call. */
  takeLog(): readonly string[];
}

const loaded = new Map<string, Promise<LlamaLibrary>>();

/** The oldest version that model files were run with. */
const minVersion = [3, 22] as const;

/**
 * Throws an AppError where the installed node-llama-cpp is older than `minVersion`; the first versions do not say
 * theirs.
 */
export async function requireVersion(library: { readonly getModuleVersion?: () => Promise<string> }): Promise<void> {
  const version = (await library.getModuleVersion?.()) ?? 'an older version';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1])) return;
  throw new AppError(
    'no-llama',
    `model files need node-llama-cpp ${minVersion.join('.')} or newer; installed: ${version}`,
    {
      hint: installCommand('node-llama-cpp@latest'),
    },
  );
}

async function load({ gpu, limited }: LlamaChoice): Promise<LlamaLibrary> {
  const log: string[] = [];
  const library = await import('node-llama-cpp').catch((cause) => {
    throw new AppError('no-llama', 'model files need the package node-llama-cpp, which is not installed', {
      hint: installCommand('node-llama-cpp'),
      cause,
    });
  });
  await requireVersion(library);
  const { getLlama, LlamaLogLevel } = library;
  try {
    const llama = await getLlama({
      gpu,
      build: 'never', // a run never downloads or compiles anything
      progressLogs: false,
      logLevel: LlamaLogLevel.error,
      logger: (_, message) => void log.push(message.trim()),
      maxThreads: limited ? availableParallelism() : 0,
    });
    return { llama, takeLog: () => log.splice(0) };
  } catch (cause) {
    const where = gpu === false || gpu === 'auto' ? 'this machine' : gpu;
    throw new AppError('no-llama', `node-llama-cpp has no build of llama.cpp for ${where}`, {
      hint: `reinstall it with its optional packages (${installCommand('--include=optional node-llama-cpp')}), or use --gpu none`,
      cause,
    });
  }
}

/**
 * Loads llama.cpp on first use, each choice once per process. It stays on the main thread without blocking it: its arithmetic runs
 * in libuv's threads. In worker threads, its shared native log and backend crash the process when one worker ends
 * (node-llama-cpp 3.22).
 */
export function llamaLibrary(choice: LlamaChoice): Promise<LlamaLibrary> {
  const key = `${choice.gpu} ${choice.limited}`;
  const known = loaded.get(key);
  if (known !== undefined) return known;
  const loading = load(choice);
  loaded.set(key, loading);
  return loading;
}

/** Returns why small model files cannot run in this process; null when they can. Loads the llama.cpp that they run on. */
export async function llamaProblem(): Promise<AppError | null> {
  try {
    await llamaLibrary(llamaOfSmallFiles);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
