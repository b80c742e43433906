import type { Command } from 'commander';
import type { Detectable } from '../../analyze/estimates/minimum-detectable-effect.ts';
import { prepareRun } from '../../config/prepare.ts';
import { closeModels, type PreparedRun } from '../../config/prepared-run.ts';
import type { Failure } from '../../domain/answer.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { chosenRuns } from '../../pipeline/choose-runs.ts';
import { executeRun, type RunResult } from '../../pipeline/execute-run.ts';
import { type CostEstimate, dryRun } from '../../plan/dry-run.ts';
import { itemTasks } from '../../plan/item-task.ts';
import { endpointLines } from '../../report/facts/endpoint-facts.ts';
import { servedLines } from '../../report/facts/served-facts.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import type { Store } from '../../store/store.ts';
import { withLazyStore } from '../../store/use-store.ts';
import { AppError } from '../../util/app-error.ts';
import { compileSoon } from '../../util/compile-soon.ts';
import { giveMemoryBack, keepHeapSmall } from '../../util/small-heap.ts';
import { print, tell } from '../../util/terminal.ts';
import { dollars, fraction, oneLine, table } from '../../util/text.ts';
import { runOptionsOf } from '../cli-options.ts';
import { isSet, textOption } from '../command-options.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { shellWord, storeFlag } from '../flags/store-flag.ts';
import { interruptSignal } from '../interrupt.ts';
import { invocation } from '../invocation.ts';
import { progressDisplay } from '../progress-display.ts';

/** Calls over HTTP make much garbage: with less room for it collections are dearer, with V8's own it takes 90 MB more. */
const heapOfCalls = { young: 32, growth: 70 };

export async function run(command: Command): Promise<void> {
  keepHeapSmall(heapOfCalls); // before the items are read
  const { options, config } = await runOptionsOf(command);
  await withLazyStore(options.store, async ({ found, open }) => {
    const prepared = await prepareRun(options, config, found);
    if (itemsOf(prepared) > manyItems) giveMemoryBack(); // what the reading left: 80 MB after 300,000
    try {
      if (isSet(command, 'dryRun')) await printDryRun(prepared, isSet(command, 'json'));
      else
        await executeAndReport(prepared, { store: await open(), location: options.store, ...outputOptions(command) });
    } finally {
      await closeModels(prepared);
    }
  });
}

export function outputOptions(command: Command): Pick<CarryOutOptions, 'configFile' | 'json'> {
  return { configFile: textOption(command, 'config'), json: isSet(command, 'json') };
}

/** Items from which on giving back what reading them left is worth its 30 ms. */
const manyItems = 20_000;

function itemsOf({ datasets }: Pick<PreparedRun, 'datasets'>): number {
  return [...datasets.values()].reduce((sum, { items }) => sum + items.length, 0);
}

export interface CarryOutOptions {
  readonly store: Store;
  /** Store and config file as the user named them, for the command that resumes. */
  readonly location: string | undefined;
  readonly configFile: string | undefined;
  readonly json: boolean;
}

type Named = Pick<CarryOutOptions, 'location' | 'configFile'>;

/** Carries a run out with progress on stderr, prints what it came to, and sets the exit code. */
export async function executeAndReport(prepared: PreparedRun, options: CarryOutOptions): Promise<RunResult> {
  const result = await executeWithProgress(prepared, options);
  await closeModels(prepared); // the statistics get their memory
  if (options.json) print(safeJson(await runJson(result, prepared, options.store)));
  else if (result.status !== 'paused') await printReport(result.run, options.store, prepared.experiments);
  return result;
}

