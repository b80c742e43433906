import type { Command } from 'commander';
import { compare as compareModels } from '../../analyse/compare.ts';
import { settingsOfRuns } from '../../analyse/data-of-runs.ts';
import { safeJson } from '../../report/safe-json.ts';
import { terminalComparison } from '../../report/terminal-comparison.ts';
import { analyseRuns } from '../analysis-of-runs.ts';
import { experimentsOf, runsToRead } from './experiments-option.ts';
import { isSet, print, seedOption, textOption, withStoreThatIs } from './store-option.ts';

/** Models of one or several runs against each other, on the items that they share. */
export async function compare(ids: readonly string[], command: Command): Promise<void> {
  const seed = seedOption(command) ?? 1;
  await withStoreThatIs(textOption(command, 'store'), async (store) => {
    const experiments = await experimentsOf(command);
    const runs = await runsToRead(store, ids, experiments);
    const { fields } = await analyseRuns({ store, runs, experiments, seed });
    const comparison = compareModels(fields, { seed, settingsOf: settingsOfRuns(runs) });
    print(isSet(command, 'json') ? safeJson(comparison) : terminalComparison(comparison));
  });
}
