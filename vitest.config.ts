import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'model/**/*.test.ts', 'data/**/*.test.ts'],
    exclude: ['node_modules', 'model/work/**', 'test/long/**'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
});
