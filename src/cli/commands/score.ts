import type { Command } from 'commander';
import { runOutcomes } from '../../answers/stored-run.ts';
import { experimentNamed } from '../../experiments/registry.ts';
import { missingReason } from '../../outcome-kinds/outcome-kinds.ts';
import { print, printScreen } from '../../util/terminal.ts';
import { table } from '../../util/text.ts';
import { isSet } from '../flags/command-options.ts';
import { withRuns } from '../flags/with-runs.ts';

/** Reads every stored answer again and prints the coverage of units; sends nothing. */
export async function score(ids: readonly string[], command: Command): Promise<void> {
  await withRuns(ids, command, async ({ store, runs, experiments }) => {
    const counts = new Map<string, { run: string; experiment: string; model: string; units: number; usable: number }>();
    for (const run of runs) {
      for await (const row of runOutcomes(store, run, experiments)) {
        if (row.reader === 'recorded') continue;
        const key = JSON.stringify([row.run, row.experiment, row.model]);
        const known = counts.get(key) ?? {
          run: row.run,
          experiment: row.experiment,
          model: row.model,
          units: 0,
          usable: 0,
        };
        known.units += 1;
        if (missingReason(row.outcome, experimentNamed(experiments, row.experiment).slots) === null) known.usable += 1;
        counts.set(key, known);
      }
    }
    const rows = [...counts.values()];
    if (isSet(command, 'json')) return print(JSON.stringify(rows));
    const cells = rows.map((row) => [row.run, row.experiment, row.model, String(row.units), String(row.usable)]);
    printScreen(
      table(['run', 'experiment', 'model', 'units', 'usable'], cells, ['left', 'left', 'left', 'right', 'right']),
    );
  });
}
