import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { CheckedRuns } from '../../../analyze/checks/run-checks.ts';
import type { DataOf } from '../../../analyze/contrasts/unit-tables.ts';
import { nextSteps } from '../../../analyze/next-steps/next-steps.ts';
import { dataOfRuns, type Runs } from '../../../analyze/units/data-of-runs.ts';
import { sharedData, storedItems } from '../../../analyze/units/shared-data.ts';
import { analyzeWorth, type WorthRequest } from '../../../analyze/worth/analyze-worth.ts';
import { demoAnswers, demoModels } from '../../../analyze/worth/demo-answers.ts';
import {
  AnswerCollector,
  answersOfRuns,
  type ModelAnswers,
  storedFacts,
  whyFilled,
} from '../../../analyze/worth/model-answers.ts';
import { panelOf } from '../../../analyze/worth/panel.ts';
import { recordedAnswers } from '../../../analyze/worth/recorded-answers.ts';
import type { GivenPrices } from '../../../analyze/worth/worth-problem.ts';
import { flagName } from '../../../answers/options/option.ts';
import { readScoredItems } from '../../../answers/stored-run.ts';
import { taskNames } from '../../../experiments/task-name.ts';
import { priceOf, readPrices } from '../../../models/prices.ts';
import { readLogsAt } from '../../../recordings/formats.ts';
import { joinLogs } from '../../../recordings/joined-logs.ts';
import { decisionCurveFigure } from '../../../report/figures/decision-curve.ts';
import { safeJson } from '../../../report/render/safe-json.ts';
import { explainedTables } from '../../../report/render/terminal-table.ts';
import { worthScreen } from '../../../report/render/worth-screen.ts';
import { worthTable } from '../../../report/tables/worth-tables.ts';
import { type CheckFinding, type ResultChecks, resultChecks } from '../../../results/row-check.ts';
import { AppError } from '../../../util/app-error.ts';
import { nearestNames } from '../../../util/nearest-names.ts';
import { print, printScreen, tell } from '../../../util/terminal.ts';
import { refuse } from '../../execution/refuse.ts';
import { isSet, listOption, textOption } from '../../flags/command-options.ts';
import { givenCommand } from '../../flags/given-command.ts';
import { fieldChoice } from '../../flags/log-flags.ts';
import { asTyped } from '../../flags/next-command.ts';
import { terminalOptions } from '../../flags/terminal-options.ts';
import { withSelection } from '../../flags/with-runs.ts';
import { logPaths } from '../logs/log-paths.ts';
import { readScoredLogs, tellNotes } from '../logs/read-logs.ts';
import { tellRunChecks } from '../run-checks.ts';

/** Prints whether asking a model first pays, from the stored answers of runs. Sends nothing. */
export async function worth(ids: readonly string[], command: Command): Promise<void> {
  if (isSet(command, 'demo')) return await demo(command);
  const flags = givenFlags(command);
  const logs = await logPaths(ids, command);
  if (logs !== null) return await worthOfLogs(logs, flags, command);
  await withSelection(ids, command, async ({ store, runs, experiments }) => {
    const collector = new AnswerCollector();
    const checks = new CheckedRuns(taskNames(experiments));
    const shared = await sharedData(storedItems(store), runs);
    for await (const { run, item } of readScoredItems({ store, runs, experiments })) {
      const rows = item.rows.map((row) => ({
        ...row,
        item: shared?.itemName(row.run, row.experiment, row.item) ?? row.item,
      }));
      collector.add({ ...item, rows }, (outcome) => storedFacts(item, outcome));
      checks.add(run, item);
    }
    tellRunChecks(checks.findings());
    const nameOf = (id: string) => runs.find((run) => run.id === id)?.provenance.name ?? id;
    const answers = answersOfRuns(collector.all(), nameOf);
    refuseMixedData(answers, { runs, dataOf: shared?.dataOf ?? dataOfRuns(runs) }, textOption(command, 'experiment'));
    await printWorth(answers, { ...flags, runs: runs.map(({ id }) => id) }, command);
  });
}

