import type { Command } from 'commander';
import { readText } from '../../data/files/read-text.ts';
import { type Worth, worthSchema } from '../../results/worth.ts';
import { AppError } from '../../util/app-error.ts';
import { textOption } from './command-options.ts';

const hint = 'write it with `seb worth RUN ... --json > worth.json`';

/** Returns the result of `seb worth` that `--worth` names; null without the flag. AppError if it is not about these runs. */
export function worthGiven(runs: readonly { readonly id: string }[], command: Command): Worth | null {
  const path = textOption(command, 'worth');
  if (path === undefined) return null;
  const worth = readWorth(path);
  const known = new Set(runs.map(({ id }) => id));
  if (worth.runs.length > 0 && worth.runs.every((id) => known.has(id))) return worth;
  throw new AppError('worth-choice', `${path} is not about these runs`, {
    hint: worth.runs.length === 0 ? 'it is about logs, or simulated models' : `it is about ${worth.runs.join(', ')}`,
  });
}

function readWorth(path: string): Worth {
  const found = worthSchema.safeParse(parsedOrNull(readText(path)));
  if (found.success) return found.data;
  throw new AppError('worth-choice', `${path} is not a result of seb worth`, { hint });
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
