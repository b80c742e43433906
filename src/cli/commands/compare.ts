import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { compareModels } from '../../analyze/compare/compare-models.ts';
import type { Comparison } from '../../analyze/compare/comparison-types.ts';
import { type Gate, type GateCheck, gateChecks } from '../../analyze/compare/regression-gate.ts';
import { settingsOfRuns } from '../../analyze/data-of-runs.ts';
import { latestRun } from '../../config/find-run.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { analyzeRuns } from '../../pipeline/analyze-runs.ts';
import { runsToRead } from '../../pipeline/choose-runs.ts';
import { comparisonSection } from '../../report/model/report-sections.ts';
import { checkText, junitOfChecks } from '../../report/render/junit.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { terminalSections } from '../../report/render/terminal.ts';
import type { RunRecord } from '../../store/store.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { AppError } from '../../util/app-error.ts';
import { print, tell } from '../../util/terminal.ts';
import { escapeControls, oneLine } from '../../util/text.ts';
import { experimentsOf, isSet, listOption, seedOption, textOption } from '../command-options.ts';
import { exitCodes } from '../exit-codes.ts';
import { terminalOptions, terminalWidth } from '../terminal-options.ts';

/** Compares the models of one run or several on the items that they share; with a gate, sets the exit code. */
export async function compare(ids: readonly string[], command: Command): Promise<void> {
  const seed = seedOption(command) ?? 1;
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const experiments = await experimentsOf(command);
    const isEmptyStore = (await store.runs()).length === 0;
    const runs = await runsToRead(store, ids.length === 0 && !isEmptyStore ? [latestRun] : ids, experiments);
    const gate = gateOf(runs, command);
    const only = chosenRows(runs, experiments, command);
    const { fields } = await analyzeRuns({ store, runs, experiments, seed, only });
    const comparison = compareModels(fields, { seed, settingsOf: settingsOfRuns(runs) });
    const checks = gate === null ? [] : gateChecks(fields, comparison.differences, gate);
    if (isSet(command, 'json'))
      print(safeJson(gate === null ? comparison : { ...comparison, gate: { ...gate, checks } }));
    else printComparison(comparison, runs, command);
    if (gate !== null) reportChecks(checks, gate, command);
    else if (isEmpty(comparison)) reportNothing(runs);
  });
}

function printComparison(comparison: Comparison, runs: readonly RunRecord[], command: Command): void {
  if (isEmpty(comparison)) return;
  for (const run of runs) print(oneLine(runText(run), terminalWidth()));
  print('');
  print(terminalSections([comparisonSection(comparison)], terminalOptions(command)));
}

function runText({ id, provenance, createdAt, config }: RunRecord): string {
  const name = provenance.name === undefined ? '' : ` ${provenance.name}`;
  const made = createdAt.slice(0, 16).replace('T', ' ');
  return `run ${id}${name}, ${made}: ${config.models.map((model) => model.name).join(', ')}`;
}

function isEmpty({ matrices, differences }: Comparison): boolean {
  return matrices.length === 0 && differences.length === 0;
}

function reportNothing(runs: readonly RunRecord[]): void {
  const list = runs.map(({ id }) => id).join(', ');
  tell(`nothing to compare in run ${list}: it needs two models or more on the same items, or two runs that differ\n`);
  tell('     give two runs (`seb compare RUN RUN`), or run two models (`seb run --model A B`)\n');
  process.exitCode = exitCodes.incomplete;
}

/** The rows that `--model` and `--experiment` choose. AppError for a name that no run has. */
function chosenRows(runs: readonly RunRecord[], experiments: Experiments, command: Command) {
  const models = listOption(command, 'model');
  const chosen = listOption(command, 'experiment');
  const known = {
    model: new Set(runs.flatMap(({ config }) => config.models.map(({ name }) => name))),
    experiment: new Set(runs.flatMap(({ config }) => config.experiments.map(({ name }) => name))),
  };
  for (const [what, names] of [
    ['model', models],
    ['experiment', chosen],
  ] as const) {
    const unknown = names?.find((name) => !known[what].has(name));
    if (unknown === undefined) continue;
    throw new AppError(`unknown-${what}`, `the compared runs have no ${what} "${unknown}"`, {
      hint: `they have ${[...known[what]].map(escapeControls).join(', ')}`,
    });
  }
  return { models, experiments: chosen?.filter((name) => experiments.has(name)) ?? null };
}

/** What `--fail-if-lower` and `--junit` check. AppError unless two runs and a margin of 0 or more are given. */
function gateOf(runs: readonly RunRecord[], command: Command): Gate | null {
  const margin = textOption(command, 'failIfLower');
  if (margin === undefined && textOption(command, 'junit') === undefined) return null;
  const [run, baseline] = runs;
  if (run === undefined || baseline === undefined || runs.length !== 2) {
    throw new AppError('gate-runs', '--fail-if-lower and --junit compare two different runs', {
      hint: 'the new run first, then the baseline: `seb compare latest BASELINE --fail-if-lower 0.05`',
    });
  }
  const number = margin === undefined ? 0 : margin.trim() === '' ? Number.NaN : Number(margin);
  if (!Number.isFinite(number) || number < 0) {
    throw new AppError('bad-number', `--fail-if-lower needs a number of 0 or more, not "${margin}"`, {
      hint: 'for example --fail-if-lower 0.05, in units of the score',
    });
  }
  return { run: run.id, baseline: baseline.id, margin: number };
}

/** Prints the checks, writes JUnit XML, and sets the exit code: 3 for a drop, 2 where something was not measured. */
function reportChecks(checks: readonly GateCheck[], { run, baseline, margin }: Gate, command: Command): void {
  const file = textOption(command, 'junit');
  if (file !== undefined) writeJunit(file, junitOfChecks(checks));
  if (checks.length === 0) {
    tell(`runs ${run} and ${baseline} share no model, experiment, data set and condition: nothing was checked\n`);
    process.exitCode = exitCodes.incomplete;
    return;
  }
  const words = { lower: 'LOWER', 'not-lower': 'not lower', 'not-measured': 'not measured' } as const;
  for (const check of checks) tell(`${words[check.result]}: ${escapeControls(checkText(check))}\n`);
  if (textOption(command, 'failIfLower') === undefined) return;
  if (checks.some(({ result }) => result === 'lower')) {
    tell(
      `run ${run} scores lower than run ${baseline}: a 95 % interval lies wholly below ${margin === 0 ? 0 : -margin}\n`,
    );
    process.exitCode = exitCodes.gateFailed;
  } else if (checks.some(({ result }) => result === 'not-measured')) process.exitCode = exitCodes.incomplete;
}

/** Writes a JUnit file. AppError where it cannot be written. */
export function writeJunit(file: string, xml: string): void {
  try {
    writeFileSync(file, xml);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new AppError('junit-unwritable', `${file} cannot be written (${code})`, {
      hint: 'check the path after --junit',
      cause,
    });
  }
}
