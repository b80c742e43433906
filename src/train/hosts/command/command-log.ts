import { closeSync, existsSync, fstatSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivate } from './command-folder.ts';

/** Size of log.txt, in bytes, beyond which its end is moved to log.1.txt. */
export const maxLogBytes = 16 * 1024 * 1024;

/**
 * Bounds the log of a job folder: once log.txt is too large, its last 16 MB replace log.1.txt, and log.txt starts
 * again. The command keeps its open file, to which it appends. Lines written during the move can get lost.
 */
export function boundLog(folder: string): void {
  const log = join(folder, 'log.txt');
  const { size } = statSync(log, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size <= maxLogBytes) return;
  const end = Buffer.alloc(maxLogBytes);
  const file = openSync(log, 'r');
  try {
    const read = readSync(file, end, 0, maxLogBytes, size - maxLogBytes);
    writePrivate(join(folder, 'log.1.txt'), end.subarray(0, read));
  } finally {
    closeSync(file);
  }
  truncateSync(log);
}

const readBytes = 256 * 1024;

/** Returns the end of a log, at most 256 kB; '' without a log. */
export function logEnd(log: string): string {
  if (!existsSync(log)) return '';
  const file = openSync(log, 'r');
  try {
    const { size } = fstatSync(file);
    const end = Buffer.alloc(Math.min(size, readBytes));
    return end.toString('utf8', 0, readSync(file, end, 0, end.length, size - end.length));
  } finally {
    closeSync(file);
  }
}

/** Returns the last line of a log that is not empty; a progress bar's line is the state after its last carriage return. */
export function lastLine(log: string): string | null {
  return (
    logEnd(log)
      .split(/[\r\n]+/)
      .findLast((line) => line.trim() !== '')
      ?.trim() ?? null
  );
}

/** What a trainer's log says about its progress; null where it says nothing. */
interface TrainingProgress {
  readonly step: { readonly done: number; readonly of: number } | null;
  /** First and last training loss in the read part of the log, in nats per token. */
  readonly loss: { readonly first: number; readonly last: number } | null;
  readonly evaluationLoss: number | null;
}

/**
 * Reads the progress from a log of TRL or another program on the trainer of transformers: lines such as
 * `{'loss': '1.23', ...}` and progress bars such as `4/6 [03:08<01:40, 50.03s/it]`.
 */
export function readProgress(text: string): TrainingProgress {
  const numbers = (name: string) =>
    [...text.matchAll(new RegExp(`'${name}': '?([0-9.]+(?:e-?[0-9]+)?)`, 'g'))].map(([, value]) => Number(value));
  const losses = numbers('loss');
  const [first] = losses;
  const last = losses.at(-1);
  const bar = [...text.matchAll(/\| ([0-9]{1,9})\/([0-9]{1,9}) \[[0-9:]+<[0-9:?]+, +[0-9.?]+(?:s\/it|it\/s)\]/g)].at(
    -1,
  );
  return {
    step: bar === undefined ? null : { done: Number(bar[1]), of: Number(bar[2]) },
    loss: first === undefined || last === undefined ? null : { first, last },
    evaluationLoss: numbers('eval_loss').at(-1) ?? null,
  };
}

/** Returns the progress as a line; null where the log says nothing. */
export function progressText({ step, loss, evaluationLoss }: TrainingProgress): string | null {
  const parts = [
    ...(step === null ? [] : [`step ${step.done} of ${step.of}`]),
    ...(loss === null ? [] : [`loss ${loss.first} at first, ${loss.last} at last`]),
    ...(evaluationLoss === null ? [] : [`validation loss ${evaluationLoss}`]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}
