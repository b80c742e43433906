import { executeRun, type RunResult } from '../../answers/execute-run.ts';
import type { PreparedRun } from '../../answers/prepare/prepared-run.ts';
import { effectiveSampling } from '../../domain/call.ts';
import { kindOf } from '../../models/registry.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { tell } from '../../util/terminal.ts';
import { oneLine } from '../../util/text.ts';
import { exitCodeOf } from '../process/exit-codes.ts';
import { interruptSignal } from '../process/interrupt.ts';
import { endingText } from './ending-text.ts';
import { progressDisplay } from './progress-display.ts';
import { type NamedFiles, resumeCommand } from './resume-command.ts';

const pausing =
  '\npausing: waiting for the calls in flight (Ctrl-C again to quit without them; they may have been charged)\n';

/** Executes a run with progress on stderr, prints there how it ended, and sets the exit code. Ctrl-C pauses the run. */
export async function executeWithProgress(
  prepared: PreparedRun,
  { store, ...named }: NamedFiles & { readonly store: Store },
): Promise<RunResult> {
  for (const { name } of prepared.config.models.filter(({ name }) => name.startsWith('gguf/'))) {
    tell(`${oneLine(name, 60)} samples with ${effectiveSampling(name, prepared.config.sampling)}\n`);
  }
  const interrupt = interruptSignal(
    () => tell(pausing),
    () =>
      tell(
        `\nrun ${prepared.id} is paused; answers to the calls in flight are lost; to continue: ${resumeCommand(prepared.id, named)}\n`,
      ),
  );
  const isServer = ({ name }: { readonly name: string }) => kindOf(name) === 'server';
  const display = progressDisplay({ countUnpriced: !prepared.config.models.every(isServer) });
  const result = await executeRun(prepared, { store, stop: interrupt.signal, onProgress: display.show })
    .catch((error: unknown) => {
      throw withResume(error, resumeCommand(prepared.id, named));
    })
    .finally(interrupt.dispose);
  display.end(result.progress, result.ending.kind === 'finished');
  tell(endingText(result, named));
  for (const note of result.notes) tell(`note: ${note}\n`);
  process.exitCode = exitCodeOf(result);
  return result;
}

/** Codes of errors after which the run can continue once the store is available again. */
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

/** Adds the resume command to the hint of a temporary error. */
function withResume(error: unknown, resume: string): unknown {
  if (!(error instanceof AppError) || !passingFaults.includes(error.code)) return error;
  const hint = [...(error.hint === null ? [] : [error.hint]), `to continue: ${resume}`].join('; ');
  return new AppError(error.code, error.message, { hint, cause: error.cause });
}
