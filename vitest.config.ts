import { configDefaults, defineConfig } from 'vitest/config';

/**
 * Folders whose tests only call functions: they leave nothing behind in their process (no changed environment, flags of
 * V8, folder, mocks or open servers), so that their files share a process and its modules.
 */
const pure = [
  ...['analyze', 'dataset', 'domain', 'experiments', 'figure', 'files', 'import', 'introspection', 'labels'],
  ...['measures', 'plan', 'prompt', 'read', 'report', 'stats', 'view'],
].map((folder) => `src/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, 'model/work/**', 'test/long/**'],
    setupFiles: ['test/support/compile-cache.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } }, // a poll ends once the condition holds; a busy machine may need long
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'pure', include: pure, isolate: false } },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'model/**/*.test.ts', 'data/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'model/work/**', 'test/long/**', ...pure],
        },
      },
    ],
  },
});
