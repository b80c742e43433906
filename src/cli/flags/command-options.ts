import type { Command } from 'commander';
import { flagName } from '../../answers/options/option.ts';
import { AppError } from '../../util/app-error.ts';

/** Returns a text option of a command; undefined when it is absent. */
export function textOption(command: Command, name: string): string | undefined {
  const value: unknown = command.opts()[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns a list option of a command, also split at commas; null when it is absent. */
export function listOption(command: Command, name: string): readonly string[] | null {
  const value: unknown = command.opts()[name];
  if (!Array.isArray(value)) return null;
  const texts = value.flatMap((text) => String(text).split(',')).map((text) => text.trim());
  return texts.filter((text) => text !== '');
}

/** Returns a repeated list option of a command: one list, split at commas, each time it is given; null when it is absent. */
export function listOfGroups(command: Command, name: string): readonly (readonly string[])[] | null {
  const value: unknown = command.opts()[name];
  if (!Array.isArray(value)) return null;
  return value.map((text) =>
    String(text)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
}

/** Returns the seed of a command; undefined when it is absent. AppError unless it is an integer. */
export function seedOption(command: Command): number | undefined {
  const text = textOption(command, 'seed');
  if (text === undefined) return undefined;
  const seed = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isSafeInteger(seed)) return seed;
  throw new AppError('bad-number', `--seed needs a whole number, not "${text}"`, { hint: 'for example --seed 1' });
}

/** Returns a positive number option of a command; null when it is absent. AppError for any other value. */
export function positiveOption(command: Command, name: string, kind: 'whole' | 'any' = 'any'): number | null {
  const text = textOption(command, name);
  if (text === undefined) return null;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value > 0 && Number.isFinite(value) && (kind === 'any' || Number.isSafeInteger(value))) return value;
  const range = kind === 'whole' ? 'whole number above 0' : 'number above 0';
  throw new AppError('bad-number', `--${flagName(name)} needs a ${range}, not "${text}"`);
}

/** Returns a number of items from an argument. AppError with the hint unless it is an integer of 1 or more. */
export function itemCount(text: string, hint: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= 1) return count;
  throw new AppError('bad-number', `"${text}" is not a number of items`, { hint });
}

/** Returns whether a flag without a value is set. */
export function isSet(command: Command, name: string): boolean {
  return command.opts()[name] === true;
}
