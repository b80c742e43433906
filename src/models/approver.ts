import { userInfo } from 'node:os';
import { createInterface } from 'node:readline';
import { noMetadata } from '../domain/answer.ts';
import type { Approval } from '../domain/tool.ts';
import { AppError } from '../util/app-error.ts';
import { holdLine, tell } from '../util/terminal.ts';
import { oneLine } from '../util/text.ts';
import { failed } from './failures/failure.ts';
import type { LanguageModel, ModelRequest } from './language-model.ts';

/**
 * Prints a question on stderr and returns the line that a person types; null if the person ends the input or interrupts, or
 * when `signal` aborts. A line of progress waits meanwhile.
 */
async function askPerson(question: string, signal: AbortSignal): Promise<string | null> {
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

/** Maximum characters of a prompt that a person sees. */
const shownCharacters = 1_000;

/**
 * Returns the approver of inner sessions as a model, so that each decision is a call: stored once with its time and the name
 * of the person who decided (as the served model), and found again when the run is resumed. Answers yes or no.
 */
export function approverModel(approval: Approval): LanguageModel {
  const name = `approver/${approval === 'ask' ? 'terminal' : 'yes'}`;
  let allowsAll = approval === 'yes';
  let queue: Promise<unknown> = Promise.resolve();
  const decide = async (request: ModelRequest): Promise<boolean | null> => {
    for (;;) {
      if (allowsAll) return true;
      const line = await askPerson(questionAbout(request), request.signal);
      if (line === null) return null;
      const word = line.trim().toLowerCase();
      if (word === 'a' || word === 'all') allowsAll = true;
      if (word === 'y' || word === 'yes') return true;
      if (word === 'n' || word === 'no') return false;
    }
  };
  return {
    name,
    identity: name,
    endpoint: name,
    defaultConcurrency: 1,
    async prepare() {
      if (approval === 'yes' || (process.stdin.isTTY && process.stderr.isTTY)) return;
      throw new AppError('no-terminal', '--approve ask needs a terminal in which a person is asked', {
        hint: 'run the command in a terminal, or use --approve yes to allow all inner sessions in advance, which is stored with your name',
      });
    },
    async ask(request) {
      const decided = queue.then(() => decide(request)); // one question at a time
      queue = decided.catch(() => {});
      const isAllowed = await decided;
      if (isAllowed === null) return failed('timeout', 'no person decided about an inner session');
      const served = { ...noMetadata.served, model: userName() };
      return { kind: 'answered', ...noMetadata, text: isAllowed ? 'yes' : 'no', served };
    },
    async close() {},
  };
}

function questionAbout({ messages, origin }: ModelRequest): string {
  const { context, experiment } = origin;
  const runner = context.condition.executor ?? context.subject ?? 'the model';
  const prompt = messages.map(({ content }) => content).join('\n');
  const cut = prompt.length > shownCharacters ? `\n(${prompt.length} characters in total)` : '';
  const lines = prompt.slice(0, shownCharacters).split('\n');
  const shown = lines.map((line) => `  | ${line}`).join('\n');
  return `\nA prediction wants to run this prompt in a fresh session of ${oneLine(runner, 60)} (item ${oneLine(context.item.id, 60)} of ${experiment}):\n${shown}${cut}\nAllow it? y: yes, n: no, a: this and all later ones: `;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown user'; // a container may run under a user without a name
  }
}
