import { Option } from 'commander';
import { variableName } from '../../answers/options/option.ts';
import { runOptionTable } from '../../answers/options/run-options.ts';
import { AppError } from '../../util/app-error.ts';

/** Returns the flag `--store` for commands that read or write a store. */
export function storeOption(): Option {
  const { placeholder, help } = runOptionTable.store;
  return new Option(`--store <${placeholder}>`, help).env(variableName('store'));
}

/** Returns the flag `--config` for commands that read runs of the user's own experiments. */
export function configOption(): Option {
  return new Option('--config <FILE>', 'config file with own experiments (default: seb.config.ts, if any)');
}

/** Returns the flag `--json`. */
export function jsonOption(help = 'machine-readable output on stdout'): Option {
  return new Option('--json', help);
}

/** Returns the flag `--attributes` for commands that compare models. */
export function attributesOption(when = ''): Option {
  return new Option(
    '--attributes <FILE>',
    `${when}CSV with a row per model: column model and any others, such as maker, size`,
  ).env('SEB_ATTRIBUTES');
}

/** Returns the hidden flag `--export` of the viewer, which says what replaces it. AppError if it is given. */
export function removedExport(): Option {
  return new Option('--export <FOLDER>').hideHelp().argParser(() => {
    throw new AppError('removed-flag', '--export was removed: a report is a page without scripts', {
      hint: '`seb report RUN --out FOLDER` writes it, for any web host; `seb view` searches all items',
    });
  });
}

/** Returns the hidden flag `--seed` of commands that no longer draw, which says so. AppError if it is given. */
export function removedSeed(): Option {
  return new Option('--seed <N>').hideHelp().argParser(() => {
    throw new AppError('removed-flag', '--seed was removed: intervals and tests no longer draw', {
      hint: 'leave it out: a report of the same answers is always the same',
    });
  });
}
