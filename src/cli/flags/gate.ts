import type { Command } from 'commander';
import type { MarginRule } from '../../analyze/contrasts/make-contrasts.ts';
import { type Gate, notShared } from '../../analyze/contrasts/run-gate.ts';
import { nextSteps } from '../../analyze/next-steps/next-steps.ts';
import { shownStatus } from '../../domain/recorded.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import { type GateReport, gateEndText, gateLines, gateRuleText } from '../../report/render/gate-lines.ts';
import { junitOfChecks, junitOfDirections, writeJunit } from '../../report/render/junit.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { countChecks, selfCheckLines } from '../../report/render/self-check-text.ts';
import type { GateCheck, PrintedSelfCheck } from '../../results/comparison.ts';
import type { NextStep } from '../../results/step.ts';
import type { RunRecord } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { print, printScreen, tell, wrapTyped } from '../../util/terminal.ts';
import { exitCodes } from '../process/exit-codes.ts';
import { isSet, textOption } from './command-options.ts';
import { printNext } from './next-command.ts';
import { terminalWidth } from './terminal-options.ts';

/** Names of models and experiments that are compared; null: all. */
interface Named {
  readonly models: readonly string[] | null;
  readonly experiments: readonly string[] | null;
}

const flags = { lower: '--fail-if-lower', within: '--fail-unless-within' } as const;

/**
 * Returns the gate of `--fail-if-lower`, `--fail-unless-within` and `--junit`; null without them. AppError unless two
 * runs, or one of several models, and a margin are given that can fail.
 */
export function gateOf(
  runs: readonly RunRecord[],
  named: Named,
  experiments: Experiments,
  command: Command,
): Gate | null {
  const rule = givenRule(command);
  if (rule === null) return null;
  const [run, second, ...others] = runs.map((each) => narrowed(each, named));
  const models = second === undefined ? namedModels(run, named) : undefined;
  const baseline =
    second ?? (run?.config.models.some(({ name }) => name !== run.config.models[0]?.name) ? run : second);
  if (run === undefined || baseline === undefined || others.length > 0) {
    throw new AppError(
      'gate-runs',
      `${flags.lower}, ${flags.within} and --junit compare two different runs, or two models of one run`,
      {
        hint: 'give the new run first, then the baseline: `seb compare latest BASELINE --fail-if-lower 0.05`; of one run, name both models: `--model NEW BASELINE`',
      },
    );
  }
  const share = run.config.experiments.find(
    ({ name }) => experiments.has(name) && experimentNamed(experiments, name).measures[0]?.unit === 'share',
  );
  if (share !== undefined) refuseMargin(rule, share.name);
  return { run, baseline, ...rule, models };
}

/** Returns the rule and margin of a gate, on runs or logs; null without a flag that asks for one. */
export function givenRule(command: Command): MarginRule | null {
  const isGiven = ['failIfLower', 'failUnlessWithin', 'junit'].some((name) => textOption(command, name) !== undefined);
  return isGiven ? gateRule(command) : null;
}

/** Throws an AppError for a margin that a score that is a share can never exceed. */
export function refuseMargin({ rule, margin }: MarginRule, score: string): void {
  if (margin < 1) return;
  throw new AppError('bad-margin', `${flags[rule]} ${margin} can never fail: the score of ${score} is a share`, {
    hint: `give the margin as a share: ${flags[rule]} 0.05 is five percentage points`,
  });
}

/** Returns the two models of one run that the user named, the new one first; undefined for another number of them. */
function namedModels(run: Gate['run'] | undefined, { models }: Named): Gate['models'] {
  const [now, before, ...more] = new Set(models ?? []);
  const isThere = (name: string) => run?.config.models.some((each) => each.name === name) === true;
  if (now === undefined || before === undefined || more.length > 0) return undefined;
  return isThere(now) && isThere(before) ? [now, before] : undefined;
}

/** Returns the rule and margin of a gate; without a flag, a drop by any amount. AppError for a margin that is no number. */
export function gateRule(command: Command): Pick<Gate, 'rule' | 'margin'> {
  const within = textOption(command, 'failUnlessWithin');
  const rule = within === undefined ? 'lower' : 'within';
  return { rule, margin: marginOf(within ?? textOption(command, 'failIfLower') ?? '0', rule) };
}

