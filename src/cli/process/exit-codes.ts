import type { RunResult } from '../../answers/execute-run.ts';

/** Exit codes of the command; 130 is the shell's code for an interrupted program. */
export const exitCodes = { done: 0, error: 1, incomplete: 2, gateFailed: 3, interrupted: 130 } as const;

export function exitCodeOf({ ending }: Pick<RunResult, 'ending'>): number {
  switch (ending.kind) {
    case 'finished':
      return exitCodes.done;
    case 'incomplete':
      return exitCodes.incomplete;
    case 'paused':
      return ending.why === 'stopped' ? exitCodes.interrupted : exitCodes.incomplete;
    case 'gave-up':
      return exitCodes.error;
  }
}
