import type { Command } from 'commander';
import { chosenRuns } from '../../pipeline/choose-runs.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { print } from '../../util/terminal.ts';
import { dollars, escapeControls, table } from '../../util/text.ts';
import { isSet, textOption } from '../command-options.ts';

export async function list(command: Command): Promise<void> {
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const runs = await chosenRuns(store, []);
    const rows = await Promise.all(
      runs.map(async (run) => {
        const { dollars: spent, unknown } = await store.spent(run.id);
        return {
          run: run.id,
          name: run.provenance.name ?? null,
          status: run.status,
          created: run.createdAt,
          models: run.config.models.map(({ name }) => name),
          experiments: run.config.experiments.map(({ name, dataset }) => `${name} (${dataset.items})`),
          samples: run.config.samples,
          dollars: unknown > 0 ? null : spent,
        };
      }),
    );
    if (isSet(command, 'json')) return print(safeJson(rows));
    if (rows.length === 0) return print('no runs yet: `seb run --model provider/model` makes one');
    const cells = rows.map((row) => [
      row.name === null ? row.run : `${row.run} ${row.name}`,
      row.status,
      row.created.slice(0, 16).replace('T', ' '),
      escapeControls(row.models.join(' ')),
      row.experiments.join(' '),
      String(row.samples),
      row.dollars === null ? 'unknown' : dollars(row.dollars),
    ]);
    const header = ['run', 'status', 'made', 'models', 'experiments (items)', 'samples', 'cost'];
    print(table(header, cells, ['left', 'left', 'left', 'left', 'left', 'right', 'right']));
  });
}
