import { AppError } from '../util/app-error.ts';
import { sha256 } from '../util/canonical-json.ts';
import { counted } from '../util/numbers.ts';
import { oneLine } from '../util/text.ts';
import { damagedLog } from './damaged-log.ts';
import { notStated, probabilitiesOf } from './probability-scale.ts';
import {
  type FieldChoice,
  type RecordedItem,
  type RecordedLog,
  type RecordedOutcome,
  type RecordedRow,
  type RecordedScore,
  recordedRow,
  type ScoredRow,
  type StatedValue,
} from './recording.ts';
import { textOf } from './values.ts';

/** Maximum number of rows of one log: more do not fit into memory. */
const maxRows = 5_000_000;
/** Maximum number of rows that stand for scores which a log lacks for an execution: as a rule every sample has every score. */
const maxMissingScores = 1_000_000;
/** Characters of a question and of an answer that are kept: a log of 200,000 items must fit into 500 MB. */
const keptText = 300;
/** Share of items with two texts under one id above which a file is refused. */
const maxOtherTexts = 0.05;

/** An item as a format hands it over. */
interface NewItem {
  readonly id: unknown;
  readonly text: string;
  /** What identifies the item beside its text: choices, right answer. */
  readonly content: unknown;
  /** Value of the group column; absent: the item is its own group. */
  readonly group?: unknown;
  /** Right answer; absent or '': the log has none. */
  readonly key?: string;
}

/** An execution as a format hands it over; fields that the log lacks are left out. */
type NewRow = Pick<RecordedRow, 'model' | 'score' | 'outcome'> &
  Partial<Omit<RecordedRow, 'item' | 'epoch' | 'confidence'>> & {
    /** Absent or null: the next execution of this item. */
    readonly epoch?: number | null;
    /** Value of the field with the confidence, of any type. */
    readonly confidence?: unknown;
  };

/** An execution under several scores. */
type ScoredExecution = Omit<NewRow, 'score' | 'outcome' | 'answer' | 'confidence'> & {
  readonly scored: readonly Pick<NewRow, 'score' | 'outcome' | 'answer' | 'confidence'>[];
  /** Outcome under a score that it has no value of. */
  readonly otherwise: RecordedOutcome;
};

interface PartialExecution {
  readonly item: NewItem;
  readonly about: Omit<NewRow, 'score'>;
  readonly place: string;
  readonly scores: ReadonlySet<string>;
}

interface Head {
  readonly file: string;
  readonly format: string;
  readonly choice: FieldChoice;
}

/** Fields of a row that logs may lack. */
const unknownFields = {
  confidence: null,
  tokenProbability: null,
  answer: null,
  inputTokens: null,
  outputTokens: null,
  seconds: null,
  dollars: null,
} as const satisfies Partial<RecordedRow>;

/** Returns a confidence as written; null where the field holds neither a number nor a text. */
function writtenValue(value: unknown): string | number | null {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : null;
}

/** Returns a copy of the first characters: a slice would keep the whole text in memory. */
function beginningOf(text: string): string {
  return text.length <= keptText ? text : Buffer.from(text.slice(0, keptText)).toString();
}

/** Returns the outcome of a value; `unscored`, which the tool does not count, where it is no number. */
export function outcomeOf(value: number | null): RecordedOutcome {
  return value === null ? { kind: 'absent', reason: 'unscored', counted: null } : { kind: 'scored', value };
}

/** Collects the rows of one log and checks each of them; what is wrong with a row is an AppError with its position. */
export class RecordingBuilder {
  readonly #head: Head;
  readonly #items = new Map<string, RecordedItem>();
  readonly #rows: ScoredRow[] = [];
  /** Confidences of the rows, as written. */
  readonly #written: (string | number | null)[] = [];
  /** Executions of each item; by model, score and, where the log numbers them, epoch. */
  readonly #executions = new Map<string, Map<string, number>>();
  readonly #scores = new Set<string>();
  readonly #models = new Set<string>();
  readonly #notes = new Set<string>();
  readonly #otherTexts = new Set<string>();
  readonly #partial: PartialExecution[] = [];

  constructor(head: Head) {
    this.#head = head;
  }

  note(sentence: string): void {
    this.#notes.add(sentence);
  }

  /** Declares a model, so that models keep the order of the log's own list. */
  declareModel(name: string): void {
    this.#models.add(name);
  }

  declareScore(name: string): void {
    this.#scores.add(name);
  }

