import type { Command } from 'commander';
import { loadConfig } from '../config/load.ts';
import { type Experiments, experimentRegistry } from '../experiments/registry.ts';
import { AppError } from '../util/app-error.ts';

/** Returns a text option of a command; undefined when it is not given. */
export function textOption(command: Command, name: string): string | undefined {
  const value: unknown = command.opts()[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns a list option of a command, split at commas too; null when it is not given. */
export function listOption(command: Command, name: string): readonly string[] | null {
  const value: unknown = command.opts()[name];
  return Array.isArray(value) ? value.flatMap((text) => String(text).split(',')) : null;
}

/** Returns the seed of a command; undefined when it is not given. AppError unless it is a whole number. */
export function seedOption(command: Command): number | undefined {
  const text = textOption(command, 'seed');
  if (text === undefined) return undefined;
  const seed = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isSafeInteger(seed)) return seed;
  throw new AppError('bad-number', `--seed needs a whole number, not "${text}"`, { hint: 'for example --seed 1' });
}

/** Returns a number of items from an argument. AppError with the hint unless it is a whole number of 1 or more. */
export function itemCount(text: string, hint: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= 1) return count;
  throw new AppError('bad-number', `"${text}" is not a number of items`, { hint });
}

/** Returns whether a flag without a value is given. */
export function isSet(command: Command, name: string): boolean {
  return command.opts()[name] === true;
}

/** Loads the shipped experiments and those of the command's config file. */
export async function experimentsOf(command: Command): Promise<Experiments> {
  return experimentRegistry((await loadConfig(textOption(command, 'config') ?? null)).experiments ?? []);
}
