import { join } from 'node:path';
import type { Command } from 'commander';
import { analyse } from '../../analyse/analyse.ts';
import type { Estimate } from '../../analyse/estimate.ts';
import { loadConfig } from '../../config/load.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { runOutcomes } from '../../pipeline.ts';
import { csvReport } from '../../report/csv.ts';
import { markdownReport } from '../../report/markdown.ts';
import { provenanceOf } from '../../report/provenance-json.ts';
import { fullTable, terminalReport } from '../../report/terminal.ts';
import type { OutcomeRow } from '../../score/outcome.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { chosenRuns, isSet, print, textOption, withStore } from './store-option.ts';

/** Reads, scores and analyses runs of a store. */
export async function estimatesOfRuns(
  store: Store,
  runs: readonly RunRecord[],
  seed: number,
): Promise<readonly Estimate[]> {
  const config = await loadConfig(null);
  const experiments = experimentRegistry(config.experiments ?? []);
  async function* rows(): AsyncGenerator<OutcomeRow> {
    for (const run of runs) yield* runOutcomes(store, run, experiments);
  }
  return analyse(rows(), { experiments, seed });
}

function seedOf(command: Command): number {
  const seed = Number(textOption(command, 'seed') ?? '1');
  if (Number.isSafeInteger(seed)) return seed;
  throw new AppError('bad-number', '--seed needs a whole number');
}

export async function report(ids: readonly string[], command: Command): Promise<void> {
  await withStore(textOption(command, 'store'), async (store) => {
    const runs = await chosenRuns(store, ids);
    if (runs.length === 0) {
      throw new AppError('no-runs', 'the store holds no run', {
        hint: 'make one with `seb run --model ...` or `npm start`',
      });
    }
    const estimates = await estimatesOfRuns(store, runs, seedOf(command));
    const folder = textOption(command, 'out');
    if (folder !== undefined) await writeFiles({ store, runs, estimates }, folder);
    if (isSet(command, 'json')) return print(JSON.stringify({ estimates, runs: runs.map(provenanceOf) }));
    if (isSet(command, 'csv')) return print(csvReport(estimates));
    if (isSet(command, 'markdown')) return print(markdownReport(estimates));
    print(isSet(command, 'all') ? fullTable(estimates) : terminalReport(estimates));
  });
}

/** The files of a report; says where they are, on stderr. */
export async function writeFiles(
  { store, runs, estimates }: { store: Store; runs: readonly RunRecord[]; estimates: readonly Estimate[] },
  folder: string,
): Promise<void> {
  const { writeReport } = await import('../../report/write-report.ts');
  const { reportInput } = await import('../report-input.ts');
  const experiments = experimentRegistry((await loadConfig(null)).experiments ?? []);
  const input = await reportInput({ store, runs, experiments, estimates, comparison: null });
  const { files } = await writeReport(input, folder);
  process.stderr.write(`wrote ${files.length} files; open ${join(folder, 'report.html')}\n`);
}