  /** Adds an execution. `place` is its position in the file: `line 3`. */
  add(item: NewItem, row: NewRow, place: string): void {
    const { file } = this.#head;
    if (this.#rows.length === maxRows) throw damagedLog(file, place, `more than ${counted(maxRows, 'row')} in one log`);
    const id = this.#addItem(item, place);
    const given = row.epoch ?? null;
    const column = JSON.stringify([row.model, row.score, given]);
    const executions = this.#executions.get(column) ?? new Map<string, number>();
    const epoch = given ?? (executions.get(id) ?? 0) + 1;
    if (given !== null && executions.has(id))
      throw damagedLog(file, place, `item ${oneLine(id, 60)}, execution ${epoch} occurs twice`);
    this.#executions.set(column, executions.set(id, epoch));
    const checked = recordedRow.safeParse({
      ...unknownFields,
      ...row,
      ...{ item: id, epoch, answer: beginningOf(row.answer ?? '') || null, confidence: writtenValue(row.confidence) },
    });
    if (!checked.success) {
      const [issue] = checked.error.issues;
      throw damagedLog(file, place, `${issue?.path.join('.') ?? 'row'}: ${issue?.message ?? 'invalid'}`);
    }
    this.#scores.add(row.score);
    this.#models.add(row.model);
    const { confidence, ...about } = checked.data;
    this.#rows.push({ ...about, confidence: notStated });
    this.#written.push(confidence);
  }

  /**
   * Adds an execution with all its scores. Scores that the log has for other executions only get `otherwise`, when the log
   * has been read.
   */
  addAll(item: NewItem, { scored, otherwise, ...about }: ScoredExecution, place: string): void {
    for (const { score } of scored) this.#scores.add(score);
    if (scored.length < this.#scores.size || scored.length === 0)
      this.#partial.push({
        item,
        about: { ...about, outcome: otherwise },
        place,
        scores: new Set(scored.map(({ score }) => score)),
      });
    for (const score of scored) this.add(item, { ...about, ...score }, place);
  }

  #addItem({ id, text, content, group, key = '' }: NewItem, place: string): string {
    const name = textOf(id);
    if (name === '') throw damagedLog(this.#head.file, place, 'the item has no id');
    const hash = sha256(JSON.stringify([text, content])).slice(0, 32);
    const known = this.#items.get(name);
    if (known !== undefined && known.sha256 !== hash) this.#otherTexts.add(name);
    if (known === undefined) {
      const idType = typeof id === 'number' ? 'number' : 'text';
      this.#items.set(name, {
        id: name,
        idType,
        text: beginningOf(text),
        sha256: hash,
        group: textOf(group) || name,
        key: key || null,
      });
    }
    return name;
  }

  /** Decides the scale of the confidences of each model and score from all its values. */
  #readConfidences(): void {
    const columns = Map.groupBy(this.#rows.entries(), ([, { model, score }]) => JSON.stringify([model, score]));
    for (const column of columns.values()) {
      const confidences = probabilitiesOf(column.map(([index]) => this.#written[index] ?? null));
      for (const [position, [index, row]] of column.entries())
        this.#rows[index] = { ...row, confidence: confidences[position] ?? notStated };
    }
  }

  /** Adds a row for each score that the log has for other executions only. AppError where these are most of the scores. */
  #addMissingScores(): void {
    const missing = this.#partial.reduce((sum, { scores }) => sum + this.#scores.size - scores.size, 0);
    if (missing > maxMissingScores)
      throw damagedLog(
        this.#head.file,
        '',
        `it has ${counted(this.#scores.size, 'score')}, and most executions lack most of them`,
        'give every sample the same scores',
      );
    for (const { item, about: row, place, scores } of this.#partial)
      for (const score of this.#scores) if (!scores.has(score)) this.add(item, { ...row, score }, place);
  }

  /** Returns the recording. AppError for a log without rows, and for one whose ids stand for several items. */
  finish(about: {
    readonly version: string | null;
    readonly task: string;
    readonly headline?: string | null;
    readonly stated?: readonly StatedValue[];
  }): RecordedLog {
    const { file, format, choice } = this.#head;
    this.#addMissingScores();
    const headline = about.headline ?? '';
    const [first, ...others] = this.#scores.has(headline) ? new Set([headline, ...this.#scores]) : this.#scores;
    if (first === undefined || this.#rows.length === 0)
      throw new AppError('log-empty', `${oneLine(file, 200)} has no scored samples`, {
        hint: `${[...this.#notes].join('; ') || 'run the evaluation to its end, and log its samples'}`,
      });
    if (this.#otherTexts.size > maxOtherTexts * this.#items.size) {
      const example = oneLine([...this.#otherTexts][0] ?? '', 60);
      throw damagedLog(
        file,
        '',
        `${counted(this.#otherTexts.size, 'id')} of ${this.#items.size} stand for several items, first ${example}`,
        'ids are unique within one task only: give one file for each task',
      );
    }
    if (this.#otherTexts.size > 0)
      this.note(`${counted(this.#otherTexts.size, 'id')} stand for several texts, first ${[...this.#otherTexts][0]}`);
    const rows = this.#rows;
    this.#readConfidences();
    const hasConfidence = rows.some(
      ({ confidence }) => confidence.kind === 'stated' || confidence.reason !== 'not-stated',
    );
    const scores = scoresOf([first, ...others], rows);
    const [head, ...rest] = scores;
    if (head === undefined) throw new RangeError('a recording has a score');
    return {
      ...{
        file,
        format,
        version: about.version,
        task: about.task,
        asked: hasConfidence ? (choice.asked ?? 'with-answer') : 'never',
      },
      ...{ scores: [head, ...rest], models: [...this.#models], items: this.#items, rows },
      ...{ stated: about.stated ?? [], notes: [...this.#notes] },
    };
  }
}

function scoresOf(names: readonly string[], rows: readonly ScoredRow[]): readonly RecordedScore[] {
  const numbers = new Set(
    rows
      .filter(({ outcome }) => outcome.kind === 'scored' && ![0, 0.5, 1].includes(outcome.value))
      .map((row) => row.score),
  );
  return names.map((name) => ({ name, kind: numbers.has(name) ? 'number' : 'right-or-wrong' }));
}
