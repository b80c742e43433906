import type { Command } from 'commander';
import type { Gate } from '../../analyze/contrasts/run-gate.ts';
import { nextSteps } from '../../analyze/next-steps/next-steps.ts';
import { isRecorded } from '../../domain/recorded.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import { dropText, gateLines, unfinishedLines } from '../../report/render/gate-lines.ts';
import { junitChecks, junitOfChecks, writeJunit } from '../../report/render/junit.ts';
import { countChecks } from '../../report/render/self-check-text.ts';
import type { GateCheck } from '../../results/comparison.ts';
import type { NextStep } from '../../results/step.ts';
import type { RunRecord } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { tell } from '../../util/terminal.ts';
import { exitCodes } from '../process/exit-codes.ts';
import { isSet, textOption } from './command-options.ts';
import { printNext } from './next-command.ts';
import { wrapMessage } from './terminal-options.ts';

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
  const within = textOption(command, 'failUnlessWithin');
  const given = within ?? textOption(command, 'failIfLower');
  if (given === undefined && textOption(command, 'junit') === undefined) return null;
  const rule = within === undefined ? 'lower' : 'within';
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
  const margin = given === undefined ? 0 : marginOf(given, rule);
  const share = run.config.experiments.find(
    ({ name }) => experiments.has(name) && experimentNamed(experiments, name).measures[0]?.unit === 'share',
  );
  if (margin >= 1 && share !== undefined) {
    throw new AppError('bad-margin', `${flags[rule]} ${given} can never fail: the score of ${share.name} is a share`, {
      hint: `give the margin as a share: ${flags[rule]} 0.05 is five percentage points`,
    });
  }
  return { run, baseline, rule, margin, models };
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
export function narrowed({ id, config }: RunRecord, { models, experiments }: Named): Gate['run'] {
  const isNamed =
    (names: readonly string[] | null) =>
    ({ name }: { readonly name: string }) =>
      names === null || names.includes(name);
  return {
    id,
    config: {
      ...config,
      models: config.models.filter(isNamed(models)),
      experiments: config.experiments.filter(isNamed(experiments)),
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

/** Prints the checks, writes JUnit XML, and sets the exit code: 3 for a failed check, 2 for one without a result. */
export function reportGate(
  checks: readonly GateCheck[],
  {
    gate,
    runs,
    look,
  }: { readonly gate: Gate; readonly runs: readonly RunRecord[]; readonly look: readonly NextStep[] },
  command: Command,
): void {
  const file = textOption(command, 'junit');
  if (file !== undefined) writeJunit(file, junitOfChecks(junitChecks(checks)));
  const open = runs.filter(({ config }) => !config.models.every(isRecorded)); // a recording has no more answers
  for (const line of [...unfinishedLines(open), ...gateLines(checks, gate)]) tell(wrapMessage(`${line}\n`));
  const { failed, measured } = countChecks(checks);
  if (checks.length === 0) process.exitCode = exitCodes.incomplete;
  else if (isGate(command)) {
    if (failed > 0) tell(wrapMessage(`${dropText(gate)}\n`));
    setGateExit({ failed, measured, checks: checks.length });
  }
  if (!isSet(command, 'json')) printNext(nextSteps({ kind: 'gate', checks, look }), command);
}

/** Returns whether a flag asks for an exit code; `--junit` alone does not. */
export function isGate(command: Command): boolean {
  return textOption(command, 'failIfLower') !== undefined || textOption(command, 'failUnlessWithin') !== undefined;
}

/** Sets the exit code of a gate: 3 where a check fails, 2 where one was not measured. */
export function setGateExit({
  failed,
  measured,
  checks,
}: {
  readonly failed: number;
  readonly measured: number;
  readonly checks: number;
}): void {
  if (failed > 0) process.exitCode = exitCodes.gateFailed;
  else if (measured < checks) process.exitCode = exitCodes.incomplete;
}
