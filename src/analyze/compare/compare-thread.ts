import { parentPort, workerData } from 'node:worker_threads';
import { experimentRegistry } from '../../experiments/registry.ts';
import { settingsOfRuns } from '../data-of-runs.ts';
import { compareModels } from './compare-models.ts';
import type { ThreadTask } from './compare-worker.ts';
import { deserializeResponses } from './serialize-responses.ts';

/** The comparing thread: compares what it is given at its start, and reports the result. A fault ends it. */
const { fields, seed, runs } = workerData as ThreadTask; // as CompareThread gives it

parentPort?.postMessage(
  compareModels(deserializeResponses(fields, experimentRegistry()), { seed, settingsOf: settingsOfRuns(runs) }),
);
