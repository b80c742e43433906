import { z } from 'zod';
import type { Datasets } from '../../domain/dataset.ts';
import type { RunConfig, RunId, RunSettings } from '../../domain/run-config.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { OpenModel } from '../../models/open-model.ts';
import type { Provenance } from '../../store/store.ts';
import { anyObject, checkArguments } from '../../util/check-arguments.ts';

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

/** An argument that is a prepared run. */
export const preparedShape = z.looseObject({ id: z.string(), config: anyObject, models: z.instanceof(Map) });
const closeArguments = z.object({ prepared: z.looseObject({ models: z.instanceof(Map) }) });

/** Closes the models of a prepared run. Idempotent. */
export async function closeModels(prepared: Pick<PreparedRun, 'models'>): Promise<void> {
  checkArguments('closeModels', closeArguments, { prepared });
  await Promise.all([...prepared.models.values()].map(({ model }) => model.close()));
}
