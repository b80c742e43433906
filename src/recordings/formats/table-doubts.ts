import { isAbsentWord, oneForm } from '../../data/one-form.ts';
import { AppError } from '../../util/app-error.ts';
import { oneLine } from '../../util/text.ts';
import { readOutcome } from '../outcome-words.ts';
import type { ScoreFacts } from '../score-scale.ts';
import { type ColumnRole, cellOf, plainName, type TableColumns } from '../table-columns.ts';
import { type JsonObject, textOf, valueAt } from '../values.ts';

/** Maximum number of distinct words of a column that holds labels; more are free texts. */
const maxWords = 12;
/** Share of the rows that must say the same. */
const minShare = 0.8;
/** Maximum number of names of metrics that are kept. */
const maxMetrics = 20;
/** Columns that say which end of the score is the better one, by the end that is better where they are true. */
const directionColumns: ReadonlyMap<string, 'higher' | 'lower'> = new Map([
  ['higher_is_better', 'higher'],
  ['more_is_better', 'higher'],
  ['lower_is_better', 'lower'],
  ['less_is_better', 'lower'],
]);
/** Columns that name what the score measures. */
const metricColumns: ReadonlySet<string> = new Set(['metric', 'metric_name', 'score_name', 'measure']);
/** Ids of rows that hold a number about all other rows. */
const summaryIds =
  /^(?:(?:macro|micro|weighted|grand|overall)[ _-]?)?(?:mean|average|avg|total|sum|overall|summary|aggregate|median|std|stdev|all)(?:[ _-](?:score|accuracy))?:?$/i;
/** Rows of items from which on a row of such an id is no item, where all other ids have a number in them: words may be items. */
const minItems = 5;

/** Returns the one form of a cell; null for an absent value. */
function formOf(value: unknown): string | null {
  const text = textOf(value);
  return isAbsentWord(text) ? null : oneForm(text);
}

/** How often each word of a column occurs; `isText`: it has more words than labels have. */
class Words {
  readonly #counts = new Map<string, number>();
  #rows = 0;
  isText = false;

  add(form: string | null): void {
    if (form === null || this.isText) return;
    this.#rows += 1;
    this.#counts.set(form, (this.#counts.get(form) ?? 0) + 1);
    this.isText = this.#counts.size > maxWords;
  }

