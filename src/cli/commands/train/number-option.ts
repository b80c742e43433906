import type { Command } from 'commander';
import { AppError } from '../../../util/app-error.ts';
import { textOption } from '../../command-options.ts';

/** A number option above 0 of a command; null where it was not given. Throws an AppError for anything else. */
export function positiveOption(command: Command, name: string, kind: 'whole' | 'any' = 'any'): number | null {
  const text = textOption(command, name);
  if (text === undefined) return null;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value > 0 && Number.isFinite(value) && (kind === 'any' || Number.isSafeInteger(value))) return value;
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new AppError(
    'bad-number',
    `--${flag} needs a ${kind === 'whole' ? 'whole ' : ''}number above 0, not "${text}"`,
  );
}

/** Texts of a list option; an empty list where it was not given. */
export function textsOption(command: Command, name: string): readonly string[] {
  const value: unknown = command.opts()[name];
  return Array.isArray(value)
    ? value
        .map(String)
        .flatMap((text) => text.split(','))
        .map((text) => text.trim())
        .filter((text) => text !== '')
    : [];
}
