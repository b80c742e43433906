import type { Command } from 'commander';
import { missingReason } from '../../measures/missing-reason.ts';
import { runsToRead } from '../../pipeline/choose-runs.ts';
import { runOutcomes } from '../../pipeline/execute-run.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { print } from '../../util/terminal.ts';
import { table } from '../../util/text.ts';
import { experimentsOf, isSet, textOption } from '../command-options.ts';

/** Reads every stored answer anew; what became of the units is printed, and nothing is sent. */
export async function score(ids: readonly string[], command: Command): Promise<void> {
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const experiments = await experimentsOf(command);
    const counts = new Map<string, { run: string; experiment: string; model: string; units: number; usable: number }>();
    for (const run of await runsToRead(store, ids, experiments)) {
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
        if (missingReason(row.outcome) === null) known.usable += 1;
        counts.set(key, known);
      }
    }
    const rows = [...counts.values()];
    if (isSet(command, 'json')) return print(JSON.stringify(rows));
    const cells = rows.map((row) => [row.run, row.experiment, row.model, String(row.units), String(row.usable)]);
    print(table(['run', 'experiment', 'model', 'units', 'usable'], cells, ['left', 'left', 'left', 'right', 'right']));
  });
}
