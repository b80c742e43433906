import { failed } from '../../../models/failures/failure.ts';
import { type HostResult, ok } from '../../../models/failures/host-result.ts';
import type { Clock } from '../clock.ts';
import { readExit, writeExit } from './command-folder.ts';
import { jobFolderVariable } from './command-line.ts';
import { isProcessWith, processesOfGroup } from './own-process.ts';

/** The processes of a job folder's command. */
export interface RunningCommand {
  /** Process that runs the command. */
  readonly pid: number;
  /** Process group of the command; absent before it has started, and in folders of earlier versions. */
  readonly group?: number | undefined;
}

const lookMs = 250;
/** Looks after each signal: 10 s for a program that saves its state, 2 s for the system to end it. */
const looksAfter = { SIGTERM: 40, SIGKILL: 8 } as const;

/** Returns the running processes of a folder's command, whether or not the process that started it still runs. */
export function runningProcesses(folder: string, { group }: RunningCommand): readonly number[] {
  return group === undefined ? [] : processesOfGroup(group, `${jobFolderVariable}=${folder}\0`);
}

/**
 * Ends the command of a folder: SIGTERM to its process group, SIGKILL to what still runs 10 s later. A failure names the
 * processes that run even then.
 */
export async function cancelCommand(folder: string, command: RunningCommand, clock: Clock): Promise<HostResult<null>> {
  const isRunnerAlive = isProcessWith(command.pid, folder) === true;
  if (!isRunnerAlive && runningProcesses(folder, command).length === 0) {
    return failed('invalid-request', `process ${command.pid} is no longer the training job`);
  }
  if (isRunnerAlive)
    process.kill(command.pid, 'SIGTERM'); // it sends the signal to the group and records the cancellation
  else signalGroup(command, 'SIGTERM');
  if (await hasEnded(folder, command, { clock, looks: looksAfter.SIGTERM })) return canceled(folder, isRunnerAlive);
  signalGroup(command, 'SIGKILL');
  if (await hasEnded(folder, command, { clock, looks: looksAfter.SIGKILL })) return canceled(folder, isRunnerAlive);
  const left = runningProcesses(folder, command).join(', ');
  return failed('invalid-request', `these processes of the job did not end: ${left}`);
}

function signalGroup({ group }: RunningCommand, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (group === undefined) return;
  try {
    process.kill(-group, signal);
  } catch {
    // it has just ended
  }
}

async function hasEnded(
  folder: string,
  command: RunningCommand,
  { clock, looks }: { readonly clock: Clock; readonly looks: number },
): Promise<boolean> {
  const never = new AbortController().signal;
  for (let look = 0; look < looks; look += 1) {
    const isRunnerAlive = isProcessWith(command.pid, folder) === true;
    if (!isRunnerAlive && runningProcesses(folder, command).length === 0) return true;
    await clock.wait(lookMs, never);
  }
  return false;
}

/** Records the cancellation where the process that would have recorded it had been killed. */
function canceled(folder: string, isRecorded: boolean): HostResult<null> {
  if (!isRecorded && readExit(folder) === null) writeExit(folder, { code: null, signal: 'SIGTERM', cancelled: true });
  return ok(null);
}
