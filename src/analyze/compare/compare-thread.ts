import { parentPort } from 'node:worker_threads';
import { experimentRegistry } from '../../experiments/registry.ts';
import { settingsOfRuns } from '../data-of-runs.ts';
import { compareModels } from './compare-models.ts';
import type { ThreadTask } from './compare-worker.ts';
import { deserializeResponses } from './serialize-responses.ts';

/** The comparison thread: compares its input and reports the result. An error ends the thread. */
parentPort?.once('message', ({ fields, seed, runs }: ThreadTask) => {
  parentPort?.postMessage(
    compareModels(deserializeResponses(fields, experimentRegistry()), { seed, settingsOf: settingsOfRuns(runs) }),
  );
});
