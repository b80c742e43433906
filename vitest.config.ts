import { configDefaults, defineConfig } from 'vitest/config';

delete process.env.COLUMNS; // messages are wrapped at the width of a terminal, and tests have none

const all = [
  'src/**/*.test.ts',
  'test/**/*.test.ts',
  'model/**/*.test.ts',
  'workshop/**/*.test.ts',
  'scripts/**/*.test.ts',
];
const excluded = [...configDefaults.exclude, 'model/work/**', 'test/long/**'];

/** Stories of whole commands, one or more for each capability, and the in-process models: each in a process of its own. */
const stories = ['test/e2e/**/*.test.ts', 'test/browser/**/*.test.ts', 'src/models/gguf/gguf.test.ts'];

/**
 * Other files that need a process of their own: llama.cpp and its heap limits, flags of V8, mocked modules, and commands that
 * take long (every kill, every mistake, whole reports, studies). All other files leave nothing behind in their process, so that
 * they share it and its modules.
 */
const alone = [
  ...['src/models/gguf', 'test/all'].map((folder) => `${folder}/**/*.test.ts`),
  ...['model/adapters.test.ts', 'model/weights.test.ts', 'src/models/registry.test.ts'],
  ...['src/study/steps/study-models.test.ts', 'src/util/garbage.test.ts'],
];

/**
 * Files that take seconds: PostgreSQL, real sockets and processes, whole reports, statistics of many draws. They share
 * processes, too.
 */
const costly = [
  ...['src/store', 'test/simulation'].map((folder) => `${folder}/**/*.test.ts`),
  'src/analyze/{conditions,kept-outcomes,units/data-of-runs,worth/judge-signals}.test.ts',
  'src/answers/{planned-order,batch/run-batch}.test.ts',
  'src/cli/commands/{run-checks,logs/check-logs,logs/report-logs}.test.ts',
  'src/recordings/checks/check-recordings.test.ts',
  'src/study/recorded/{import-study,study-doubts}.test.ts',
  'src/analyze/categorical/categorical-points.test.ts',
  'src/analyze/compare/{comparison-reference,compare-models}.test.ts',
  'workshop/difficulty/*.test.ts',
  'src/experiments/common/published-replies.test.ts',
  'src/measure.test.ts',
  'src/models/chaos.test.ts',
  'src/report/{export,figures,inspect-logs}/**/*.test.ts',
  'src/report/render/terminal-sections.test.ts',
  'src/papers/self-execution-benchmark/published.test.ts',
  'src/stats/item-text/softmax-model.test.ts',
  'src/stats/{rasch/rasch,rungs/rungs}.test.ts',
  'src/train/hosts/{command/command,port}.test.ts',
  'src/train/rows/make-rows.test.ts',
  'src/view/search-index/item-rows.test.ts',
  'src/view/page/assets.test.ts',
  'src/view/search/search-pattern.test.ts',
  'src/view/server/app.test.ts',
];

const common = {
  setupFiles: ['test/support/compile-cache.ts'],
  server: { deps: { inline: [/@actions\//] } }, // imports JSON without the attribute that Node demands
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
          exclude: [...excluded, ...stories, ...alone, ...costly],
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'costly',
          include: costly,
          exclude: [...excluded, ...stories, ...alone],
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: { ...common, name: 'stories', include: stories, exclude: excluded, sequence: { groupOrder: 1 } },
      },
      {
        test: {
          ...common,
          name: 'alone',
          include: alone,
          exclude: [...excluded, ...stories],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
