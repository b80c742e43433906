import { configDefaults, defineConfig } from 'vitest/config';

const all = ['src/**/*.test.ts', 'test/**/*.test.ts', 'model/**/*.test.ts', 'data/**/*.test.ts'];
const excluded = [...configDefaults.exclude, 'model/work/**', 'test/long/**'];

/**
 * Tests that leave nothing behind in their process (no changed environment, flags of V8, folder, mocks or open servers),
 * so that their files share a process and its modules. It takes half the time.
 */
const pure = [
  ...['analyze', 'dataset', 'domain', 'experiments', 'figure', 'files', 'import', 'introspection', 'labels'],
  ...['measures', 'plan', 'prompt', 'read', 'report', 'stats', 'view'],
].map((folder) => `src/${folder}/**/*.test.ts`);

const shared = {
  setupFiles: ['test/support/compile-cache.ts'],
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } }, // a poll ends once the condition holds; a busy machine may need long
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          include: pure,
          exclude: excluded,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: { ...shared, name: 'whole', include: all, exclude: [...excluded, ...pure], sequence: { groupOrder: 1 } },
      },
    ],
  },
});
