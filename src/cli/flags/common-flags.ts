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

/** Returns the flag `--no-pager` for commands whose output may be longer than a terminal. */
export function pagerOption(): Option {
  return new Option('--no-pager', 'print what is longer than the terminal at once');
}

/** Returns the flag `--attributes` for commands that compare models. */
export function attributesOption(when = ''): Option {
  return new Option(
    '--attributes <FILE>',
    `${when}CSV with a row per model: column model and any others, such as maker, size`,
  ).env('SEB_ATTRIBUTES');
}

/** Returns a hidden flag that says why it was removed and what replaces it. AppError if it is given, with or without a value. */
export function removedFlag(name: string, reason: string, hint: string): Option {
  return new Option(`${name} [VALUE]`)
    .hideHelp()
    .preset('')
    .argParser(() => {
      throw new AppError('removed-flag', `${name} was removed: ${reason}`, { hint });
    });
}

/** Returns the hidden flag `--seed` of commands that no longer draw. */
export function removedSeed(): Option {
  const hint = 'leave it out: a report of the same answers is always the same';
  return removedFlag('--seed', 'intervals and tests no longer draw', hint);
}

/** Returns the hidden flag `--policies`. */
export function removedPolicies(): Option {
  const hint = 'leave it out; `--json` has the counts of missing answers, from which other rules can be computed';
  return removedFlag('--policies', 'there is one rule for missing answers', hint);
}

/** Returns the flag `--explain` of commands that print tables. */
export function explainOption(help = 'what each column of the tables holds, with its unit'): Option {
  return new Option('--explain', help);
}