/** Throws an AppError where runs have too few items of an experiment in common: equal ids are then different items. */
function refuseMixedData(
  answers: readonly ModelAnswers[],
  { runs, dataOf }: { readonly runs: Runs; readonly dataOf: DataOf },
  chosen: string | undefined,
): void {
  for (const task of new Set(answers.map((each) => each.task))) {
    if (chosen !== undefined && chosen !== task) continue;
    const having = runs.filter(({ config }) => config.experiments.some(({ name }) => name === task));
    if (new Set(having.map(({ id }) => dataOf(id, task))).size > 1)
      throw new AppError('worth-choice', `the runs have different items of ${task}`, {
        hint: 'give runs of the same items: `seb list` shows the runs',
      });
  }
}

/** Prints the result for two simulated models; the flags of prices and signals apply. */
async function demo(command: Command): Promise<void> {
  tell('The two models are SIMULATED (random numbers with known parameters). Their answers say nothing about LLMs.\n');
  const { isAbstaining, prices, maxError } = givenFlags(command, { pass: demoModels.pass, right: '0.02' });
  await printWorth(demoAnswers(), { isAbstaining, prices, maxError, runs: [] }, command);
}

/** Prints the same from logs of other tools; needs no store. */
async function worthOfLogs(files: readonly string[], flags: Flags, command: Command): Promise<void> {
  const screened = await readScoredLogs(files, command);
  if (screened === null) return;
  const { logs } = screened;
  tellNotes(logs);
  const listed = await readPrices(textOption(command, 'prices') ?? null);
  const options = {
    score: textOption(command, 'score'),
    named: modelsNamed(command),
    priceOf: (model: string) => priceOf(listed, model),
  };
  const read = await recordedAnswers(logs, options);
  if (read.kind === 'refused') return notMeasured(read, command);
  const [left] = read.left;
  if (left !== undefined) {
    const names = read.left.map(({ model }) => model);
    tell(`note: ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} left out: ${left.reason}\n`);
  }
  const filled = screened.findings.filter(({ check }) => check === 'filled values');
  await printWorth(read.answers, { filled, checks: resultChecks(screened.findings), ...flags, runs: [] }, command);
}

/** Returns the models that flags name: A, B, and those whose agreement is a signal. */
function modelsNamed(command: Command): readonly string[] {
  const agreeing = (listOption(command, 'signals') ?? []).flatMap((signal) => /^agree:(.+)$/.exec(signal)?.[1] ?? []);
  return [textOption(command, 'keep'), textOption(command, 'pass'), ...agreeing].filter((name) => name !== undefined);
}

function notMeasured({ reason, advice }: { readonly reason: string; readonly advice: string }, command: Command): void {
  refuse({ reason, advice, lead: 'seb: not measured' }, command);
}

interface Flags {
  readonly prices: GivenPrices | null;
  readonly maxError: number | null;
  readonly isAbstaining: boolean;
}

/** Returns prices and limits. AppError for numbers that cannot be prices, and for combinations without a meaning. */
function givenFlags(command: Command, otherwise: { readonly pass?: string; readonly right?: string } = {}): Flags {
  const [right, wrong, second] = ['right', 'wrong', 'second'].map((name) =>
    amountOption(command, name, name === 'right' ? otherwise.right : undefined),
  ) as [number | null, number | null, number | null]; // three names
  const isAbstaining = isSet(command, 'abstain');
  if (!isAbstaining && (textOption(command, 'pass') ?? otherwise.pass) === undefined)
    throw new AppError('worth-choice', 'no model is given for the requests that the first model does not keep', {
      hint: 'add --pass MODEL, the model that answers them, or --abstain, if no model does; `seb worth --demo` shows an example',
    });
  if (right === null && (wrong ?? second) !== null)
    throw new AppError('worth-choice', '--wrong and --second need --right, the value of a right answer in US dollars', {
      hint: 'for example --right 0.02',
    });
  if (isAbstaining && right !== null && wrong === null)
    throw new AppError(
      'worth-choice',
      '--abstain with --right needs --wrong: where a wrong answer costs nothing, abstaining cannot pay',
      {
        hint: 'for example --right 0.02 --wrong 0.05',
      },
    );
  if (textOption(command, 'svg') !== undefined && right === null)
    throw new AppError('worth-choice', '--svg needs --right: the curve is drawn by the value of a right answer', {
      hint: 'for example --right 0.02',
    });
  const maxError = amountOption(command, 'maxError');
  if (maxError !== null && (maxError <= 0 || maxError >= 1))
    throw new AppError('bad-number', `--max-error needs a share between 0 and 1, not ${maxError}`, {
      hint: 'for example --max-error 0.05',
    });
  const ask = amountOption(command, 'ask');
  const prices = right === null ? null : { right, wrong: wrong ?? 0, second: second ?? 0, ask };
  return { prices, maxError, isAbstaining };
}