/** Carries a run out with progress on stderr, and sets the exit code. */
export async function executeWithProgress(
  prepared: PreparedRun,
  { store, ...named }: Pick<CarryOutOptions, 'store' | 'location' | 'configFile'>,
): Promise<RunResult> {
  const interrupt = interruptSignal(() =>
    tell(
      '\npausing: waiting for the calls in flight (Ctrl-C again to quit without them; they may have been charged)\n',
    ),
  );
  keepHeapSmall(heapOfCalls);
  compileSoon();
  const display = progressDisplay();
  const result = await executeRun(prepared, { store, stop: interrupt.signal, onProgress: display.show })
    .catch((error: unknown) => {
      throw withResume(error, resumeCommand(prepared.id, named));
    })
    .finally(interrupt.dispose);
  display.end(result.progress, result.ending.kind === 'finished');
  tell(endingText(result, named));
  process.exitCode = exitCodeOf(result);
  return result;
}

/** What `run --json` prints: status, counts of calls, cost, and the headline scores of a run that is not paused. */
async function runJson({ run, status, progress }: RunResult, { experiments, provenance }: PreparedRun, store: Store) {
  const { expected, found, answered, failed, retries } = progress;
  const { dollars: spent, unknown } = await store.spent(run);
  const calls = { expected, found, answered, failed, retries };
  const cost = { dollars: spent, unpriced: unknown };
  const about = { run, status, name: provenance.name ?? null, calls, cost };
  if (status === 'paused') return { ...about, scores: [] };
  const { analyzeRuns } = await import('../../pipeline/analyze-runs.ts');
  const { headlineOf } = await import('../../analyze/estimates/headline.ts');
  const { estimates } = await analyzeRuns({ store, runs: await chosenRuns(store, [run]), experiments, seed: 1 });
  const scores = estimates
    .filter(
      ({ experiment, measure, policy }) =>
        measure === headlineOf(estimates, experiment) && policy === experiments.get(experiment)?.publishedPolicy,
    )
    .map(({ experiment, model, condition, measure, value, interval, n, base_rate }) => {
      return { experiment, model, condition, measure, value, interval, n, base_rate };
    });
  return { ...about, scores };
}

/** The statistics are loaded here: a run begins without them. */
async function printReport(run: string, store: Store, experiments: Experiments): Promise<void> {
  const { analyzeRuns } = await import('../../pipeline/analyze-runs.ts');
  const { terminalText } = await import('./report.ts');
  const runs = await chosenRuns(store, [run]);
  const { terminalWidth } = await import('../terminal-options.ts');
  const analysis = await analyzeRuns({ store, runs, experiments, seed: 1 });
  print(`\n${terminalText(analysis, { width: terminalWidth(), wide: false, explain: false })}\n`);
  for (const line of [...servedLines(analysis.served), ...endpointLines(runs)]) print(oneLine(line, 400));
}

/** How the store can fail so that the run can go on once it is back. */
const passingFaults: readonly string[] = [
  'disk-full',
  'store-disk',
  'store-unreachable',
  'store-locked',
  'store-read-only',
  'store-refused',
  'store-cannot-open',
  'run-taken',
];

/** The error with the command that goes on with the run, where that will be of use. */
function withResume(error: unknown, resume: string): unknown {
  if (!(error instanceof AppError) || !passingFaults.includes(error.code)) return error;
  const hint = [...(error.hint === null ? [] : [error.hint]), `go on with: ${resume}`].join('; ');
  return new AppError(error.code, error.message, { hint, cause: error.cause });
}

function resumeCommand(run: string, named: Named): string {
  return `${invocation()} resume ${whereIs(run, named)}`;
}

/** The run's id, with the flags that name its config file and store again. */
function whereIs(run: string, { location, configFile }: Named): string {
  const config = configFile === undefined ? '' : ` --config ${shellWord(configFile)}`;
  return `${run}${config}${storeFlag(location)}`;
}

