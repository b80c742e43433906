import { oneForm } from '../data/one-form.ts';
import { type Asked, askedLevels } from '../domain/asked.ts';
import { askedField, stratumColumnField, stratumField } from '../domain/recorded.ts';
import { AppError } from '../util/app-error.ts';
import { isRecord } from '../util/is-record.ts';
import { oneLine } from '../util/text.ts';
import type { FieldChoice, StratumName } from './recording.ts';
import { type JsonObject, textOf, valueAt } from './values.ts';

/** Rows whose fields are listed for messages, and how many fields are listed. */
const [listedRows, maxFields] = [20, 60];
/** Number of values of a field that a message lists. */
const maxValues = 10;
/** Depth of the fields that are listed: `scores.NAME.metadata.x`. */
const maxDepth = 4;

type ChosenName = 'group' | 'stratum' | 'confidence';

/**
 * The fields of one log that the user named by path (`metadata.x`, `vars.x`, `scores.NAME.metadata.x`, a column). Remembers which of
 * them occurred, so that a name that no row has is an error and never an absent value.
 */
export class ChosenFields {
  readonly #file: string;
  readonly #choice: FieldChoice;
  readonly #found = new Set<string>();
  readonly #fields = new Set<string>();
  /** Values of the fields that `--where` names, as long as they are few. */
  readonly #values = new Map<string, Set<string>>();
  #rows = 0;
  #kept = 0;
  #unnamedStratum: StratumName | null = null;
  /** Whether samples name item, group and condition of a run. */
  isOfRun = false;
  /** When the confidence of a run was asked; null in logs of other tools, which do not say it. */
  asked: Asked | null = null;

  constructor(file: string, choice: FieldChoice) {
    this.#file = file;
    this.#choice = choice;
  }

  /** Notes the fields of a row, and returns whether `--where` keeps it. */
  keeps(row: JsonObject): boolean {
    if (this.#rows < listedRows) for (const path of pathsOf(row, '', 0)) this.#fields.add(path);
    this.#rows += 1;
    const isKept = (this.#choice.where ?? []).every(({ field, value }) => {
      const found = valueAt(row, field);
      if (found !== undefined) this.#found.add(field);
      this.#noteValue(field, textOf(found));
      return oneForm(textOf(found)) === oneForm(value);
    });
    if (isKept) this.#kept += 1;
    return isKept;
  }

  #noteValue(field: string, value: string): void {
    const values = this.#values.get(field) ?? new Set<string>();
    this.#values.set(field, values);
    if (values.size <= maxValues) values.add(value);
  }

  /** Lists the values of each field that `--where` names. */
  #valuesText(): string {
    const lists = [...this.#values].map(([field, values]) => {
      const shown = [...values].slice(0, maxValues).map((value) => oneLine(value === '' ? '(blank)' : value, 60));
      return `${oneLine(field, 80)}: ${shown.join(', ')}${values.size > maxValues ? ', ...' : ''}`;
    });
    return `values: ${lists.join('; ')}`;
  }

  /** Returns the value of a field that the user named; undefined where none was named, or the row lacks it. */
  at(row: JsonObject, name: ChosenName): unknown {
    const path = this.#choice[name];
    if (path === undefined) return undefined;
    const value = valueAt(row, path);
    if (value !== undefined) this.#found.add(path);
    return value;
  }

  /**
   * Returns the group of a row: the value of the field that the user named; without one, the group that `seb` wrote beside
   * item and condition, so that the log of a run has the groups of the run.
   */
  groupOf(row: JsonObject): unknown {
    if (this.#choice.group !== undefined) return this.at(row, 'group');
    return isOfRun(row) ? valueAt(row, 'metadata.cluster') : undefined;
  }

  /** Returns the stratum of a row: the value of the field that the user named; without one, the stratum that `seb` wrote. */
  stratumOf(row: JsonObject): unknown {
    const isRow = isOfRun(row);
    this.isOfRun ||= isRow;
    this.asked ??= askedOf(row);
    if (this.#choice.stratum !== undefined) return this.at(row, 'stratum');
    if (!isRow) return undefined;
    const column = textOf(valueAt(row, `metadata.${stratumColumnField}`));
    if (column !== '') this.#unnamedStratum = { column, isNamed: false };
    return valueAt(row, `metadata.${stratumField}`);
  }

  /** Takes the column of a table that says what kind of question an item is, where `--stratum` names none. */
  takeStratum(stratum: StratumName | null): void {
    this.#unnamedStratum = stratum;
  }

  /** Returns the name of the field with the strata, and whether the user named it; null where there are none. */
  get stratum(): StratumName | null {
    const named = this.#choice.stratum;
    if (named !== undefined) return { column: named, isNamed: true };
    return this.#unnamedStratum;
  }

  /** Returns the paths of the fields that the first rows have. */
  listed(): readonly string[] {
    return [...this.#fields].slice(0, maxFields);
  }

  /** Throws an AppError for a field that no row has, and where `--where` leaves no row. */
  check(names: readonly ChosenName[] = ['group', 'stratum', 'confidence']): void {
    if (this.#rows === 0) return;
    const chosen = [
      ...(this.#choice.where ?? []).map(({ field }) => ['where', field] as const),
      ...names.map((name) => [name, this.#choice[name]] as const),
    ];
    for (const [flag, path] of chosen)
      if (path !== undefined && !this.#found.has(path) && (flag === 'where' || this.#kept > 0))
        throw new AppError(
          'log-field',
          `no row of ${oneLine(this.#file, 200)} has the field ${oneLine(path, 80)} (--${flag})`,
          {
            hint: `fields: ${oneLine(this.listed().join(', '), 1_000)}`,
          },
        );
    if (this.#kept === 0)
      throw new AppError('log-field', `no row of ${oneLine(this.#file, 200)} is left by --where`, {
        hint: this.#valuesText(),
      });
  }
}

/** Returns whether a row is a sample of a run that `seb` exported: its metadata name item, group and condition. */
export function isOfRun(row: JsonObject): boolean {
  const { metadata } = row;
  return isRecord(metadata) && ['item', 'cluster', 'condition'].every((name) => typeof metadata[name] === 'string');
}

/** Returns when the confidence of a run was asked, as the row says; null where it does not. */
function askedOf(row: JsonObject): Asked | null {
  const written = valueAt(row, `metadata.${askedField}`);
  return askedLevels.find((level) => level === written) ?? null;
}

/** Yields the paths of the simple values in a row, objects being entered. */
function* pathsOf(value: unknown, path: string, depth: number): Generator<string> {
  if (!isRecord(value)) {
    if (path !== '' && !Array.isArray(value)) yield path;
    return;
  }
  if (depth === maxDepth) return;
  for (const [key, inner] of Object.entries(value))
    yield* pathsOf(inner, path === '' ? key : `${path}.${key}`, depth + 1);
}
