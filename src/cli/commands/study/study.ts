import type { Command } from 'commander';
import { callOptionsOf } from '../../../answers/options/run-options.ts';
import type { FileChoice } from '../../../models/key-destination.ts';
import { safeJson } from '../../../report/render/safe-json.ts';
import { bundledNotice } from '../../../results/model-origin.ts';
import { withStore } from '../../../store/use-store.ts';
import { bundledStudy } from '../../../study/design/bundled-study.ts';
import { isDataFile, loadDesign, type StudyDesign } from '../../../study/design/design.ts';
import { studyFindings } from '../../../study/report/study-findings.ts';
import { studyScreen, waitingLines } from '../../../study/report/study-screen.ts';
import { runStudy, type StudyOutcome } from '../../../study/steps/run-study.ts';
import type { ArmJob } from '../../../study/steps/train-arms.ts';
import { jobJson } from '../../../train/job-lines.ts';
import { Stopped } from '../../../train/jobs/job-context.ts';
import { AppError } from '../../../util/app-error.ts';
import { print, printScreen, tell } from '../../../util/terminal.ts';
import { oneLine } from '../../../util/text.ts';
import { progressDisplay } from '../../execution/progress-display.ts';
import { stoppedText } from '../../execution/stopped-text.ts';
import { cliOptions } from '../../flags/cli-options.ts';
import { isSet, positiveOption, textOption } from '../../flags/command-options.ts';
import { asTyped } from '../../flags/next-command.ts';
import { terminalWidth } from '../../flags/terminal-options.ts';
import { exitCodeOf, exitCodes } from '../../process/exit-codes.ts';
import { interruptSignal } from '../../process/interrupt.ts';
import { printRefusal } from '../../process/json-refusal.ts';

/** Runs an introspection study, or the rest of it, and prints its verdicts. */
export async function studyIntrospection(file: string | null, command: Command): Promise<void> {
  const design = await designOf(file, command);
  const notice = isSet(command, 'bundled') ? bundledNotice : null;
  if (notice !== null) tell(`${notice}\n`);
  if (isSet(command, 'dryRun')) {
    await printDryRun(design, command);
    return;
  }
  const trainer = design.port?.command;
  if (file !== null && trainer != null) tell(`note: ${file} trains with the command: ${trainer}\n`);
  const outcome = await carryOut(design, command, fileChoiceOf(file, command));
  if (outcome === null) return;
  printOutcome(outcome, isSet(command, 'json'), textOption(command, 'store'));
}

async function designOf(file: string | null, command: Command): Promise<StudyDesign> {
  const isBundled = isSet(command, 'bundled');
  if (isBundled === (file !== null)) {
    throw new AppError('no-study', 'give either a study file or --bundled', {
      hint: '`seb study introspection --bundled` needs no file, key or internet',
    });
  }
  const budget = positiveOption(command, 'budget');
  const design =
    file === null ? bundledStudy(positiveOption(command, 'itemsPerTask', 'whole') ?? 30) : await loadDesign(file);
  return {
    ...design,
    ...callOptionsOf(cliOptions(command)),
    ...(budget === null ? {} : { budget }),
  };
}

/** Returns what a study file chose of addresses and keys; null for a program, which the user runs. */
function fileChoiceOf(file: string | null, command: Command): FileChoice | null {
  if (file === null || !isDataFile(file)) return null;
  const { baseUrl, apiKeyVariable } = cliOptions(command);
  return { file, baseUrl: baseUrl === undefined, apiKeyVariable: apiKeyVariable === undefined };
}

async function carryOut(
  design: StudyDesign,
  command: Command,
  fileChoice: FileChoice | null,
): Promise<StudyOutcome | null> {
  const again = 'run the same command again to continue the study';
  const interrupt = interruptSignal(
    () => tell(`\npausing: waiting for the calls in flight (Ctrl-C again to quit without them); ${again}\n`),
    () => tell(`\nquit without the calls in flight; ${again}\n`),
  );
  const display = progressDisplay({ countUnpriced: true });
  try {
    return await withStore(textOption(command, 'store'), (store) =>
      runStudy(design, {
        store,
        stop: interrupt.signal,
        environment: process.env,
        fileChoice,
        folder: textOption(command, 'folder') ?? '.seb/study',
        wait: isSet(command, 'wait'),
        resubmit: isSet(command, 'resubmit'),
        onProgress: display.show,
        note: (line) => tell(`${oneLine(line, 400)}\n`),
      }),
    );
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return null;
  } finally {
    if (interrupt.signal.aborted) process.exitCode = exitCodes.interrupted;
    interrupt.dispose();
  }
}

function printOutcome(outcome: StudyOutcome, json: boolean, store: string | undefined): void {
  switch (outcome.kind) {
    case 'stopped':
      process.exitCode = exitCodeOf(outcome.run);
      if (json) printRefusal({ kind: 'refused', code: null, reason: stoppedText(outcome).trim(), advice: null });
      tell(stoppedText(outcome));
      return;
    case 'waiting':
      if (json) print(safeJson({ waiting: outcome.jobs.map(waitingJson) }));
      else printScreen(waitingLines(outcome.jobs).join('\n'));
      return;
    case 'finished':
      if (json) print(safeJson(outcome.result));
      else printScreen(finishedText(outcome, store));
      return;
  }
}

function finishedText(
  { id, record, result }: Extract<StudyOutcome, { readonly kind: 'finished' }>,
  store: string | undefined,
): string {
  const results = studyFindings(id, record, result);
  return studyScreen(results, { width: terminalWidth(), command: asTyped(store) });
}

function waitingJson({ arm, job }: ArmJob) {
  return { ...jobJson(job), predictor: arm.name };
}

async function printDryRun(design: StudyDesign, command: Command): Promise<void> {
  const { estimateStudy } = await import('../../../study/steps/estimate-study.ts');
  const { estimateLines } = await import('../../../study/report/estimate-lines.ts');
  const estimate = await estimateStudy(design, process.env);
  print(isSet(command, 'json') ? safeJson(estimate) : estimateLines(estimate, terminalWidth()).join('\n'));
}
