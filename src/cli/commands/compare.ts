import type { Command } from 'commander';
import { analyzeRuns, type ReadRuns } from '../../analyze/analyze-runs.ts';
import { chooseRows } from '../../analyze/choose-rows.ts';
import { namedComparison } from '../../analyze/compare/compare-models.ts';
import { openGate } from '../../analyze/contrasts/choose-pairs.ts';
import type { TextOfItem } from '../../analyze/contrasts/differing-items.ts';
import type { ResponseMatrix } from '../../analyze/contrasts/response-matrix.ts';
import { type ComparedScore, comparedScores, runPairs } from '../../analyze/contrasts/run-contrasts.ts';
import { type Gate, gateChecks, gateModels } from '../../analyze/contrasts/run-gate.ts';
import { nextSteps } from '../../analyze/next-steps/next-steps.ts';
import { checkBothWays, checkHalves } from '../../analyze/self-check.ts';
import { sharedCalls } from '../../answers/shared-calls.ts';
import type { RunsOfStore } from '../../answers/stored-run.ts';
import { isRecorded } from '../../domain/recorded.ts';
import { taskNames } from '../../experiments/task-name.ts';
import { unfinishedLines } from '../../report/render/gate-lines.ts';
import { selectionLines } from '../../report/render/run-lines.ts';
import { comparisonAnswer } from '../../report/tables/comparison-answer.ts';
import { isNothingCompared } from '../../results/comparison.ts';
import type { RunRecord } from '../../store/store.ts';
import { storedDatasets } from '../../store/stored-datasets.ts';
import { AppError } from '../../util/app-error.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { printComparison } from '../execution/print-comparison.ts';
import { printDiffering } from '../execution/print-differing.ts';
import { refuse } from '../execution/refuse.ts';
import { attributesGiven } from '../flags/attributes-flag.ts';
import { isSet, listOption, textOption } from '../flags/command-options.ts';
import { gateOf, gateOfRuns, gateRule, narrowed, reportGate, reportSelfCheck } from '../flags/gate.ts';
import { kinshipGiven } from '../flags/kinship-flags.ts';
import { withSelection } from '../flags/with-runs.ts';
import { orderOf } from './report.ts';
import { tellRunChecks } from './run-checks.ts';

/** Compares the models of one or several runs on the items that they share; with a gate, sets the exit code. */
export async function compare(ids: readonly string[], command: Command): Promise<void> {
  await withSelection(ids, command, async ({ store, runs, experiments, selection }) => {
    const named = { models: listOption(command, 'model'), experiments: listOption(command, 'experiment') };
    const only = chooseRows(runs, experiments, named);
    if (isSet(command, 'selfCheck')) return await selfCheck({ store, runs, experiments, only, named }, command);
    const gate = gateOf(runs, named, experiments, command);
    const kinship = kinshipGiven(command, runs);
    const given = await attributesGiven(runs, command);
    const analysis = await analyzeRuns({
      ...{ store, runs, experiments, only, selection, kinship, readAgain: isSet(command, 'readAgain') },
      ...{ ...given, ...orderOf(ids, named.models) },
    });
    const score = scoreGiven(command);
    if (isSet(command, 'items')) {
      const pairs = runPairs(analysis.compared, score, orderOf(ids, named.models).order);
      if (pairs.length === 0) return reportNothing({ runs, only }, command);
      return printDiffering(pairs, await titlesOfRuns({ store, runs, experiments }), command);
    }
    const comparison = analysis.comparison(score);
    const shown = namedComparison(comparison, taskNames(experiments));
    const [run, baseline] = runs;
    const shared = run && baseline && gate ? { shared: await sharedCalls(store, [run, baseline], experiments) } : {};
    const open = gate === null ? null : unnamedModels(gate, analysis.compared);
    if (open !== null) return refuse({ ...open, lead: 'seb: cannot compare' }, command);
    const checks = gate === null ? [] : gateChecks(analysis.compared, { ...gate, ...shared, score });
    const isEmpty = isNothingCompared(comparison);
    if (gate === null && isEmpty) return reportNothing({ runs, only }, command);
    tellRunChecks(analysis.checks);
    const next = nextSteps({ kind: 'comparison', comparison: shown, selection, runs });
    if (isSet(command, 'json') || !isEmpty)
      printComparison(
        {
          ...{ comparison, shown, findings: score === 'right' ? [] : analysis.results().findings, sides: ids },
          answer: comparisonAnswer(shown, { kind: selection.kind, next }),
          about: (columns) => selectionLines(runs, selection, columns),
          ...(gate === null ? {} : { gate: { ...idsOf(gate), rule: gate.rule, margin: gate.margin, checks } }),
        },
        command,
      );
    if (gate === null) return;
    const unread = runs.filter(({ config }) => !config.models.every(isRecorded)); // a recording has no more answers
    reportGate(gateOfRuns(gate, checks), { unfinished: unfinishedLines(unread), look: next }, command);
  });
}

