import { isAbsentWord, oneForm } from '../../data/one-form.ts';
import { AppError } from '../../util/app-error.ts';
import { oneLine } from '../../util/text.ts';

/** Where a name stands: the file, the row, and the column. */
interface NamePlace {
  readonly file: string;
  readonly place: string;
  readonly column: string;
}

/** Names of one kind in the tables of a study. Spellings with one form are one name: the first that was added. */
export class TableNames {
  readonly #byForm = new Map<string, string>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name);
  }

  /** Adds a name, and returns the first spelling of it. */
  add(name: string): string {
    const form = oneForm(name);
    const known = this.#byForm.get(form) ?? name;
    this.#byForm.set(form, known);
    return known;
  }

  /** Returns the first spelling of a name; null for a name that was not added. */
  find(name: string): string | null {
    return this.#byForm.get(oneForm(name)) ?? null;
  }

  /** Returns the first spellings, in the order in which they were added. */
  all(): readonly string[] {
    return [...this.#byForm.values()];
  }

  /** Returns an error about a name that is not among the names, with the names. `what`: what it should be. */
  unknown(name: string, { file, place, column }: NamePlace, what: { is: string; hint: string }): AppError {
    return new AppError(
      'study-table',
      `${oneLine(file, 200)}, ${place}: ${column} "${oneLine(name, 60)}" is ${what.is} (${oneLine(this.all().join(', '), 200)})`,
      { hint: what.hint },
    );
  }
}

const noTarget = 'no target of the answers';

/** Names that tables give a predictor that was not trained. */
const untrainedNames = new TableNames(['base', 'untrained', 'no training', 'not trained', 'pretrained', 'zero-shot']);

/**
 * Returns the target on whose values a predictor was trained; null where it was not: an empty cell, `None`, `-`, `base`,
 * `untrained`. AppError for a name that is neither, which would drop the arm.
 */
export function trainedOnIn(cell: string | null, targets: TableNames, at: Omit<NamePlace, 'column'>): string | null {
  if (cell === null) return null;
  const target = targets.find(cell);
  if (target !== null) return target;
  if (isAbsentWord(cell) || untrainedNames.find(cell) !== null) return null;
  const hint = 'write the name of a target; leave it empty, or write untrained, for a predictor that was not trained';
  throw targets.unknown(cell, { ...at, column: 'trained_on' }, { is: noTarget, hint });
}

/** Returns the target whose shifted self a target is; null for none. AppError for a name that is no target. */
export function shiftedOfIn(cell: string | null, targets: TableNames, at: Omit<NamePlace, 'column'>): string | null {
  if (cell === null || isAbsentWord(cell)) return null;
  const hint = 'write the name of a target; leave it empty for a target that is no shifted self';
  return targets.find(cell) ?? raise(targets.unknown(cell, { ...at, column: 'shifted_of' }, { is: noTarget, hint }));
}

const trainingSplits = ['train', 'training', 'train set', 'training set', 'train split', 'trained'] as const;
const heldOutSplits = [
  ...['test', 'testing', 'test set', 'test split', 'held-out', 'held out', 'heldout', 'holdout', 'hold-out'],
  ...['validation', 'val', 'valid', 'dev', 'eval', 'evaluation', 'validation set'],
] as const;
const splits = new TableNames([...trainingSplits, ...heldOutSplits]);

/**
 * Returns whether a row is a training row (`train`, `training`, `train set`, in any case) or a held-out one (`test`, `held-out`,
 * `validation`, an empty cell). AppError for any other word: a training row that is taken for a held-out one changes the verdict.
 */
export function splitIn(cell: string | null, at: Omit<NamePlace, 'column'>): 'train' | 'test' {
  if (cell === null || isAbsentWord(cell)) return 'test';
  const split =
    splits.find(cell.replaceAll(/[_\s]+/g, ' ')) ??
    raise(
      splits.unknown(
        cell,
        { ...at, column: 'split' },
        { is: 'no split that is known', hint: 'write train for training rows, and test for held-out rows' },
      ),
    );
  return trainingSplits.some((each) => each === split) ? 'train' : 'test';
}

function raise(error: AppError): never {
  throw error;
}
