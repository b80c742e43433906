import type { RunResult } from '../../answers/execute-run.ts';
import type { Ending } from '../../answers/live/ending.ts';
import type { Failure } from '../../domain/answer.ts';
import { counted, dollars } from '../../util/numbers.ts';
import { typedCommand } from '../../util/terminal.ts';
import { escapeControls, oneLine } from '../../util/text.ts';
import { type NamedFiles, resumeCommand, runCommand } from './resume-command.ts';

/** Returns how a run ended and how to continue it, as `run` and `resume` print it. */
export function endingText({ run, ending }: Pick<RunResult, 'run' | 'ending'>, named: NamedFiles): string {
  const resume = resumeCommand(run, named);
  switch (ending.kind) {
    case 'finished':
      return `run ${run} is finished: every call has an answer\nto see one item with all its calls: ${runCommand('show', run, named)}\n`;
    case 'incomplete':
      return `run ${run}: ${counted(ending.failed, 'call')} failed permanently; reason of the last failure: ${failureText(ending.failure)}\n${againText(ending.failure, resume)}\n`;
    case 'paused':
      if (ending.why === 'budget')
        return `run ${run} stopped to stay within its budget${unsureText(ending.unsure)}: ${dollars(ending.left)} is left, and the next call may cost ${dollars(ending.needed)} (a new run with a lower --max-output-tokens reduces that); to continue: ${resume} --budget USD\n`;
      if (ending.why === 'out') return `run ${run} is paused because ${outText(ending)}\nto continue: ${resume}\n`;
      return `run ${run} is paused; to continue: ${resume}\n`;
    case 'gave-up':
      return `run ${run} is paused because ${givenUpText(ending)}\n${adviceFor(ending.failure)}to continue: ${resume}\n`;
  }
}

/** Codes of failures of a server that was not reached, or that sent no answer in time. */
const silentCodes: readonly Failure['code'][] = ['network', 'timeout', 'overloaded'];

/** Returns why a model was given up: it does not answer, or answers every call with a failure. */
export function givenUpText({ model, failure }: Extract<Ending, { readonly kind: 'gave-up' }>): string {
  const name = escapeControls(model);
  const what = silentCodes.includes(failure.code) ? `${name} does not answer` : `calls to ${name} fail`;
  return `${what}: ${failureText(failure)}`;
}

function againText(failure: Failure, resume: string): string {
  if (failure.code === 'not-recorded') return 'resuming cannot help: the recording has no more answers';
  return `${adviceFor(failure)}to send them again: ${resume}`;
}

/** Returns which calls are out, and the command that takes their answers. */
export function outText({ calls, job: { run, path } }: Extract<Ending, { readonly why: 'out' }>): string {
  const where =
    path === null ? `in a batch of run ${run}` : `in a request file of run ${run} (${escapeControls(path)})`;
  const taken = typedCommand(path === null ? `seb collect ${run}` : 'seb import --answers RESULTS.jsonl');
  return `${counted(calls, 'call')} ${calls === 1 ? 'is' : 'are'} already ${where}; to take the answers: ${taken}`;
}

/** Returns how much of the spending is only an upper bound; empty if none is. */
export function unsureText(unsure: number): string {
  return unsure === 0 ? '' : ` (up to ${dollars(unsure)} of it for calls whose cost the server did not state)`;
}

/** Returns a failure's message in a printable form: part of it may come from the server. */
export function failureText({ message }: Failure): string {
  return oneLine(message, 400);
}

/** Returns what the user can do about a failure, as a line; empty if there is no advice. */
export function adviceFor({ code }: Failure): string {
  if (code === 'unauthorized')
    return 'check the key (`seb doctor` prints its variable, --api-key-variable sets a different one)\n';
  if (code === 'not-found')
    return 'a different model needs a new `seb run`; for a different address, add --base-url to the next command\n';
  if (code === 'context-overflow')
    return 'sending again fails the same way unless the context length of the model has been raised\n';
  if (code === 'network')
    return 'start the server, or give another --base-url with the next command; failed calls are sent again\n';
  return '';
}
