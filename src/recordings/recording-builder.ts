import { oneGroupText } from '../data/joined-groups.ts';
import { ModelNames } from '../data/model-names.ts';
import { identifierForm } from '../data/one-form.ts';
import type { Asked } from '../domain/asked.ts';
import { mostDiffering } from '../stats/least-numbers.ts';
import { AppError } from '../util/app-error.ts';
import { CollectedRows } from '../util/garbage.ts';
import { NestedMap } from '../util/nested-map.ts';
import { counted } from '../util/numbers.ts';
import { oneLine } from '../util/text.ts';
import { blankHint, damagedLog } from './damaged-log.ts';
import { JoinedTexts } from './joined-texts.ts';
import { otherCondition } from './other-condition.ts';
import { type ReadOutcome, readOutcome, type ValueForm } from './outcome-words.ts';
import { confidenceColumn, notStated, probabilitiesOf } from './probability-scale.ts';
import {
  type Evaluation,
  type FieldChoice,
  type PossibleSets,
  type RecordedItem,
  type RecordedLog,
  type RecordedOutcome,
  type RecordedRow,
  type RecordedScore,
  recordedRow,
  type ScoredRow,
  type StatedValue,
  type StratumName,
} from './recording.ts';
import { isAbsentText, isSameItem, itemHash } from './same-item.ts';
import { type FlaggedScore, scoreChoices } from './score-flags.ts';
import { type ScoreFacts, type ScoreScale, ScoreValues, scaledStatement } from './score-scale.ts';
import { textOf, textsIn } from './values.ts';

/** Maximum number of rows of one log: more do not fit into memory. */
const maxRows = 5_000_000;
/** Maximum number of rows that stand for scores which a log lacks for an execution: as a rule every sample has every score. */
const maxMissingScores = 1_000_000;
/** Maximum number of scores of one log: each becomes a run, with tables of its own. */
const maxScores = 1_000;
const manyScores = 'give every sample the same scores';
/** Characters of a question and of an answer that are kept: a log of 200,000 items must fit into 500 MB. */
const keptText = 300;
/** Maximum number of models that a message names. */
const maxNamedModels = 4;

/** An item as a format hands it over. */
interface NewItem {
  readonly id: unknown;
  /** What the model was asked; '' where the log does not have it. */
  readonly text: string;
  /** What is shown of the item where its text only identifies it; absent: the text. */
  readonly shown?: string;
  /** What identifies the item beside its text: choices, right answer. */
  readonly content: unknown;
  /** Value of the group column; absent: the item is its own group. */
  readonly group?: unknown;
  /** Right answer; absent or '': the log has none. */
  readonly key?: string;
  /** Data set of the item, where the log has several. */
  readonly set?: unknown;
  /** Value of the field that the user named as stratum. */
  readonly stratum?: unknown;
}

/** An outcome as the log writes it, or why there is none. */
export type NewOutcome =
  | { readonly kind: 'written'; readonly value: unknown }
  | Extract<RecordedOutcome, { readonly kind: 'absent' }>;

/** An execution as a format hands it over; fields that the log lacks are left out. */
type NewRow = Pick<RecordedRow, 'model' | 'score'> &
  Partial<Omit<RecordedRow, 'item' | 'epoch' | 'confidence' | 'outcome'>> & {
    readonly outcome: NewOutcome;
    /** Number of the execution; absent or null: the next execution of this item. */
    readonly epoch?: number | null;
    /** What the log records of a row without a number of its execution: rows of one item that differ in it are not repeats. */
    readonly settings?: Readonly<Record<string, unknown>>;
    /** Value of the field with the confidence, of any type. */
    readonly confidence?: unknown;
  };

/** An execution under several scores. */
type ScoredExecution = Omit<NewRow, 'score' | 'outcome' | 'answer' | 'confidence'> & {
  readonly scored: readonly Pick<NewRow, 'score' | 'outcome' | 'answer' | 'confidence'>[];
  /** Outcome under a score that it has no value of. */
  readonly otherwise: NewOutcome;
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
  part: null,
  execution: null,
  uuid: null,
  answer: null,
  answerLength: null,
  problem: null,
  inputTokens: null,
  outputTokens: null,
  seconds: null,
  dollars: null,
} as const satisfies Partial<RecordedRow>;

