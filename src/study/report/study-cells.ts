import { shortNames } from '../../report/figures/marks/short-names.ts';
import { absentCell, numberCell, textCell } from '../../report/tables/report-table.ts';
import type { TableCell } from '../../results/page.ts';
import type { Quantity } from '../../results/quantity.ts';
import type { Arm, StudyResult } from '../../results/study-result.ts';
import { fixed, percentText, pointsRange, pointsText, signedText } from '../../util/numbers.ts';
import { escapeControls, oneLine } from '../../util/text.ts';

/** A cell that has no value by its meaning. */
export const emptyCell: TableCell = { text: '', sort: null, note: null };

/** Returns a cell with a share as a percentage. */
export function percentCell(share: number | null): TableCell {
  return share === null ? absentCell('not measured') : numberCell(share, percentText(share, 0));
}

export function countCell(count: number): TableCell {
  return numberCell(count, count.toLocaleString('en'));
}

/** Returns a cell with percentage points. */
export function pointsCell(value: number | null, reason: string): TableCell {
  return value === null ? absentCell(reason) : numberCell(value, fixed(value, 1));
}

/** Returns a cell with a difference of shares and its interval in percentage points, such as `+1.0 [−1.5, 3.6]`. */
export function pointsRangeCell({ value, interval, missing }: Quantity): TableCell {
  if (value === null) return absentCell(missing ?? 'not measured');
  const points = signedText(100 * value, 1);
  if (interval === null) return numberCell(value, points, missing);
  return { ...numberCell(value, `${points} ${pointsRange(interval)}`), interval };
}

/** Training of each arm in words. */
const trainings: Readonly<Record<Arm, (target: string) => string>> = {
  self: () => 'its own answers',
  cross: (target) => `${target}’s answers`,
  'near-copy': (target) => `the answers of ${target}, a near copy`,
  scramble: (target) => `${target}’s answers, permuted`,
  untrained: () => 'nothing',
  shifted: (target) => `${target}’s answers, to change its behavior`,
};

/** Returns the training of an arm in words, such as `bo’s answers, permuted`. */
export function trainingText(arm: Arm, target: string): string {
  return trainings[arm](target);
}

/** A predictor with its training. */
type Trained = Pick<StudyResult['accuracy'][number], 'base' | 'arm' | 'trainedOn' | 'training'>;

/** Names of the models of a study, short where they stay distinct. */
export class StudyNames {
  readonly label: (model: string) => string;
  readonly #models: ReadonlySet<string>;
  readonly #predictors: ReadonlyMap<string, StudyResult['accuracy'][number]>;
  /** Arms with several trainings. */
  readonly #trainedAgain: ReadonlySet<string>;

  constructor({ predictors, accuracy, pairs }: Pick<StudyResult, 'predictors' | 'accuracy' | 'pairs'>) {
    this.#models = new Set([
      ...[...predictors, ...accuracy].flatMap(({ base, target }) => [base, target]),
      ...pairs.flatMap(({ a, b }) => [a, b]),
    ]);
    this.label = modelLabels([...this.#models]);
    this.#predictors = new Map(accuracy.map((each) => [each.predictor, each]));
    const trainings = Map.groupBy(accuracy, armKey);
    this.#trainedAgain = new Set(
      [...trainings].flatMap(([key, own]) => (new Set(own.map(({ training }) => training)).size > 1 ? [key] : [])),
    );
  }

  /** Returns the number of models, without their training. */
  get count(): number {
    return this.#models.size;
  }

  /** Returns the cell of a model; the note is its whole name where the cell is shorter. */
  cell(model: string): TableCell {
    const text = escapeControls(this.#models.has(model) ? this.label(model) : this.predictor(model));
    return textCell(text, text === model ? null : model);
  }

  /** Returns the name of a predictor in words, such as `ada, trained on bo’s answers`. */
  predictor(name: string): string {
    const found = this.#predictors.get(name);
    if (found === undefined) return name;
    const { base, arm } = found;
    return `${this.label(base)}, ${arm === 'untrained' ? 'untrained' : `trained on ${this.#trainingOf(found)}`}`;
  }

  /** Returns the cell of what a predictor was trained on, and in which training. */
  trainingCell(predictor: Trained): TableCell {
    return textCell(escapeControls(this.#trainingOf(predictor)));
  }

  #trainingOf(predictor: Trained): string {
    const { arm, trainedOn, training } = predictor;
    const text = trainingText(arm, this.label(trainedOn ?? ''));
    return training !== undefined && this.#trainedAgain.has(armKey(predictor)) ? `${text}, training ${training}` : text;
  }
}

function armKey({ base, arm, trainedOn }: Trained): string {
  return JSON.stringify([base, arm, trainedOn]);
}

const maxLabelWidth = 40; // columns

/** Returns a function that shortens names of models in figures, tables and sentences, where all of them stay distinct. */
export function modelLabels(models: readonly string[]): (model: string) => string {
  const names = [...new Set(models)];
  const last = shortNames(names);
  const whole = last.map((name) => oneLine(name, maxLabelWidth));
  const bare = last.map((name) => oneLine(name.replace(/\?.*?( \(shifted\))?$/, '$1'), maxLabelWidth));
  const short = new Set(bare).size === names.length ? bare : whole;
  if (new Set(short).size < names.length) return (model) => model;
  const labels = new Map(names.map((name, index) => [name, short[index] as string]));
  return (model) => labels.get(model) ?? model;
}

/** Returns a difference of shares with its interval, in points; the reason where either is missing. */
export function differenceText({ value, interval, missing }: Quantity): string {
  if (value === null) return `n/a (${missing ?? 'not measured'})`;
  if (interval === null) return `${pointsText(value)} (no interval: ${missing ?? 'not measured'})`;
  return `${pointsText(value)} ${pointsRange(interval)}`;
}
