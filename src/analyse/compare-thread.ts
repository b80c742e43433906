import { parentPort, workerData } from 'node:worker_threads';
import { experimentRegistry } from '../experiments/registry.ts';
import { compare } from './compare.ts';
import type { ThreadTask } from './comparing.ts';
import { settingsOfRuns } from './data-of-runs.ts';
import { fieldsAgain } from './plain-fields.ts';

/** The comparing thread: compares what it is given at its start, and says what came of it. A fault ends it. */
const { fields, seed, runs } = workerData as ThreadTask; // as CompareThread gives it

parentPort?.postMessage(compare(fieldsAgain(fields, experimentRegistry()), { seed, settingsOf: settingsOfRuns(runs) }));