/** Returns a confidence as written, what is neither a number nor a text as JSON; null for an absent one. */
function writtenValue(value: unknown): string | number | null {
  return typeof value === 'number' ? value : textOf(value) || null;
}

/** Returns a copy of the first characters: a slice would keep the whole text in memory. */
function beginningOf(text: string): string {
  return text.length <= keptText ? text : Buffer.from(text.slice(0, keptText)).toString();
}

/** Returns an outcome whose value is read as any tool writes it (`outcome-words.ts`); absent, and not counted, without a value. */
export function outcomeOf(value: unknown): NewOutcome {
  return { kind: 'written', value };
}

const unscored = { kind: 'absent', reason: 'unscored', counted: null } as const;

/** The two outcomes that most rows have: a log of 200,000 rows holds each once. */
const [wrong, right] = [
  { kind: 'scored', value: 0 },
  { kind: 'scored', value: 1 },
] as const;

function scoredOutcome(value: number): RecordedOutcome {
  if (value === 0) return wrong;
  return value === 1 ? right : { kind: 'scored', value };
}

/** A row whose confidence is read when all rows are there. */
type OpenRow = Omit<ScoredRow, 'confidence'> & { confidence: ScoredRow['confidence'] };

/** Collects the rows of one log and checks each of them; what is wrong with a row is an AppError with its position. */
export class RecordingBuilder {
  readonly #head: Head;
  readonly #items = new Map<string, RecordedItem>();
  readonly #rows: OpenRow[] = [];
  /** How the outcomes of the rows are written; null for an absent one. */
  readonly #forms: (ValueForm | null)[] = [];
  /** Confidences of the rows, as written. */
  readonly #written: (string | number | null)[] = [];
  /** Executions of each item; by model, score and, where the log numbers them, epoch. */
  readonly #executions = new Map<string, Map<string, number>>();
  /** By name, in the order in which the log has them. */
  readonly #scores = new Map<string, ScoreValues>();
  /** Scores that an execution has; others are declared only. */
  readonly #seen = new Set<string>();
  /** Settings of the first row of an item without a number of its execution, as JSON. */
  readonly #firstSettings = new Map<string, string>();
  readonly #models = new Set<string>();
  readonly #names = new ModelNames();
  readonly #notes = new Set<string>();
  readonly #texts = new JoinedTexts();
  /** Whether items of one id that differ have one text, and other keys. */
  #areOtherKeys = true;
  /** Model of the last row with another text under an id, by id. */
  readonly #otherTexts = new Map<string, string>();
  readonly #partial: PartialExecution[] = [];
  readonly #collected = new CollectedRows(2_000);

  constructor(head: Head) {
    this.#head = head;
  }

  note(sentence: string): void {
    this.#notes.add(sentence);
  }

  /** Declares a model, so that models keep the order of the log's own list. */
  declareModel(name: string): void {
    this.#models.add(this.#names.of(name));
  }

  /** Declares a score with what the log says about it, so that scores keep the order of the log's own list. */
  declareScore(name: string, facts: ScoreFacts = {}): void {
    const values = this.#valuesOf(name);
    values.facts = { ...values.facts, ...facts };
  }

  /** Whether an item has several rows of one model and score whose executions the log does not number. */
  hasUnnumberedRepeats = false;
  #isNumbered = false;
  /** Of rows whose executions a column tells apart by names, such as seeds: model, score, item and name. */
  readonly #named = new Set<string>();
  /** Whether every row has such a name, and no two of one item have the same. */
  #areNamed = true;

