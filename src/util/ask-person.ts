import { createInterface } from 'node:readline';
import { holdLine, tell } from './terminal.ts';

/**
 * Prints a question on stderr and returns the line that a person types; null if the person ends the input or interrupts, or
 * when `signal` aborts. A line of progress waits meanwhile.
 */
export async function askPerson(question: string, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted) return null;
  const release = holdLine();
  tell(question);
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: process.stdin.isTTY });
  const onInterrupt = () => process.kill(process.pid, 'SIGINT'); // in raw mode, the terminal sends no signal
  try {
    return await new Promise<string | null>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(null));
      lines.once('SIGINT', () => {
        onInterrupt();
        resolve(null);
      });
      signal.addEventListener('abort', () => resolve(null), { once: true });
    });
  } finally {
    lines.close();
    release();
  }
}
