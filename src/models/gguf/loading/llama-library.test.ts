import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { llamaLibrary, llamaOfSmallFiles, requireVersion } from './llama-library.ts';

const installed = (version: string) => requireVersion({ getModuleVersion: async () => version });

it('accepts node-llama-cpp from the version on that model files were run with', async () => {
  await installed('3.22.0');
  await installed('3.23.1');
  await installed('4.0.0-beta.1');
});

it.each(['3.21.9', '2.8.0'])(
  'refuses node-llama-cpp %s, and names the command that installs a newer one',
  async (version) => {
    await expect(installed(version)).rejects.toMatchObject({
      code: 'no-llama',
      message: expect.stringContaining(`installed: ${version}`),
      hint: 'npm install node-llama-cpp@latest',
    });
  },
);

it('refuses versions that do not say which they are', async () => {
  await expect(requireVersion({})).rejects.toMatchObject({ code: 'no-llama' });
});

it('shares the cores among contexts of several threads, and leaves contexts of one thread to the operating system', async () => {
  const limited = await llamaLibrary({ gpu: false, limited: true });
  const small = await llamaLibrary(llamaOfSmallFiles);
  expect(limited.llama.maxThreads).toBe(availableParallelism());
  expect(small.llama.maxThreads).toBe(0); // node-llama-cpp: no limit
});