/** Returns a number of 0 or more; null when it is absent. AppError for any other value. */
function amountOption(command: Command, name: string, otherwise?: string): number | null {
  const text = textOption(command, name) ?? otherwise;
  if (text === undefined) return null;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= 0 && Number.isFinite(value)) return value;
  throw new AppError('bad-number', `--${flagName(name)} needs a number of 0 or more, not "${text}"`);
}

interface PrintedWorth extends Flags, Pick<WorthRequest, 'runs'> {
  /** Findings on stated values that look filled in. */
  readonly filled?: readonly CheckFinding[];
  /** What was found in the rows of logs; absent for runs. */
  readonly checks?: ResultChecks;
}

async function printWorth(
  all: readonly ModelAnswers[],
  { prices, maxError, isAbstaining, runs, filled = [], checks }: PrintedWorth,
  command: Command,
): Promise<void> {
  const answers = runs.length > 0 || isSet(command, 'demo') ? ofOneTask(all, command) : ofOneLoggedTask(all);
  const pass = isAbstaining ? null : namedModel(answers, textOption(command, 'pass') ?? demoModels.pass);
  const keepName =
    textOption(command, 'keep') ??
    (isSet(command, 'demo') && pass?.model !== demoModels.keep ? demoModels.keep : undefined);
  const keep = keepName === undefined ? onlyModel(answers, pass) : namedModel(answers, keepName);
  const { loggedModel = keep.model, source } = keep;
  const doubt = filled.find(
    ({ file, score, models }) => file === source?.file && score === source.score && models.includes(loggedModel),
  );
  const found = doubt?.found ?? whyFilled(keep);
  if (found !== null && !isSet(command, 'keepFilled'))
    return notMeasured(
      { reason: `${keep.model} looks filled in: ${found}`, advice: 'to use it: --keep-filled' },
      command,
    );
  const svg = textOption(command, 'svg');
  const panel = await panelGiven({ keep, pass }, command);
  if (panel?.kind === 'refused') return notMeasured(panel, command);
  const request: WorthRequest = {
    ...{
      runs,
      keep,
      pass,
      panel,
      others: answers,
      prices,
      maxError,
      signals: namedSignals(answers, listOption(command, 'signals')),
    },
    withCurve: svg !== undefined || isSet(command, 'json'),
  };
  const outcome = analyzeWorth(request);
  if (outcome.kind === 'not-measured') return notMeasured({ reason: outcome.reason, advice: outcome.hint }, command);
  if (svg !== undefined) {
    const figure = decisionCurveFigure(outcome.worth);
    const { renderSvg } = await import('../../../report/figures/render/render-svg.ts');
    if (figure.kind === 'drawn') writeFileSync(svg, await renderSvg(figure.spec));
  }
  const given = isSet(command, 'demo') ? null : givenCommand(command, ['--json']);
  const worth = {
    ...outcome.worth,
    ...(checks === undefined ? {} : { checks }),
    next: nextSteps({ kind: 'worth', worth: outcome.worth, command: given }),
  };
  if (isSet(command, 'json')) return print(safeJson(worth));
  const { width, explain } = terminalOptions(command);
  printScreen(worthScreen(worth, { width, command: asTyped(textOption(command, 'store')) }));
  if (explain) printScreen(['', ...explainedTables([worthTable(worth)], width)].join('\n'));
}

