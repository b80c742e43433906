import { replaceLine, tell } from '../../util/terminal.ts';

/** Longest time without a line, in milliseconds. */
const quietMs = 1_500;

/** Shows on stderr what a command is waiting for. */
interface StepDisplay {
  /** Begins a step, which ends the one before. */
  begin(step: string): void;
  /** Ends the step and clears its line. */
  end(): void;
}

/**
 * Shows the step that a command is in, with its seconds, at least every two seconds: on a terminal as one line that
 * changes in place, elsewhere as one line each time. Quick steps are not shown elsewhere.
 */
export function stepDisplay(stream: NodeJS.WriteStream = process.stderr): StepDisplay {
  let timer: NodeJS.Timeout | null = null; // goes on from step to step, so that several short ones are not silent either
  let text = () => '';
  const end = () => {
    if (timer === null) return;
    clearInterval(timer);
    timer = null;
    if (stream.isTTY) replaceLine('', stream);
  };
  return {
    begin(step) {
      const startedAt = performance.now();
      text = () => {
        const seconds = Math.round((performance.now() - startedAt) / 1000);
        return `checking ${step} ...${seconds === 0 ? '' : ` (${seconds} s)`}`;
      };
      if (stream.isTTY) replaceLine(text(), stream);
      timer ??= setInterval(() => {
        if (stream.isTTY) replaceLine(text(), stream);
        else tell(`${text()}\n`, stream);
      }, quietMs);
    },
    end,
  };
}