  /** Returns whether both columns hold the same labels: all words of this one, and hardly others in the other one. */
  areIn(other: Words): boolean {
    if (this.isText || other.isText || this.#counts.size < 2) return false;
    const words = [...this.#counts.keys()];
    const shared = words.reduce((sum, word) => sum + (other.#counts.get(word) ?? 0), 0);
    return words.every((word) => other.#counts.has(word)) && shared >= minShare * other.#rows;
  }

  get shown(): string {
    return [...this.#counts.keys()]
      .slice(0, 3)
      .map((word) => `"${oneLine(word, 40)}"`)
      .join(', ');
  }
}

/** Two columns that may hold the same, with the first row in which they differ. */
interface Rivals {
  readonly role: ColumnRole;
  readonly columns: readonly [taken: string, other: string];
  readonly values: readonly [taken: string, other: string];
  readonly place: string;
}

/**
 * Looks at all rows of a table for what leaves open what its columns hold: a column that may hold the right answer or say what is right,
 * and two columns of accepted names whose values differ.
 */
export class TableDoubts {
  readonly #file: string;
  readonly #columns: TableColumns;
  readonly #correct = new Words();
  readonly #answer = new Words();
  readonly #key = new Words();
  /** Of each item: the first word that says what is right, and the first answer. */
  readonly #first = new Map<string, { readonly correct: string; readonly answer: string | null }>();
  /** Rows that differ from the first row of their item: in what is right, and in the answer alone. */
  readonly #differing = { correct: 0, answer: 0 };
  /** Rows whose word of right or wrong is that of an answer beside the key. */
  readonly #agreeing = { agree: 0, rows: 0 };
  readonly #rivals = new Map<string, Rivals>();
  readonly #directions = new Map<'higher' | 'lower', string>();
  readonly #metrics = new Set<string>();
  readonly #aboutScore: readonly (readonly [name: string, plain: string])[];
  /** First row of an id that a summary has. */
  #summary: { readonly id: string; readonly place: string } | null = null;
  #numberedItems = 0;
  #namedItems = 0;

  constructor(file: string, columns: TableColumns) {
    this.#file = file;
    this.#columns = columns;
    this.#aboutScore = columns.others
      .map((name) => [name, plainName(name)] as const)
      .filter(([, plain]) => directionColumns.has(plain) || metricColumns.has(plain));
  }

  add(row: JsonObject, place: string): void {
    this.#addRivals(row, place);
    this.#addScoreFacts(row, place);
    this.#addId(textOf(cellOf(row, this.#columns, 'item')).trim(), place);
    const { mayBeKey, wide } = this.#columns;
    if (wide !== null) {
      for (const name of wide) this.#correct.add(formOf(row[name]));
      this.#key.add(formOf(cellOf(row, this.#columns, 'key')));
      return;
    }
    if (!mayBeKey || !this.#isOpen) return;
    const cell = (role: ColumnRole) => formOf(cellOf(row, this.#columns, role));
    const [correct, answer, key] = [cell('correct'), cell('answer'), cell('key')];
    this.#correct.add(correct);
    this.#answer.add(answer);
    this.#key.add(key);
    if (correct === null) return;
    if (answer !== null && key !== null) {
      const read = readOutcome(correct);
      this.#agreeing.rows += 1;
      if (read.kind === 'value' && read.value === Number(answer === key)) this.#agreeing.agree += 1;
    }
    const id = JSON.stringify([cell('set'), cell('item')]);
    const first = this.#first.get(id);
    if (first === undefined) this.#first.set(id, { correct, answer });
    else if (first.correct !== correct) this.#differing.correct += 1;
    else if (first.answer !== answer) this.#differing.answer += 1;
  }

  #addId(id: string, place: string): void {
    if (summaryIds.test(id)) this.#summary ??= { id, place };
    else if (/\d/.test(id)) this.#numberedItems += 1;
    else this.#namedItems += 1;
  }

  /** Notes what columns beside the score say about it. */
  #addScoreFacts(row: JsonObject, place: string): void {
    for (const [name, plain] of this.#aboutScore) {
      if (metricColumns.has(plain) && this.#metrics.size < maxMetrics) this.#metrics.add(textOf(row[name]));
      const direction = directionColumns.get(plain);
      const read = readOutcome(row[name]);
      if (direction === undefined || read.kind !== 'value' || (read.value !== 0 && read.value !== 1)) continue;
      const other = direction === 'higher' ? 'lower' : 'higher';
      const better = read.value === 1 ? direction : other;
      if (!this.#directions.has(better)) this.#directions.set(better, `${plain} in ${place}`);
    }
  }

  /** Returns what the columns beside the score say about it. */
  facts(): ScoreFacts {
    const [better] = this.#directions.keys();
    return {
      ...(better === undefined ? {} : { better }),
      ...(this.#metrics.size === 0 ? {} : { metrics: [...this.#metrics] }),
    };
  }

  /** Throws an AppError where rows differ in which end is better, and where a row is about all others. */
  #checkRows(): void {
    const [one, two] = this.#directions.values();
    if (one !== undefined && two !== undefined)
      throw new AppError(
        'log-ambiguous',
        `rows of ${oneLine(this.#file, 200)} differ in which end of the score is better: ${one}, ${two}`,
        { hint: 'choose the rows of one metric: --where metric=NAME' },
      );
    if (this.#summary !== null && this.#numberedItems >= minItems && this.#namedItems === 0)
      throw new AppError(
        'log-ambiguous',
        `${oneLine(this.#file, 200)}, ${this.#summary.place}: "${oneLine(this.#summary.id, 40)}" is the id of a summary of the other rows, and not of an item`,
        { hint: 'remove the rows with totals and means; where it is an item, give it another id' },
      );
  }

  #addRivals(row: JsonObject, place: string): void {
    for (const [role, others] of this.#columns.rivals)
      for (const other of others) {
        if (this.#rivals.has(other)) continue;
        const [taken = ''] = this.#columns.paths.get(role) ?? [];
        const values = [valueAt(row, taken), valueAt(row, other)] as const;
        if (!areDifferent(role, values)) continue;
        this.#rivals.set(other, {
          role,
          columns: [taken, other],
          values: [textOf(values[0]), textOf(values[1])],
          place,
        });
      }
  }

  /** Throws an AppError with the column, its values and the flag that settles what it holds. */
  check(): void {
    this.#checkRows();
    const [rivals] = this.#rivals.values();
    if (rivals !== undefined) throw this.#ofRivals(rivals);
    const { wide, mayBeKey } = this.#columns;
    if (wide !== null) {
      if (this.#correct.areIn(this.#key) && this.#key.areIn(this.#correct)) throw this.#ofWide(wide);
      return;
    }
    if (!mayBeKey) return;
    const { agree, rows } = this.#agreeing;
    if (rows > 0 && agree >= minShare * rows) return;
    if (this.#correct.areIn(this.#answer)) {
      const { correct, answer } = this.#differing;
      if (correct > answer) return; // one item has both words: it cannot be its key
      throw this.#ofKey('answer', answer > 0 ? 'items have one value of it although their answers differ' : null);
    }
    if (this.#columns.isVague && this.#correct.areIn(this.#key)) throw this.#ofKey('key', null);
  }

  /** Returns whether the rows so far leave open that the column of outcomes holds labels of another column. */
  get #isOpen(): boolean {
    const { paths, isVague } = this.#columns;
    const isAnswer = paths.has('answer') && !this.#answer.isText;
    return !this.#correct.isText && (isAnswer || (isVague && paths.has('key') && !this.#key.isText));
  }

  #column(role: ColumnRole): string {
    return oneLine(this.#columns.paths.get(role)?.join('+') ?? role, 60);
  }

  #ofKey(role: 'answer' | 'key', evidence: string | null): AppError {
    const [correct, other] = [this.#column('correct'), this.#column(role)];
    const what = role === 'answer' ? 'the right answer' : 'the answer of the model';
    return new AppError(
      'log-ambiguous',
      `column ${correct} of ${oneLine(this.#file, 200)} holds the words of column ${other} (${this.#correct.shown}): it may be ${what}, or say what is right${evidence === null ? '' : `; ${evidence}`}`,
      {
        hint: `add --columns correct=${correct} where it says what is right; where it is ${what}, add a column is_correct, and name this one: --columns correct=is_correct,${role === 'answer' ? 'key' : 'answer'}=${correct}`,
      },
    );
  }

  #ofWide(wide: readonly string[]): AppError {
    return new AppError(
      'log-ambiguous',
      `columns ${oneLine(wide.join(', '), 200)} of ${oneLine(this.#file, 200)} hold the words of column ${this.#column('key')} (${this.#correct.shown}): they may be answers, or say what is right`,
      { hint: `write correct and incorrect where they say what is right; else mark the answers first, right or wrong` },
    );
  }

  #ofRivals({ role, columns: [taken, other], values, place }: Rivals): AppError {
    const [one, two] = values.map((value) => `"${oneLine(value, 40)}"`);
    const settled = role === 'answer' ? `, or answer=${other},key=${taken} where the first is the right answer` : '';
    return new AppError(
      'log-ambiguous',
      `columns ${oneLine(taken, 60)} and ${oneLine(other, 60)} of ${oneLine(this.#file, 200)} may both hold ${contents[role] ?? role}, and differ in ${place}: ${one} and ${two}`,
      { hint: `name one: --columns ${role}=${taken} or ${role}=${other}${settled}` },
    );
  }
}

/** What the columns of a role hold, in words. */
const contents: Readonly<Partial<Record<ColumnRole, string>>> = {
  correct: 'what is right',
  confidence: 'the stated confidence',
  answer: 'the answer of the model',
};

/** Returns whether two cells of one role say different things; what is absent in one of them does not differ. */
function areDifferent(role: ColumnRole, [one, other]: readonly [unknown, unknown]): boolean {
  const [first, second] = [formOf(one), formOf(other)];
  if (first === null || second === null || first === second) return false;
  if (role !== 'correct') return true;
  const [a, b] = [readOutcome(one), readOutcome(other)];
  return !(a.kind === 'value' && b.kind === 'value' && a.value === b.value);
}
