import type { Command } from 'commander';
import { analyzeRuns } from '../../analyze/analyze-runs.ts';
import { chooseRows } from '../../analyze/choose-rows.ts';
import type { Gate } from '../../analyze/compare/gate-check.ts';
import { gateChecks } from '../../analyze/compare/regression-gate.ts';
import { comparisonSection } from '../../report/model/report-sections.ts';
import { runLine } from '../../report/render/run-lines.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { terminalSections } from '../../report/render/terminal.ts';
import { chosenRuns, runsToRead } from '../../run/choose-runs.ts';
import { latestRun } from '../../run/prepare/find-run.ts';
import type { RunRecord } from '../../store/store.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { print, tell } from '../../util/terminal.ts';
import { exitCodes } from '../exit-codes.ts';
import { experimentsOfRuns } from '../flags/command-experiments.ts';
import { isSet, listOption, seedOption, textOption } from '../flags/command-options.ts';
import { gateOf, reportGate } from '../flags/gate.ts';
import { terminalOptions, terminalWidth, wrapMessage } from '../flags/terminal-options.ts';

/** Compares the models of one or several runs on the items that they share; with a gate, sets the exit code. */
export async function compare(ids: readonly string[], command: Command): Promise<void> {
  const seed = seedOption(command) ?? 1;
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const isEmptyStore = (await store.runs()).length === 0;
    const chosen = ids.length === 0 && !isEmptyStore ? [latestRun] : ids;
    const experiments = await experimentsOfRuns(await chosenRuns(store, chosen), command);
    const runs = await runsToRead(store, chosen, experiments);
    const named = { models: listOption(command, 'model'), experiments: listOption(command, 'experiment') };
    const only = chooseRows(runs, experiments, named);
    const gate = gateOf(runs, named, experiments, command);
    const analysis = await analyzeRuns({ store, runs, experiments, seed, only });
    const comparison = analysis.comparison();
    const checks = gate === null ? [] : gateChecks(analysis.fields, gate, seed);
    const isEmpty = comparison.matrices.length === 0 && comparison.differences.length === 0;
    if (isSet(command, 'json'))
      print(safeJson(gate === null ? comparison : { ...comparison, gate: { ...gateJson(gate), checks } }));
    else if (!isEmpty) {
      for (const run of runs) print(runLine(run, terminalWidth()));
      print(`\n${terminalSections([comparisonSection(comparison)], terminalOptions(command))}`);
    }
    if (gate !== null) reportGate(checks, { gate, runs }, command);
    else if (isEmpty) reportNothing(runs);
  });
}

function gateJson({ run, baseline, rule, margin }: Gate) {
  return { run: run.id, baseline: baseline.id, rule, margin };
}

function reportNothing(runs: readonly RunRecord[]): void {
  const list = runs.map(({ id }) => id).join(', ');
  const needed = 'a comparison needs at least two models on the same items, or two different runs';
  const hint = 'give two runs (`seb compare RUN RUN`), or run two models (`seb run --model A B`)';
  tell(wrapMessage(`nothing to compare in run ${list}: ${needed}\n     ${hint}\n`));
  process.exitCode = exitCodes.incomplete;
}