/** Returns the outcomes of other models that `--panel` names, or why they cannot be used; null without the flag. */
async function panelGiven(sides: Parameters<typeof panelOf>[1], command: Command) {
  const source = textOption(command, 'panel');
  if (source === undefined) return null;
  const { logs } = joinLogs(await readLogsAt(source, fieldChoice(command)));
  return await panelOf({ logs, source, score: textOption(command, 'score') }, sides);
}

/** Returns the answers under one experiment and condition. AppError where the flags do not decide between several. */
function ofOneTask(all: readonly ModelAnswers[], command: Command): readonly ModelAnswers[] {
  if (all.length === 0)
    throw new AppError('worth-choice', 'these runs do not say whether answers are right', {
      hint: 'it needs questions with a key, or requests with a label; docs/worth.md lists the experiments',
    });
  const task = oneOf(
    all.map((each) => each.task),
    { flag: 'experiment', given: textOption(command, 'experiment') },
  );
  const ofTask = all.filter((each) => each.task === task);
  const conditions = ofTask.map(({ condition }) => condition);
  const condition = oneOf(conditions, { flag: 'condition', given: textOption(command, 'condition') });
  return ofTask.filter((each) => each.condition === condition);
}

/** Returns the answers of logs. AppError for logs of several tasks, whose equal ids are different items. */
function ofOneLoggedTask(all: readonly ModelAnswers[]): readonly ModelAnswers[] {
  const tasks = [...new Set(all.map(({ task }) => task))];
  if (tasks.length === 1) return all;
  throw new AppError('worth-choice', `the logs have several tasks: ${tasks.join(', ')}`, {
    hint: 'give the logs of one task',
  });
}

function oneOf(
  names: readonly string[],
  { flag, given }: { readonly flag: string; readonly given: string | undefined },
): string {
  const known = [...new Set(names)];
  const [first = '', ...more] = known;
  if (given === undefined && more.length === 0) return first;
  if (given !== undefined && known.includes(given)) return given;
  throw new AppError(
    'worth-choice',
    given === undefined
      ? `the runs have several: ${known.join(', ')}`
      : `the runs have no ${flag} "${given}" that says whether answers are right`,
    {
      hint: `choose with --${flag}: ${known.join(', ')}`,
    },
  );
}

/** Returns the answers of a model by its name on the screen, or by its name in the logs where only one model has it; null for none. */
function findModel(answers: readonly ModelAnswers[], name: string): ModelAnswers | null {
  const logged = answers.filter(({ loggedModel }) => loggedModel === name);
  return answers.find(({ model }) => model === name) ?? (logged.length === 1 ? logged[0] : undefined) ?? null;
}

/** Returns signals in which models have their names on the screen. */
function namedSignals(answers: readonly ModelAnswers[], signals: readonly string[] | null): readonly string[] | null {
  return (
    signals?.map((signal) => {
      const [, name] = /^agree:(.*)$/s.exec(signal) ?? [];
      const found = name === undefined ? null : findModel(answers, name);
      return found === null ? signal : `agree:${found.model}`;
    }) ?? null
  );
}

function namedModel(answers: readonly ModelAnswers[], name: string): ModelAnswers {
  const found = findModel(answers, name);
  if (found !== null) return found;
  const names = answers.map(({ model }) => model);
  const near = nearestNames(name, names);
  throw new AppError('unknown-model', `the runs have no model "${name}"`, {
    hint: near.length > 0 ? `did you mean ${near.join(' or ')}?` : `they have: ${names.join(', ')}`,
  });
}

function onlyModel(answers: readonly ModelAnswers[], pass: ModelAnswers | null): ModelAnswers {
  const others = answers.filter((each) => each !== pass);
  const [only, ...more] = others;
  if (only !== undefined && more.length === 0) return only;
  throw new AppError('worth-choice', 'the model whose answer is kept is not given', {
    hint: `add --keep with one of: ${answers.map(({ model }) => model).join(', ')}`,
  });
}
