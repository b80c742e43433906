import type { Failure } from '../../domain/answer.ts';
import type { RunResult } from '../../pipeline/execute-run.ts';
import { dollars, oneLine } from '../../util/text.ts';
import { invocation } from '../invocation.ts';
import { type NamedFiles, resumeCommand, runWithFlags } from './resume-command.ts';

/** Returns how a run ended and how to go on, as `run` and `resume` print it. */
export function endingText({ run, ending }: RunResult, named: NamedFiles): string {
  const resume = resumeCommand(run, named);
  switch (ending.kind) {
    case 'finished':
      return `run ${run} is finished: every call has an answer; one item with all of them: ${invocation()} show ${runWithFlags(run, named)}\n`;
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
  if (failure.code === 'not-recorded') return 'resuming cannot help: the recording has no more answers';
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
