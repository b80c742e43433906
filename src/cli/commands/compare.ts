import type { Command } from 'commander';
import { analyzeRuns } from '../../analyze/analyze-runs.ts';
import { chooseRows } from '../../analyze/choose-rows.ts';
import { comparisonAnswer } from '../../analyze/compare/comparison-answer.ts';
import type { Gate } from '../../analyze/compare/gate-check.ts';
import { namedComparison } from '../../analyze/compare/named-comparison.ts';
import { gateChecks } from '../../analyze/compare/regression-gate.ts';
import { taskNames } from '../../experiments/task-name.ts';
import { compareLook, isNothingCompared } from '../../report/render/compare-look.ts';
import { withOldKeys } from '../../report/render/old-keys.ts';
import { selectionLines } from '../../report/render/run-lines.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { terminalSections } from '../../report/render/terminal-sections.ts';
import { comparisonSection } from '../../report/tables/report-sections.ts';
import { sharedCalls } from '../../run/shared-calls.ts';
import type { RunRecord } from '../../store/store.ts';
import { counted } from '../../util/numbers.ts';
import { print, tell } from '../../util/terminal.ts';
import { exitCodes } from '../exit-codes.ts';
import { attributesGiven } from '../flags/attributes-flag.ts';
import { isSet, listOption, textOption } from '../flags/command-options.ts';
import { gateOf, reportGate } from '../flags/gate.ts';
import { kinshipGiven } from '../flags/kinship-flags.ts';
import { asTyped } from '../flags/next-command.ts';
import { terminalOptions, wrapMessage } from '../flags/terminal-options.ts';
import { withSelection } from '../with-runs.ts';

/** Compares the models of one or several runs on the items that they share; with a gate, sets the exit code. */
export async function compare(ids: readonly string[], command: Command): Promise<void> {
  await withSelection(ids, command, async ({ store, runs, experiments, selection }) => {
    const named = { models: listOption(command, 'model'), experiments: listOption(command, 'experiment') };
    const only = chooseRows(runs, experiments, named);
    const gate = gateOf(runs, named, experiments, command);
    const kinship = kinshipGiven(command, runs);
    const given = await attributesGiven(runs, command);
    const analysis = await analyzeRuns({ store, runs, experiments, only, selection, kinship, ...given });
    const comparison = analysis.comparison();
    const shown = namedComparison(comparison, taskNames(experiments));
    const [run, baseline] = runs;
    const shared = run && baseline && gate ? { shared: await sharedCalls(store, [run, baseline], experiments) } : {};
    const checks = gate === null ? [] : gateChecks(analysis.fields, { ...gate, ...shared });
    const isEmpty = isNothingCompared(comparison);
    if (isSet(command, 'json'))
      print(safeJson(withOldKeys(gate === null ? comparison : { ...comparison, gate: { ...gateJson(gate), checks } })));
    else if (!isEmpty) {
      const options = terminalOptions(command);
      const answer = comparisonAnswer(shown, selection);
      const about = selectionLines(runs, selection, options.width);
      const typed = asTyped(textOption(command, 'store'));
      print(compareLook(shown, { ...options, answer, about, command: typed, findings: analysis.results().findings }));
      if (options.wide || options.explain) print(`\n${terminalSections([comparisonSection(shown)], options)}`);
    }
    if (gate !== null) reportGate(checks, { gate, runs }, command);
    else if (isEmpty) reportNothing(runs);
  });
}

function gateJson({ run, baseline, rule, margin }: Gate) {
  return { run: run.id, baseline: baseline.id, rule, margin };
}

/** Returns why several runs have nothing in common, and what to do about it. */
function unlikeText(runs: readonly RunRecord[]): readonly [string, string] {
  const parts = runs.map(({ id, config, provenance }) => {
    const data = config.experiments.map(
      ({ name, dataset: { items, sha256 } }) => `${name} (${counted(items, 'item')}, data ${sha256.slice(0, 8)})`,
    );
    return `${provenance.name ?? id} has ${data.join(', ')} of ${config.models.map(({ name }) => name).join(', ')}`;
  });
  const sets = runs.flatMap(({ config }) => config.experiments.map(({ name, dataset }) => `${name} ${dataset.sha256}`));
  const reason =
    new Set(sets).size === sets.length
      ? 'no two of them have the same data set (adding, removing or changing an item makes a different one)'
      : 'no two of them have usable answers to the same items';
  const hint = 'compare runs of one experiment on the same data: use the same --experiment, --items and --limit';
  return [`${reason}; ${parts.join('; ')}`, hint];
}

function reportNothing(runs: readonly RunRecord[]): void {
  const list = runs.map(({ id }) => id).join(', ');
  const needed = 'a comparison needs at least two models on the same items, or two different runs';
  const isOfPeople = runs.every(({ config }) => config.people !== undefined);
  const hint = isOfPeople
    ? 'compare with a run of models on the same items (`seb compare RUN RUN`); `seb report RUN` scores this run'
    : 'give two runs (`seb compare RUN RUN`), or run two models (`seb run --model A B`)';
  const [reason, advice] = runs.length < 2 ? [needed, hint] : unlikeText(runs);
  tell(wrapMessage(`nothing to compare in run ${list}: ${reason}\n     ${advice}\n`));
  process.exitCode = exitCodes.incomplete;
}