/** Returns a run with only the named models and experiments. */
export function narrowed(run: RunRecord, { models, experiments }: Named): Gate['run'] {
  const isNamed =
    (names: readonly string[] | null) =>
    ({ name }: { readonly name: string }) =>
      names === null || names.includes(name);
  return {
    ...{ id: run.id, status: shownStatus(run) },
    config: {
      ...run.config,
      models: run.config.models.filter(isNamed(models)),
      experiments: run.config.experiments.filter(isNamed(experiments)),
    },
  };
}

function marginOf(text: string, rule: Gate['rule']): number {
  const margin = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(margin) && (rule === 'within' ? margin > 0 : margin >= 0)) return margin;
  const bound = rule === 'within' ? 'above 0' : 'of at least 0';
  throw new AppError('bad-number', `${flags[rule]} needs a number ${bound}, not "${text}"`, {
    hint: `for example ${flags[rule]} 0.05, in units of the score`,
  });
}

/** Returns the gate on two runs with the names that its lines and JUnit have. */
export function gateOfRuns(gate: Gate, checks: readonly GateCheck[]): GateReport {
  const { run, baseline, rule, margin, models } = gate;
  return {
    ...{ checks, rule, margin, notCompared: notShared(gate, checks) },
    sides: models ?? [`run ${run.id}`, `run ${baseline.id}`],
    placeOf: ({ experiment, condition }) => [experiment, condition],
  };
}

/** Prints the checks of a gate, on runs or logs, writes JUnit XML, and sets the exit code: 3 for a failed check, 2 for one without a result. */
export function reportGate(
  report: GateReport,
  { unfinished = [], look }: { readonly unfinished?: readonly string[]; readonly look: readonly NextStep[] },
  command: Command,
): void {
  const { checks } = report;
  const file = textOption(command, 'junit');
  if (file !== undefined) writeJunit(file, junitOfChecks(report));
  const ruleLines = isGate(command) && checks.length > 0 ? [gateRuleText(report)] : [];
  const endLines = ruleLines.length === 0 ? [] : [gateEndText(checks)];
  for (const line of [...unfinished, ...ruleLines, ...gateLines(report), ...endLines]) tell(`${line}\n`);
  setGateExit(checks, command);
  if (!isSet(command, 'json')) printNext(nextSteps({ kind: 'gate', checks, look }), command);
}

/** Prints what a gate says of two sides that are the same thing, of runs or logs, in both directions; sets the exit code. */
export function reportSelfCheck(
  directions: readonly (GateReport & { readonly ids?: Readonly<Record<'run' | 'baseline', string>> })[],
  command: Command,
): void {
  const rule = gateRule(command);
  const checks = directions.flatMap((report) => report.checks);
  const file = textOption(command, 'junit');
  if (file !== undefined) writeJunit(file, junitOfDirections(directions));
  if (isSet(command, 'json')) {
    const printed: PrintedSelfCheck = {
      selfCheck: {
        ...{ ...rule, ...countChecks(checks) },
        directions: directions.map((each) => ({ ...each.ids, ...rule, checks: each.checks })),
      },
    };
    print(safeJson(printed));
  } else for (const line of selfCheckLines(directions, rule)) printScreen(wrapTyped(line, terminalWidth()).join('\n'));
  if (countChecks(checks).measured === 0) process.exitCode = exitCodes.incomplete;
  else setGateExit(checks, command);
}

/** Returns whether a flag asks for an exit code; `--junit` alone does not. */
function isGate(command: Command): boolean {
  return textOption(command, 'failIfLower') !== undefined || textOption(command, 'failUnlessWithin') !== undefined;
}

/** Sets the exit code of a gate: 3 where a check fails, 2 where one was not measured, or where there is none. */
function setGateExit(checks: readonly GateCheck[], command: Command): void {
  const { failed, measured } = countChecks(checks);
  if (checks.length === 0) process.exitCode = exitCodes.incomplete;
  else if (!isGate(command)) return;
  else if (failed > 0) process.exitCode = exitCodes.gateFailed;
  else if (measured < checks.length) process.exitCode = exitCodes.incomplete;
}
