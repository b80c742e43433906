import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Llama, LlamaModel } from 'node-llama-cpp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { borrowModel } from './shared-model.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'seb-shared-'));
  file = path.join(folder, 'base.gguf');
  await writeFile(file, 'weights');
});
afterAll(() => rm(folder, { recursive: true }));

/** Creates a borrower with a fake llama.cpp, and records what is loaded and freed. */
function lender() {
  const events: string[] = [];
  const llama = {} as Llama; // only its identity is used
  let loads = 0;
  const load = async () => {
    loads += 1;
    const name = `model ${loads}`;
    events.push(`load ${name}`);
    return { dispose: async () => void events.push(`free ${name}`) } as unknown as LlamaModel; // the only member that is used
  };
  return {
    events,
    borrow: (adapter: { path: string; hash: string } | null = null) => borrowModel(llama, file, adapter, load),
    fail: () => borrowModel(llama, file, null, () => Promise.reject(new Error('no memory'))),
  };
}

describe('borrowModel', () => {
  it('loads a file once for borrowers at the same time and frees it after the last', async () => {
    const { events, borrow } = lender();
    const [first, second] = await Promise.all([borrow(), borrow({ path: '/a', hash: '1' })]);
    expect(first.model).toBe(second.model);
    await first.release();
    await first.release();
    expect(events).toEqual(['load model 1']);
    await second.release();
    expect(events).toEqual(['load model 1', 'free model 1']);
    await borrow();
    expect(events.at(-1)).toBe('load model 2');
  });

  it('loads again when the file was overwritten', async () => {
    const { events, borrow } = lender();
    await borrow();
    await writeFile(file, 'other weights');
    await borrow();
    expect(events).toEqual(['load model 1', 'load model 2']);
  });

  it('loads again for an adapter that was overwritten, whose path llama.cpp does not read twice', async () => {
    const { events, borrow } = lender();
    await borrow({ path: '/a', hash: '1' });
    await borrow({ path: '/a', hash: '2' });
    await borrow({ path: '/b', hash: '3' });
    await borrow({ path: '/a', hash: '2' });
    expect(events).toEqual(['load model 1', 'load model 2']);
  });

  it('tries again after a file could not be loaded', async () => {
    const { events, borrow, fail } = lender();
    await expect(fail()).rejects.toThrow('no memory');
    await borrow();
    expect(events).toEqual(['load model 1']);
  });
});
