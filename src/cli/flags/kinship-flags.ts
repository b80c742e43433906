import type { Command } from 'commander';
import type { Kinship } from '../../analyze/self-knowledge/relatives.ts';
import type { RunRecord } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { listOfGroups } from './command-options.ts';

/** Returns what `--relatives` and `--unrelated` declare. AppError for a model that no run has. */
export function kinshipGiven(command: Command, runs: readonly RunRecord[]): Kinship {
  const known = new Set(runs.flatMap(({ config }) => config.models.map(({ name }) => name)));
  const groups = (option: 'relatives' | 'unrelated') =>
    (listOfGroups(command, option) ?? []).map((group) => {
      const missing = group.find((name) => !known.has(name));
      if (missing === undefined && group.length > 1) return group;
      const what =
        missing === undefined ? `--${option} needs at least two models` : `no run has the model "${missing}"`;
      throw new AppError('unknown-model', what, { hint: `models: ${[...known].join(', ')}` });
    });
  return { relatives: groups('relatives'), unrelated: groups('unrelated') };
}
