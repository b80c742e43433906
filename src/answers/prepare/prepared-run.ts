import type { Datasets } from '../../domain/dataset.ts';
import type { RunConfig, RunId, RunSettings } from '../../domain/run-config.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { OpenModel } from '../../models/open-model.ts';
import type { Provenance } from '../../store/store.ts';

/** A run with everything that its execution needs. */
export interface PreparedRun {
  /** Hash of `config` for a new run. A stored run keeps its id when later versions restructure its configuration. */
  readonly id: RunId;
  readonly config: RunConfig;
  readonly settings: RunSettings;
  readonly provenance: Provenance;
  readonly experiments: Experiments;
  readonly datasets: Datasets;
  readonly models: ReadonlyMap<string, OpenModel>;
}

/** Closes the models of a prepared run. Idempotent. */
export async function closeModels({ models }: Pick<PreparedRun, 'models'>): Promise<void> {
  await Promise.all([...models.values()].map(({ model }) => model.close()));
}
