import { stat } from 'node:fs/promises';
import type { Llama, LlamaModel } from 'node-llama-cpp';

/** Weights that are shared until the last borrower has released them. */
interface BorrowedModel {
  readonly model: LlamaModel;
  /** Frees the weights when no other borrower remains. Idempotent. */
  release(): Promise<void>;
}

/** A file with its path and hex sha256. */
interface HashedFile {
  readonly path: string;
  readonly hash: string;
}

interface Shared {
  readonly loading: Promise<LlamaModel>;
  /** Hashes of the adapters applied to the weights, by path: node-llama-cpp reads each path once. */
  readonly adapters: Map<string, string>;
  borrowers: number;
}

const shared = new WeakMap<Llama, Map<string, Shared>>();

/**
 * Loads the weights of a model file, or shares them with every borrower of the same file: a base model with ten
 * adapters is in memory once. A file that was overwritten counts as a different file, and so does an overwritten
 * adapter. Rejects with what `load` throws.
 */
export async function borrowModel(
  llama: Llama,
  file: string,
  adapter: HashedFile | null,
  load: () => Promise<LlamaModel>,
): Promise<BorrowedModel> {
  const { size, mtimeMs } = await stat(file);
  const known = shared.get(llama) ?? new Map<string, Shared>();
  shared.set(llama, known);
  const isStale = ({ adapters }: Shared) =>
    adapter !== null && (adapters.get(adapter.path) ?? adapter.hash) !== adapter.hash;
  let key = `${file} ${size} ${mtimeMs}`;
  for (let found = known.get(key); found !== undefined && isStale(found); found = known.get(key)) key += ' again';
  const entry = known.get(key) ?? { loading: load(), adapters: new Map(), borrowers: 0 };
  known.set(key, entry);
  if (adapter !== null) entry.adapters.set(adapter.path, adapter.hash);
  entry.borrowers += 1;
  const leave = () => {
    entry.borrowers -= 1;
    if (entry.borrowers === 0 && known.get(key) === entry) known.delete(key);
    return entry.borrowers === 0;
  };
  let model: LlamaModel;
  try {
    model = await entry.loading;
  } catch (error) {
    leave();
    throw error;
  }
  let released = false;
  return {
    model,
    async release() {
      if (released) return;
      released = true;
      if (leave()) await model.dispose();
    },
  };
}