  #valuesOf(name: string): ScoreValues {
    const known = this.#scores.get(name);
    if (known !== undefined) return known;
    const values = new ScoreValues(name);
    this.#scores.set(name, values);
    return values;
  }

  /** Adds an execution. `place` is its position in the file: `line 3`. */
  add(item: NewItem, written: NewRow, place: string): void {
    const row = this.#names.inForm(written);
    this.#collected.add(1);
    const { file } = this.#head;
    if (this.#rows.length === maxRows) throw damagedLog(file, place, `more than ${counted(maxRows, 'row')} in one log`);
    const id = this.#addItem(item, { place, model: row.model });
    const given = row.epoch ?? null;
    const column = JSON.stringify([row.model, row.score, given]);
    const executions = this.#executions.get(column) ?? new Map<string, number>();
    const epoch = given ?? (executions.get(id) ?? 0) + 1;
    if (given !== null && executions.has(id)) throw twice(file, place, id, epoch);
    if (given !== null) this.#isNumbered = true;
    if (given === null) this.#checkRepeat(JSON.stringify([column, id]), { row, id, epoch, place });
    this.#executions.set(column, executions.set(id, epoch));
    const { outcome, form } = this.#outcomeOf(row, place);
    const checked = recordedRow.safeParse({
      ...unknownFields,
      ...row,
      outcome,
      ...{
        item: id,
        epoch,
        answer: row.answer == null ? null : beginningOf(row.answer),
        answerLength: row.answer?.length ?? null,
        problem: row.problem == null ? null : { ...row.problem, text: beginningOf(row.problem.text) },
        confidence: writtenValue(row.confidence),
      },
    });
    if (!checked.success) {
      const [issue] = checked.error.issues;
      const reason = `${issue?.path.join('.') ?? 'row'}: ${issue?.message ?? 'invalid'}`;
      throw row.model.trim() === '' && issue?.path[0] === 'model'
        ? damagedLog(file, place, reason, blankHint('model'))
        : damagedLog(file, place, reason);
    }
    this.#models.add(row.model);
    this.#nameExecution(checked.data);
    this.#rows.push({ ...checked.data, outcome, confidence: notStated });
    this.#written.push(checked.data.confidence);
    this.#forms.push(form);
  }

  #nameExecution({ model, score, item, execution }: RecordedRow): void {
    if (execution === null) {
      this.#areNamed = false;
      return;
    }
    const name = JSON.stringify([model, score, item, execution]);
    if (this.#named.has(name)) this.#areNamed = false;
    this.#named.add(name);
  }

  /**
   * Numbers the executions of each item by their names, where these are numbers; else they keep the order of the rows. Rows that repeat
   * a name come last, so that no number is missing when they are left out.
   */
  #orderExecutions(): void {
    if (this.#named.size === 0) return;
    const places = Map.groupBy(this.#rows.keys(), (index) => {
      const { model, score, item } = this.#rows[index] as OpenRow; // a key of the list
      return JSON.stringify([model, score, item]);
    });
    for (const own of places.values()) {
      if (own.length < 2) continue;
      const seen = new Map<string | null, number>();
      const executions = own.map((index) => {
        const row = this.#rows[index] as OpenRow; // a key of the list
        const again = seen.get(row.execution) ?? 0;
        seen.set(row.execution, again + 1);
        return { index, row, again, number: Number(row.execution ?? Number.NaN) };
      });
      const areNumbers = executions.every(({ number }) => !Number.isNaN(number));
      const ordered = executions.toSorted(
        (one, other) => one.again - other.again || (areNumbers ? one.number - other.number : 0),
      );
      for (const [position, { index, row }] of ordered.entries())
        if (row.epoch !== position + 1) this.#rows[index] = { ...row, epoch: position + 1 };
    }
  }

  #outcomeOf({ outcome, score, model }: NewRow, place: string): { outcome: RecordedOutcome; form: ValueForm | null } {
    if (outcome.kind === 'absent') {
      this.#valuesOf(score);
      return { outcome, form: null };
    }
    const read: ReadOutcome = readOutcome(outcome.value);
    this.#valuesOf(score).add(read, place, model);
    if (outcome.value !== undefined) this.#seen.add(score);
    return read.kind === 'value'
      ? { outcome: scoredOutcome(read.value), form: read.form }
      : { outcome: unscored, form: null };
  }

  /** Refuses a second row of an item whose settings differ from the first one's: it is another condition, not a repeat. */
  #checkRepeat(
    key: string,
    {
      row,
      id,
      epoch,
      place,
    }: { readonly row: NewRow; readonly id: string; readonly epoch: number; readonly place: string },
  ): void {
    if (epoch > 1) this.hasUnnumberedRepeats = true;
    if (row.settings === undefined) return;
    const first = this.#firstSettings.get(key);
    const own = JSON.stringify(row.settings);
    if (first === undefined) this.#firstSettings.set(key, own);
    else if (first !== own) {
      const before = JSON.parse(first) as Readonly<Record<string, unknown>>; // written above
      const differing = Object.keys(row.settings).filter(
        (name) => JSON.stringify(before[name]) !== JSON.stringify(row.settings?.[name]),
      );
      throw otherCondition(this.#head.file, place, { id, differing });
    }
  }

  /**
   * Adds an execution with all its scores. Scores that the log has for other executions only get `otherwise`, when the log
   * has been read.
   */
  addAll(item: NewItem, { scored, otherwise, ...about }: ScoredExecution, place: string): void {
    for (const { score } of scored) {
      this.#valuesOf(score);
      this.#seen.add(score);
    }
    if (scored.length < this.#scores.size || scored.length === 0)
      this.#partial.push({
        item,
        about: { ...about, outcome: otherwise },
        place,
        scores: new Set(scored.map(({ score }) => score)),
      });
    for (const score of scored) this.add(item, { ...about, ...score }, place);
  }

  #addItem(item: NewItem, { place, model }: { readonly place: string; readonly model: string }): string {
    const name = identifierForm(textOf(item.id));
    if (name === '') throw damagedLog(this.#head.file, place, 'the item has no id', blankHint('item'));
    const hasText = !isAbsentText(item.text);
    const text = hasText ? item.text : '';
    const hash = itemHash(text || name, item.content);
    const known = this.#items.get(name);
    if (known?.sha256 === hash) return name;
    const isGrouped = textOf(item.group) !== '';
    const own: RecordedItem = {
      ...{ id: name, idType: typeof item.id === 'number' ? 'number' : 'text' },
      ...{ text: hasText ? beginningOf(item.shown ?? text) : '', hasText, sha256: hash },
      ...{ group: textOf(item.group) || name },
      ...{ stratum: textOf(item.stratum) || null, set: textOf(item.set) || null, key: item.key || null },
    };
    if (known !== undefined) {
      if (!isSameItem(known, own)) {
        this.#otherTexts.set(name, model);
        this.#areOtherKeys &&= known.text === own.text && known.key !== own.key;
      }
      if (own.hasText && !known.hasText && isSameItem(known, own))
        this.#items.set(name, { ...own, key: own.key ?? known.key });
      return name;
    }
    if (!this.#texts.isTooMuch)
      this.#texts.add({ group: own.group, texts: hasText ? [text, ...textsIn(item.content)] : [], isGrouped });
    this.#items.set(name, own);
    return name;
  }

  /** Joins items with equal or nearly equal texts into one group, as runs do: their answers may be copies of each other. */
  #joinTexts(): void {
    if (this.#texts.isTooMuch) this.note('so many items are not searched for nearly equal texts (--group joins items)');
    const joined = this.#texts.groups();
    let isAny = false;
    for (const [id, item] of this.#items) {
      const group = joined.nameOf(item.group) ?? item.group;
      if (group === item.group) continue;
      this.#items.set(id, { ...item, group });
      isAny = true;
    }
    if (!isAny) return;
    const groups = new Set([...this.#items.values()].map(({ group }) => group)).size;
    this.note(
      `the ${counted(this.#items.size, 'item')} count as ${counted(groups, 'group')}: ${oneGroupText(this.#texts.isAnyGrouped)}`,
    );
  }

  /** Decides the scale of the confidences of each model and score from all its values; `seb` writes shares. */
  #readConfidences(isOfRun: boolean): void {
    const columns = new NestedMap<number[]>();
    for (const [index, { model, score }] of this.#rows.entries()) columns.get([model, score], () => []).push(index);
    const range = this.#head.choice.confidenceRange ?? (isOfRun ? ([0, 1] as const) : undefined);
    const all = confidenceColumn(this.#written, range);
    for (const column of columns.values()) {
      const written = column.map((index) => this.#written[index] ?? null);
      const confidences = probabilitiesOf(written, all);
      for (const [position, index] of column.entries()) {
        const row = this.#rows[index] as OpenRow; // a place of the list
        row.confidence = confidences[position] ?? notStated;
      }
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
        manyScores,
      );
    for (const { item, about: row, place, scores } of this.#partial)
      for (const score of this.#scores.keys()) if (!scores.has(score)) this.add(item, { ...row, score }, place);
  }

  /** Decides what the values of each score mean; scores that no execution has are left out where others have values. */
  #readScales(): ReadonlyMap<string, ScoreScale> {
    const isSeen = this.#seen.size > 0;
    const shown = [...this.#scores].filter(([name]) => !isSeen || this.#seen.has(name));
    const isBinaryOf =
      (name: string): Parameters<ScoreValues['scale']>[1] =>
      (share) =>
        this.#rows.every(({ score, outcome }, index) => {
          const form = this.#forms[index] ?? null;
          return (
            score !== name ||
            outcome.kind === 'absent' ||
            form === null ||
            [0, 0.5, 1].includes(share(outcome.value, form))
          );
        });
    const scores = shown.map(
      ([name, values]): FlaggedScore => ({ name, values, own: values.scale({}, isBinaryOf(name)) }),
    );
    const { choice, file } = this.#head;
    if (choice.range === undefined && choice.threshold === undefined && choice.better === undefined)
      return new Map(scores.map(({ name, own }) => [name, own]));
    const choices = scoreChoices(scores, choice, { file, note: (sentence) => this.note(sentence) });
    return new Map(
      scores.map(({ name, values }) => {
        const own = choices.get(name) ?? {};
        const doubt = values.doubtOnRange(own);
        if (doubt !== null) this.note(doubt);
        return [name, values.scale(own, isBinaryOf(name))];
      }),
    );
  }

  /** Returns the rows with their values as shares of the range; rows of scores that are left open are left out. */
  #scaledRows(scales: ReadonlyMap<string, ScoreScale>): readonly ScoredRow[] {
    const isAsWritten = (scale: ScoreScale | undefined) =>
      scale?.kind === 'measured' &&
      scale.isAsWritten &&
      [0, 0.3, 1].every((value) => scale.share(value, { kind: 'number' }) === value);
    if ([...this.#scores.keys()].every((name) => isAsWritten(scales.get(name)))) return this.#rows;
    return this.#rows.flatMap((row, index) => {
      const scale = scales.get(row.score);
      if (scale?.kind !== 'measured') return [];
      const { outcome } = row;
      const form = this.#forms[index] ?? null;
      return outcome.kind === 'absent' || form === null
        ? [row]
        : [{ ...row, outcome: { ...outcome, value: scale.share(outcome.value, form) } }];
    });
  }

  /** Returns the recording. AppError for a log without rows, and for one whose ids stand for several items. */
  finish(about: About): RecordedLog {
    const { file, format, choice } = this.#head;
    this.#addMissingScores();
    if (this.#scores.size > maxScores)
      throw damagedLog(
        file,
        '',
        `it has ${counted(this.#scores.size, 'score')}; a log may have ${counted(maxScores, 'score')}`,
        manyScores,
      );
    if (this.#scores.size === 0 || this.#rows.length === 0)
      throw new AppError('log-empty', `${oneLine(file, 200)} has no scored samples`, {
        hint: `${[...this.#notes].join('; ') || 'run the evaluation to its end, and log its samples'}`,
      });
    this.#checkTexts();
    this.#orderExecutions();
    const scales = this.#readScales();
    this.#joinTexts();
    this.#readConfidences(about.isOfRun ?? false);
    const rows = this.#scaledRows(scales);
    const hasConfidence = rows.some(
      ({ confidence }) => confidence.kind === 'stated' || confidence.reason !== 'not-stated',
    );
    const [head, ...rest] = this.#orderedScores(scales, about.headline ?? '');
    if (head === undefined) throw new RangeError('a recording has a score');
    return {
      file,
      format,
      version: about.version,
      task: about.task,
      evaluation: about.evaluation ?? null,
      unreadCosts: about.unreadCosts ?? null,
      asked: hasConfidence ? (choice.asked ?? about.asked ?? 'with-answer') : 'never',
      confidenceField: choice.confidence ?? about.confidenceField ?? 'metadata.confidence',
      scores: [head, ...rest],
      models: [...this.#models],
      executions: this.#isNumbered || (this.#areNamed && this.#named.size > 0) ? 'numbered' : 'in order',
      items: this.#items,
      ...{ setField: about.setField ?? null, possibleSets: about.possibleSets ?? null },
      stratum: about.stratum ?? null,
      isOfRun: about.isOfRun ?? false,
      rows,
      stated: (about.stated ?? []).map((each) => ({
        ...scaledStatement(each, scales.get(each.score)),
        model: this.#names.of(each.model),
      })),
      settings: about.settings ?? {},
      fields: about.fields ?? [],
      notes: [...this.#notes, ...this.#names.notes()],
    };
  }

  /** Throws an AppError where many ids stand for several texts, and notes a few. */
  #checkTexts(): void {
    const [example = ''] = this.#otherTexts.keys();
    const models = [...new Set(this.#otherTexts.values())].slice(0, maxNamedModels).join(', ');
    if (this.#otherTexts.size > mostDiffering * this.#items.size)
      throw damagedLog(
        this.#head.file,
        '',
        `${counted(this.#otherTexts.size, `id of ${this.#items.size} stands`, `ids of ${this.#items.size} stand`)} for several items, first ${oneLine(example, 60)}, in rows of ${oneLine(models, 200)}`,
        this.#areOtherKeys
          ? 'their keys differ: where the columns of answers and keys are swapped, --columns answer=COLUMN,key=COLUMN names them; or give one file for each task'
          : 'ids are unique within one task only: give one file for each task',
      );
    if (this.#otherTexts.size > 0)
      this.note(`${counted(this.#otherTexts.size, 'id stands', 'ids stand')} for several texts, first ${example}`);
  }

  /** Returns the scores with values, the headline first; then those without a value; then those that could not be read. */
  #orderedScores(scales: ReadonlyMap<string, ScoreScale>, headline: string): readonly RecordedScore[] {
    const rank = ({ kind, score: { name } }: ScoreScale) =>
      kind === 'unread' ? 3 : !(this.#scores.get(name)?.hasValues ?? false) ? 2 : name === headline ? 0 : 1;
    const scores = [...scales.values()].toSorted((one, other) => rank(one) - rank(other)).map(({ score }) => score);
    for (const score of scores) {
      if (score.kind === 'unread' && score.name === headline && scores.length > 1)
        this.note(`${score.name} is left out: ${score.reason}; ${score.advice}`);
      if (score.kind !== 'unread' && score.better === 'lower')
        this.note(`less is better of ${score.name}: its values are turned, so that higher is better here`);
    }
    return scores;
  }
}

/** What a reader says about a log when all rows are added. */
interface About {
  readonly version: string | null;
  readonly task: string;
  readonly evaluation?: Evaluation | null;
  readonly unreadCosts?: string | null;
  readonly headline?: string | null;
  readonly stated?: readonly StatedValue[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly fields?: readonly string[];
  readonly setField?: string | null;
  readonly possibleSets?: PossibleSets | null;
  readonly stratum?: StratumName | null;
  readonly isOfRun?: boolean;
  /** When the log says that confidences were asked; null or absent: it does not. */
  readonly asked?: Asked | null;
  readonly confidenceField?: string;
}

/** Code of the error for an execution that has two rows. */
export const repeatedCode = 'log-repeated';

function twice(file: string, place: string, id: string, epoch: number): AppError {
  const { message } = damagedLog(file, place, `item ${oneLine(id, 60)}, execution ${epoch} occurs twice`);
  return new AppError(repeatedCode, message, {
    hint: 'keep one of the two rows; where both are repeats, number them (docs/logs.md)',
  });
}
