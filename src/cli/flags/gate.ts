import type { Command } from 'commander';
import type { Gate, GateCheck } from '../../analyze/compare/regression-gate.ts';
import { writeJunit } from '../../report/export/write-junit.ts';
import { dropText, gateLines } from '../../report/render/gate-lines.ts';
import { junitOfChecks } from '../../report/render/junit.ts';
import type { RunRecord } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { tell } from '../../util/terminal.ts';
import { exitCodes } from '../exit-codes.ts';
import { textOption } from './command-options.ts';
import { wrapMessage } from './terminal-options.ts';

/**
 * Returns the gate of `--fail-if-lower` and `--junit`; null without them. AppError unless two runs and a margin of 0 or
 * more are given.
 */
export function gateOf([run, baseline, ...others]: readonly RunRecord[], command: Command): Gate | null {
  const margin = textOption(command, 'failIfLower');
  if (margin === undefined && textOption(command, 'junit') === undefined) return null;
  if (run === undefined || baseline === undefined || others.length > 0) {
    throw new AppError('gate-runs', '--fail-if-lower and --junit compare two different runs', {
      hint: 'give the new run first, then the baseline: `seb compare latest BASELINE --fail-if-lower 0.05`',
    });
  }
  const number = margin === undefined ? 0 : margin.trim() === '' ? Number.NaN : Number(margin);
  if (!Number.isFinite(number) || number < 0) {
    throw new AppError('bad-number', `--fail-if-lower needs a number of at least 0, not "${margin}"`, {
      hint: 'for example --fail-if-lower 0.05, in units of the score',
    });
  }
  return { run: run.id, baseline: baseline.id, margin: number };
}

/** Prints the checks, writes JUnit XML, and sets the exit code: 3 for a drop, 2 for a check without a result. */
export function reportGate(checks: readonly GateCheck[], gate: Gate, command: Command): void {
  const file = textOption(command, 'junit');
  if (file !== undefined) writeJunit(file, junitOfChecks(checks));
  for (const line of gateLines(checks, gate)) tell(wrapMessage(`${line}\n`));
  const fails = textOption(command, 'failIfLower') !== undefined;
  if (checks.length === 0) process.exitCode = exitCodes.incomplete;
  else if (fails && checks.some(({ result }) => result === 'lower')) {
    tell(wrapMessage(`${dropText(gate)}\n`));
    process.exitCode = exitCodes.gateFailed;
  } else if (fails && checks.some(({ result }) => result === 'not-measured')) process.exitCode = exitCodes.incomplete;
}
