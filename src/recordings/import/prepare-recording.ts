import type { PreparedRun } from '../../answers/prepare/prepared-run.ts';
import { provenance } from '../../answers/prepare/provenance.ts';
import { paperCondition } from '../../domain/condition.ts';
import type { Dataset } from '../../domain/dataset.ts';
import { defaultSettings, type RunConfig, runId } from '../../domain/run-config.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import { type Recording, recordedModel } from './recording.ts';

/** Returns an ordinary run whose only model replays the recording: one model, one experiment. */
export function prepareRecording(recording: Recording, dataset: Dataset, experiments: Experiments): PreparedRun {
  const experiment = experimentNamed(experiments, recording.experiment);
  const model = recordedModel(recording);
  const config: RunConfig = {
    models: [{ name: model.name, identity: model.identity, baseUrl: null }],
    judge: null,
    judgeRubric: 'two-way',
    experiments: [
      {
        name: experiment.name,
        version: experiment.version,
        dataset: { name: dataset.name, sha256: dataset.sha256, items: dataset.items.length },
        conditions: [{ ...paperCondition, mode: experiment.factors.mode.levels[0], ...recording.factors }],
      },
    ],
    samples: recording.samples ?? 1,
    sampling: {},
    seed: 1,
  };
  return {
    id: runId(config),
    config,
    settings: defaultSettings,
    provenance: provenance(defaultSettings, { prices: null, notes: recording.notes }),
    experiments,
    datasets: new Map([[dataset.sha256, dataset]]),
    models: new Map([[model.identity, { model, price: { input: 0, output: 0, cachedInput: null } }]]),
  };
}
