import type { Experiments } from '../experiments/registry.ts';
import type { RunRecord } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';
import { escapeControls } from '../util/text.ts';

/** Names of models and experiments to read; null: all. */
interface NamedRows {
  readonly models: readonly string[] | null;
  readonly experiments: readonly string[] | null;
}

/** Returns the rows of the named models and experiments. AppError for a name that no run has. */
export function chooseRows(runs: readonly RunRecord[], experiments: Experiments, named: NamedRows): NamedRows {
  const models = new Set(runs.flatMap(({ config }) => config.models.map(({ name }) => name)));
  const run = new Set(runs.flatMap(({ config }) => config.experiments.map(({ name }) => name)));
  refuseUnknown('model', named.models, models);
  refuseUnknown('experiment', named.experiments, run);
  return { models: named.models, experiments: named.experiments?.filter((name) => experiments.has(name)) ?? null };
}

function refuseUnknown(
  what: 'model' | 'experiment',
  names: readonly string[] | null,
  known: ReadonlySet<string>,
): void {
  const unknown = names?.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new AppError(`unknown-${what}`, `the compared runs have no ${what} "${unknown}"`, {
    hint: `they have ${[...known].map(escapeControls).join(', ')}`,
  });
}
