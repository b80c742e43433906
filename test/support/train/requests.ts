import type { PortName } from '../../../src/train/hosts/registry.ts';
import type { PortSettings } from '../../../src/train/jobs/job-event.ts';
import { makeRows } from '../../../src/train/rows/make-rows.ts';
import { describeFile, rowsManifest } from '../../../src/train/rows/rows-manifest.ts';
import type { TrainingRequest } from '../../../src/train/training.ts';
import { someExamples, someRowOptions } from './examples.ts';

/** Returns default settings of a port. */
export function somePortSettings(port: string, fields: Partial<PortSettings> = {}): PortSettings {
  return {
    port: port as PortName,
    baseUrl: null,
    apiKeyVariable: null,
    account: null,
    trainingType: null,
    folder: null,
    template: null,
    command: null,
    adapter: null,
    ...fields,
  };
}

/** Returns a request for a job on a few dozen rows. */
export function someTrainingRequest(fields: Partial<TrainingRequest> = {}): TrainingRequest {
  const set = makeRows(someExamples(30), someRowOptions);
  const file = describeFile('train.jsonl', '', set.train);
  const manifest = rowsManifest({
    arm: 'self',
    options: someRowOptions,
    set,
    trainingFormat: 'chat',
    files: { rows: file, train: file, validation: null },
    sebVersion: '0.1.0',
    gitCommit: null,
  });
  return {
    rows: { manifest, sha256: 'f'.repeat(64), train: set.train, validation: set.validation },
    folder: 'rows/ada',
    base: 'base-model',
    settings: somePortSettings('openai'),
    hyperParameters: { epochs: 1, batchSize: null, learningRate: null, learningRateMultiplier: null, loraRank: null },
    seed: 1,
    price: null,
    sebVersion: '0.1.0',
    gitCommit: null,
    ...fields,
  };
}
