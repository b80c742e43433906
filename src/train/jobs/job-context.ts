import type { Failure } from '../../domain/answer.ts';
import type { HostResult } from '../../models/failures/host-result.ts';
import { retryFree } from '../../models/failures/retry-rules.ts';
import { AppError } from '../../util/app-error.ts';
import type { Clock } from '../hosts/clock.ts';
import type { TrainingPort } from '../hosts/port.ts';
import type { JobStore } from './job-journal.ts';

/** Everything that operations on a job need. */
export interface JobContext {
  readonly store: JobStore;
  readonly port: TrainingPort;
  readonly clock: Clock;
  /** Aborted by Ctrl-C: nothing new is sent; the job continues at the host. */
  readonly stop: AbortSignal;
  /** Receives one line about progress or a warning. */
  readonly note: (line: string) => void;
}

/** Thrown when the user stopped the command; the job at the host continues. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

export function throwIfStopped({ stop }: Pick<JobContext, 'stop'>): void {
  if (stop.aborted) throw new Stopped('stopped');
}

/** Maximum retries of a request that cannot cause a charge. */
const maxRetries = 6;

/** Retries a free request while its failure is retryable, with backoff and jitter. */
export async function retried<Value>(
  context: Pick<JobContext, 'clock' | 'stop' | 'note'>,
  send: () => Promise<HostResult<Value>>,
): Promise<HostResult<Value>> {
  const sendUnlessStopped = () => {
    throwIfStopped(context);
    return send();
  };
  return await retryFree(sendUnlessStopped, {
    retries: maxRetries,
    random: () => context.clock.random(),
    note: context.note,
    wait: (ms) => context.clock.wait(ms, context.stop),
  });
}

const advice: Readonly<Partial<Record<Failure['code'], string>>> = {
  unauthorized:
    'the host denied permission: check the key, its project, and whether the account may train this model. The request was not retried',
  'not-found': 'check the name of the base model, the base URL and the account',
  'invalid-request': 'the host rejected the request; change it and start the job again',
};

/** Returns the error that explains a failed request to a host to the user. */
export function hostError(what: string, failure: Failure): AppError {
  return new AppError(`training-${failure.code}`, `${what}: ${failure.message}`, {
    hint: advice[failure.code] ?? 'run the same command again later; it continues where it stopped',
  });
}