function endingText({ run, ending }: RunResult, named: Named): string {
  const where = whereIs(run, named);
  const resume = resumeCommand(run, named);
  switch (ending.kind) {
    case 'finished':
      return `run ${run} is finished: every call has an answer; one item with all of them: ${invocation()} show ${where}\n`;
    case 'incomplete':
      return `run ${run}: ${ending.failed} calls failed for good, the last one because: ${said(ending.failure)}\n${againText(ending.failure, resume)}\n`;
    case 'paused':
      return ending.why === 'budget'
        ? `run ${run} stopped before its budget was passed${unsureText(ending.unsure)}: ${dollars(ending.left)} are left, and the next call may cost ${dollars(ending.needed)} (--max-output-tokens lowers that, in a new run); go on with: ${resume} --budget USD\n`
        : `run ${run} is paused; go on with: ${resume}\n`;
    case 'gave-up':
      return `run ${run} is paused, ${ending.model} does not answer: ${said(ending.failure)}\n${adviceFor(ending.failure)}go on with: ${resume}\n`;
  }
}

function againText(failure: Failure, resume: string): string {
  if (failure.code === 'not-recorded') return 'a recording brings no more when it is asked again';
  return `${adviceFor(failure)}ask them again with: ${resume}`;
}

function unsureText(unsure: number): string {
  return unsure === 0 ? '' : ` (up to ${dollars(unsure)} of it for calls whose cost the server did not state)`;
}

/** Part of a message may come from the server. */
function said({ message }: Failure): string {
  return oneLine(message, 400);
}

function adviceFor({ code }: Failure): string {
  if (code === 'unauthorized')
    return 'check the key (`seb doctor` tells which variable holds it, --api-key-variable names another); then ';
  if (code === 'not-found') return 'check the name of the model and the base URL; then ';
  if (code === 'context-overflow') return 'asking again brings the same unless the model takes more; if it does now, ';
  if (code === 'network') return 'start the server or check --base-url; then ';
  return '';
}

async function printDryRun(prepared: PreparedRun, json: boolean): Promise<void> {
  const { config, experiments, datasets, models } = prepared;
  const forecasts = dryRun(
    itemTasks(config, experiments, datasets),
    ({ identity }) => models.get(identity)?.price ?? null,
  );
  const { detectableAssumption, detectableDifferences, level, power } = await import(
    '../../analyze/estimates/minimum-detectable-effect.ts'
  );
  const detectable = detectableDifferences(config, experiments, datasets);
  if (json) {
    const found = { power, level, assumption: detectableAssumption, experiments: detectable };
    print(JSON.stringify({ calls: sum(forecasts), forecasts, detectable: found }));
    return;
  }
  const cells = forecasts.map((forecast) => [
    forecast.model,
    forecast.experiment,
    String(forecast.calls),
    String(forecast.inputTokens),
    forecast.outputTokensHigh === null
      ? `${forecast.outputTokensLow} or more`
      : `${forecast.outputTokensLow} to ${forecast.outputTokensHigh}`,
    moneyOf(forecast),
  ]);
  const header = ['model', 'experiment', 'calls', 'input tokens', 'output tokens', 'money'];
  print(table(header, cells, ['left', 'left', 'right', 'right', 'right', 'right']));
  print(`\n${sum(forecasts)} calls in all, answers that are already stored included. Nothing was sent.`);
  if (forecasts.some(({ dollarsLow }) => dollarsLow === null)) {
    print('Prices come from --prices FILE (`curl -o prices.json https://models.dev/api.json` gets one).');
  }
  print(
    `\nThe smallest difference between two models that would be found (power ${power} by the normal formula, level 5 %):`,
  );
  for (const entry of detectable) print(`  ${detectableText(entry)}`);
  print(`This ${detectableAssumption}.`);
}

function detectableText({ experiment, groups, difference, reason = '' }: Detectable): string {
  const size = difference === null ? `n/a (${reason})` : fraction(difference);
  return `${experiment}: ${size}, ${groups} groups of items`;
}

function moneyOf({ dollarsLow, dollarsHigh }: CostEstimate): string {
  if (dollarsLow === null) return 'unknown price';
  return dollarsHigh === null ? `${dollars(dollarsLow)} or more` : `${dollars(dollarsLow)} to ${dollars(dollarsHigh)}`;
}

function sum(forecasts: readonly CostEstimate[]): number {
  return forecasts.reduce((total, { calls }) => total + calls, 0);
}
