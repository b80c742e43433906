import { configDefaults, defineConfig } from 'vitest/config';

const all = ['src/**/*.test.ts', 'test/**/*.test.ts', 'model/**/*.test.ts', 'data/**/*.test.ts'];
const excluded = [...configDefaults.exclude, 'model/work/**', 'test/long/**'];

/**
 * Files that need a process of their own: llama.cpp and its heap limits, flags of V8, mocked modules, and whole commands.
 * All other files leave nothing behind in their process, so that they share it and its modules.
 */
const alone = [
  ...['src/models/gguf', 'test/e2e', 'test/browser'].map((folder) => `${folder}/**/*.test.ts`),
  ...['model/adapters.test.ts', 'model/weights.test.ts', 'src/models/registry.test.ts'],
  ...['src/study/steps/study-models.test.ts', 'src/util/unseen-memory.test.ts'],
];

const common = {
  setupFiles: ['test/support/compile-cache.ts'],
  testTimeout: process.env.SEB_SIMULATION === 'long' ? 3_600_000 : 120_000, // the long form is in test/simulation
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } }, // a poll ends once the condition holds; a busy machine may need long
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'shared',
          include: all,
          exclude: [...excluded, ...alone],
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: { ...common, name: 'alone', include: alone, exclude: excluded, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
