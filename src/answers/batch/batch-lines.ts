import { counted, dollars, duration } from '../../util/numbers.ts';
import { escapeControls } from '../../util/text.ts';
import { type BatchJob, isRequestFile } from '../jobs/batch-job.ts';
import type { JobOut } from '../jobs/calls-out.ts';
import type { BatchProgress } from './run-batch.ts';

/** Returns a batch in one line: run, model, calls, age, and when the host ends it. */
export function batchLine({ intended, state, startedAt }: BatchJob, now = Date.now()): string {
  const { run, name, number, calls } = intended;
  const age = duration(Math.max(0, (now - Date.parse(startedAt)) / 1000));
  const deadline =
    state.kind === 'submitted' && state.deadline !== null
      ? `, ends within ${duration(Math.max(0, (state.deadline - now) / 1000))}`
      : '';
  return `batch ${number} of run ${run}: ${escapeControls(name)}, ${counted(calls.length, 'call')}, ${stateText(state)}, ${age} old${deadline}`;
}

/** Returns a job that has calls of a run in one line, with the number of these calls. */
export function jobOutLine({ job, calls }: JobOut, now = Date.now()): string {
  return isRequestFile(job)
    ? requestFileLine(job, calls, now)
    : `${batchLine(job, now)}; ${counted(calls, 'call')} of it ${calls === 1 ? 'is' : 'are'} without an answer here`;
}

/** Returns a job that has calls of a run as JSON. `path`: the request file; null: a batch at a host. */
export function jobOutJson({ job: { intended }, calls }: JobOut): object {
  const { run, name, path = null } = intended;
  return { run, path, model: name, calls };
}

/** Returns a request file in one line: path, model, calls and those that are out; null: it was written now. */
export function requestFileLine({ intended, startedAt }: BatchJob, out: number | null, now = Date.now()): string {
  const { run, name, calls, path = '' } = intended;
  const size = `${escapeControls(path)}: ${counted(calls.length, 'call')} of run ${run} to ${escapeControls(name)}`;
  if (out === null) return size;
  const age = duration(Math.max(0, (now - Date.parse(startedAt)) / 1000));
  return `${size}, ${out.toLocaleString('en')} without an answer, ${age} old`;
}

function stateText(state: BatchJob['state']): string {
  switch (state.kind) {
    case 'written':
      return 'written';
    case 'submitted':
      return `at the host as ${escapeControls(state.id)}`;
    case 'unresolved':
      return 'sent without a reply (nothing is sent again before the host shows what became of it)';
    case 'intended':
      return 'not submitted yet';
    case 'refused':
      return `refused: ${escapeControls(state.reason)}`;
    case 'collected':
      return 'collected';
  }
}

/** Returns the state of a run's batches, as `run --batch` and `collect` print it. `seb`: how the command is called. */
export function batchProgressLines(
  { run, status, open, answered, failed, left, kept, elsewhere, taken }: BatchProgress,
  typed: (command: string) => string,
): readonly string[] {
  const lines = [...open.map((job) => batchLine(job)), ...elsewhere.map((out) => jobOutLine(out))];
  if (left > 0)
    lines.push(
      `${counted(left, 'call was', 'calls were')} not submitted, because the budget does not cover them${kept > 0 ? ` beside the calls that follow from answers (up to ${dollars(kept)})` : ''}`,
    );
  if (failed > 0)
    lines.push(`${counted(failed, 'call')} failed; \`${typed(`seb resume ${run}`)}\` sends them one by one`);
  const waiting = taken + elsewhere.reduce((sum, { calls }) => sum + calls, 0);
  if (waiting > 0)
    lines.push(
      `${counted(waiting, 'call was not submitted, because it was', 'calls were not submitted, because they were')} sent elsewhere: nothing is paid twice`,
    );
  if (open.length > 0)
    lines.push(
      `run ${run}: ${counted(answered, 'call has', 'calls have')} an answer; to fetch the others: ${typed(`seb collect ${run}`)}`,
    );
  else if (waiting > 0)
    lines.push(`run ${run} is paused; once these have their answers: ${typed(`seb collect ${run}`)}`);
  else if (left > 0) lines.push(`run ${run} is paused; to continue: ${typed(`seb collect ${run} --budget USD`)}`);
  else
    lines.push(
      `run ${run} is ${status}: ${counted(answered, 'call has', 'calls have')} an answer; to see its scores: ${typed(`seb report ${run}`)}`,
    );
  return lines;
}
