import { basename } from 'node:path';
import { makeDataset } from '../../data/make-dataset.ts';
import type { Attempt } from '../../domain/answer.ts';
import type { ItemBase, ListedDataset } from '../../domain/dataset.ts';
import { absenceText, gradeText, outcomeWords, scored } from '../../experiments/scored/index.ts';
import type { LoggedItem } from '../../experiments/scored/items.ts';
import type { RecordedItem, RecordedLog, RecordedOutcome, ScoredRow } from '../recording.ts';
import { compareIds } from './id-order.ts';
import { type PlaceKey, placeKey, type Recording, recordedAnswer, recordedFailure } from './recording.ts';

/** The rows of one model under one score of a log: what becomes a run. */
export interface LoggedScore {
  readonly log: RecordedLog;
  readonly score: string;
  readonly isGraded: boolean;
  readonly model: string;
  readonly rows: readonly ScoredRow[];
  /** Data set of its items; null where the log has one set. */
  readonly set: string | null;
  /** Name of the data: task or data set, and score, such as `times, exact_match`. */
  readonly task: string;
  /** Executions of an item, at most. */
  readonly samples: number;
  /** Levels of factors. */
  readonly factors: Readonly<Record<'wording' | 'asked', string>>;
  readonly notes: readonly string[];
}

/** One score of one model in a log, as a recording whose outcomes are given. */
interface ImportedLog {
  readonly dataset: ListedDataset<LoggedItem & ItemBase>;
  readonly recording: Recording;
}

/** Returns the rows of each model under each score of a log whose values are known; data sets are never pooled. */
export function loggedScores(log: RecordedLog): readonly LoggedScore[] {
  const areInSets = [...log.items.values()].some(({ set }) => set !== null);
  return log.scores
    .filter(({ kind }) => kind !== 'unread')
    .flatMap(({ name: score, kind }) => {
      const isGraded = kind === 'graded';
      const setOf = ({ item }: ScoredRow) => (areInSets ? (log.items.get(item)?.set ?? null) : null);
      const byModel = Map.groupBy(
        log.rows.filter((row) => row.score === score),
        ({ model }) => model,
      );
      return log.models.flatMap((model): LoggedScore[] => {
        const bySet = Map.groupBy(byModel.get(model) ?? [], setOf);
        return [...bySet].map(
          ([set, rows]): LoggedScore => ({
            ...{ log, score, isGraded, model, rows, set },
            task: [log.task, set ?? '', score].filter((part) => part !== '').join(', '),
            samples: rows.reduce((most, { epoch }) => Math.max(most, epoch), 1),
            factors: { wording: 'logged', asked: isAsked(rows) ? log.asked : 'never' },
            notes: [`imported from a log of ${log.format}, score ${score}`, ...log.notes],
          }),
        );
      });
    });
}

/** Returns a recording for each model and each score of a log whose values are known. */
export function importedLogs(log: RecordedLog): readonly ImportedLog[] {
  return loggedScores(log).map((own) => ({
    dataset: datasetOf(own),
    recording: {
      experiment: scored.name,
      model: own.model,
      answers: answersOf(own),
      parts: new Map(own.rows.flatMap(({ item, part }) => (part === null ? [] : [[item, part]]))),
      ...{ notes: own.notes, samples: own.samples, factors: own.factors },
    },
  }));
}

/** Returns whether a confidence was stated under this score, readable or not. */
function isAsked(rows: readonly ScoredRow[]): boolean {
  return rows.some(({ confidence }) => confidence.kind === 'stated' || confidence.reason !== 'not-stated');
}

function datasetOf({ log, task, isGraded, rows }: LoggedScore): ListedDataset<LoggedItem> {
  const asked = new Set(rows.map(({ item }) => item));
  const items = [...log.items.values()].filter(({ id }) => asked.has(id));
  return makeDataset({
    name: task,
    experiment: scored.name,
    source: { licence: 'unknown', origin: `log of ${log.format}: ${basename(log.file)}`, redistributable: false },
    items: (log.isOfRun ? items : items.toSorted((one, other) => compareIds(one.id, other.id))).map((item) =>
      loggedItem(item, { log, task, isGraded }),
    ),
  });
}

/** Returns an item of a log as an item of the experiment `scored`; its stratum is a column with the name of the log's field. */
export function loggedItem(
  { id, text, sha256, group, key, stratum }: RecordedItem,
  { log, task, isGraded }: Pick<LoggedScore, 'log' | 'task' | 'isGraded'>,
): LoggedItem & ItemBase {
  const own = stratum === null || log.stratum === null ? {} : { metadata: { [log.stratum.column]: stratum } };
  const graded = isGraded ? { isGraded } : {};
  return { id, task, text, sha256, group, isGrouped: true, key, ...graded, ...own };
}

function answersOf({ rows, isGraded }: Pick<LoggedScore, 'rows' | 'isGraded'>): ReadonlyMap<PlaceKey, Attempt> {
  const answers = new Map<PlaceKey, Attempt>();
  for (const row of rows) {
    const { item, epoch } = row;
    answers.set(placeKey({ item, slot: 'execute', sample: epoch - 1 }), executionOf(row, isGraded));
    const place = placeKey({ item, slot: 'forecast' });
    const prediction = answers.has(place) ? null : predictionOf(row);
    if (prediction !== null) answers.set(place, prediction);
  }
  return answers;
}

/** Returns the stated confidence of an execution as the answer to a prediction question; null where none could be read. */
export function predictionOf({ confidence }: Pick<ScoredRow, 'confidence'>): Attempt | null {
  if (confidence.kind === 'absent') return null;
  const text = String(confidence.value);
  return recordedAnswer({ text, extracted: text });
}

/** Returns the answer of an execution with the tool's outcome, or its failure. An error's text may hold folders of a machine, so it is left out. */
export function executionOf(
  { outcome, answer, outputTokens }: Pick<ScoredRow, 'answer' | 'outputTokens'> & { readonly outcome: RecordedOutcome },
  isGraded: boolean,
): Attempt {
  const content = { text: answer ?? '', output: outputTokens };
  if (outcome.kind === 'scored') {
    const { value } = outcome;
    const word =
      isGraded || (value !== 0 && value !== 1) ? gradeText(value) : outcomeWords[value === 1 ? 'right' : 'wrong'];
    return recordedAnswer({ ...content, extracted: word });
  }
  const text = absenceText(outcome);
  if (outcome.reason === 'failed' || outcome.reason === 'cancelled') return recordedFailure(text);
  const stored = recordedAnswer({ ...content, extracted: text });
  return outcome.reason === 'limit' ? { ...stored, kind: 'truncated', finishReason: text } : stored;
}