/** Returns what of runs is compared; undefined without the flag. AppError for another word. */
function scoreGiven(command: Command): ComparedScore | undefined {
  const given = textOption(command, 'score');
  if (given === undefined) return undefined;
  const found = comparedScores.find((score) => score === given);
  if (found !== undefined) return found;
  throw new AppError('bad-options', `runs have no score ${oneLine(given, 40)}`, {
    hint: 'give --score prediction (how good the predictions are) or --score right (how often the answers are right)',
  });
}

interface Checked extends RunsOfStore {
  readonly only: NonNullable<ReadRuns['only']>;
  readonly named: Parameters<typeof narrowed>[1];
}

/** Prints what a gate says of the halves of one run, or of two runs of the same thing. AppError for runs that cannot be split. */
async function selfCheck({ store, runs, experiments, only, named }: Checked, command: Command): Promise<void> {
  const rule = { ...gateRule(command), score: scoreGiven(command) };
  const [run, again, ...more] = runs;
  if (run === undefined || more.length > 0)
    throw new AppError('gate-runs', '--self-check needs one run, or two runs of the same thing', {
      hint: 'for example `seb compare latest --self-check`',
    });
  if (again === undefined && run.config.samples < 2)
    throw new AppError('gate-runs', `run ${run.id} has one execution per item, which cannot be split`, {
      hint: 'run it with --samples 2, or run it again with --repeat-as NAME and give both runs',
    });
  const check =
    again === undefined
      ? await checkHalves({ store, run, experiments }, { ...rule, only })
      : checkBothWays((await analyzeRuns({ store, runs, experiments, only })).compared, {
          ...rule,
          ...{ run: narrowed(run, named), baseline: narrowed(again, named) },
          shared: await sharedCalls(store, [run, again], experiments),
        });
  reportSelfCheck(
    check.directions.map(({ gate, checks }) => ({ ...gateOfRuns(gate, checks), ids: idsOf(gate) })),
    command,
  );
}

function idsOf({ run, baseline }: Gate) {
  return { run: run.id, baseline: baseline.id };
}

/** Returns why a gate cannot tell the new model from its baseline; null where it can. */
function unnamedModels(gate: Gate, fields: readonly ResponseMatrix[]) {
  if (gateModels(fields, gate) !== null) return null;
  const [run, baseline] = [gate.run, gate.baseline];
  const modelsOf = (id: string) =>
    fields.flatMap(({ responses }) => responses.flatMap((each) => (each.run === id ? [each.model] : [])));
  const [first = '', ...more] = new Set(modelsOf(run.id));
  const isOne = run.id === baseline.id;
  const [second = first] = isOne ? more : modelsOf(baseline.id);
  return openGate(isOne ? [`run ${run.id}`] : [`run ${run.id}`, `run ${baseline.id}`], [first, second]);
}

/** Returns the titles of the items of runs. */
async function titlesOfRuns({ store, runs, experiments }: RunsOfStore): Promise<TextOfItem> {
  const titles = new Map<string, ReadonlyMap<string, string>>();
  for (const { id, config } of runs) {
    const datasets = await storedDatasets(store, config);
    for (const { name, dataset } of config.experiments) {
      const experiment = experiments.get(name);
      if (experiment === undefined) continue;
      const items = datasets.get(dataset.sha256)?.items ?? [];
      titles.set(JSON.stringify([id, name]), new Map(Array.from(items, (item) => [item.id, experiment.title(item)])));
    }
  }
  return ({ field, pair: { a } }, item) => titles.get(JSON.stringify([a.run, field.experiment.name]))?.get(item) ?? '';
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
      ? 'no two of them have 80 % of their items in common'
      : 'no two of them have usable answers to the same items';
  const hint = 'compare runs of one experiment on the same data: use the same --experiment, --items and --limit';
  const more = parts.length - maxListedRuns;
  const listed = [...parts.slice(0, maxListedRuns), ...(more > 0 ? [`and ${more} more`] : [])];
  return [`${reason}; ${listed.join('; ')}`, hint];
}

/** Maximum number of runs that a message lists. */
const maxListedRuns = 4;

function reportNothing(
  { runs, only: { models } }: { readonly runs: readonly RunRecord[]; readonly only: NonNullable<ReadRuns['only']> },
  command: Command,
): void {
  const ids = runs.map(({ id }) => id);
  const list = ids.length > maxListedRuns ? `the ${ids.length} runs` : `run ${ids.join(', ')}`;
  const needed = 'a comparison needs at least two models on the same items, or two different runs';
  const hint = 'give two runs (`seb compare RUN RUN`), or run two models (`seb run --model A B`)';
  const [reason, advice] =
    models?.length === 1
      ? ['a comparison needs at least two models, and --model selects one', 'name a second model, or leave --model out']
      : runs.length < 2
        ? [needed, hint]
        : unlikeText(runs);
  refuse({ reason, advice, lead: `nothing to compare in ${list}` }, command);
}
