import { basename } from 'node:path';
import { makeDataset } from '../../data/make-dataset.ts';
import type { Attempt } from '../../domain/answer.ts';
import type { ItemBase, ListedDataset } from '../../domain/dataset.ts';
import { absenceText, gradeText, outcomeWords, scored } from '../../experiments/scored/index.ts';
import type { LoggedItem } from '../../experiments/scored/items.ts';
import type { RecordedLog, RecordedOutcome, ScoredRow } from '../recording.ts';
import { type PlaceKey, placeKey, type Recording, recordedAnswer, recordedFailure } from './recording.ts';

/** One score of one model in a log, as a recording whose outcomes are given. */
interface ImportedLog {
  readonly dataset: ListedDataset<LoggedItem & ItemBase>;
  readonly recording: Recording;
}

/**
 * Returns a recording for each model and each score of a log whose values are known. `stratum`: the field that the user named as
 * stratum, which the items keep as a column of that name.
 */
export function importedLogs(log: RecordedLog, stratum?: string): readonly ImportedLog[] {
  return log.scores
    .filter(({ kind }) => kind !== 'unread')
    .flatMap(({ name }) => {
      const byModel = Map.groupBy(
        log.rows.filter((row) => row.score === name),
        ({ model }) => model,
      );
      return [...byModel].map(([model, rows]) => ({
        dataset: datasetOf(log, { score: name, rows, stratum }),
        recording: {
          experiment: scored.name,
          model,
          answers: answersOf(rows),
          parts: new Map(rows.flatMap(({ item, part }) => (part === null ? [] : [[item, part]]))),
          notes: [`imported from a log of ${log.format}, score ${name}`, ...log.notes],
          samples: Math.max(...rows.map(({ epoch }) => epoch)),
          factors: { wording: 'logged', asked: isAsked(rows) ? log.asked : 'never' },
        },
      }));
    });
}

/** Returns whether a confidence was stated under this score, readable or not. */
function isAsked(rows: readonly ScoredRow[]): boolean {
  return rows.some(({ confidence }) => confidence.kind === 'stated' || confidence.reason !== 'not-stated');
}

interface ImportedRows {
  readonly score: string;
  readonly rows: readonly ScoredRow[];
  readonly stratum: string | undefined;
}

function datasetOf(log: RecordedLog, { score, rows, stratum }: ImportedRows): ListedDataset<LoggedItem & ItemBase> {
  const task = [log.task, score].filter((part) => part !== '').join(', ');
  const asked = new Set(rows.map(({ item }) => item));
  const items = [...log.items.values()].filter(({ id }) => asked.has(id));
  return makeDataset({
    name: task,
    experiment: scored.name,
    source: { licence: 'unknown', origin: `log of ${log.format}: ${basename(log.file)}`, redistributable: false },
    items: items.toSorted(byId).map(({ id, text, sha256, group, key, stratum: value }) => ({
      ...{ id, task, text, sha256, group, key },
      ...(stratum === undefined || value === null ? {} : { metadata: { [stratum]: value } }),
    })),
  });
}

function byId({ id: one }: { readonly id: string }, { id: other }: { readonly id: string }): number {
  return one.localeCompare(other, 'en', { numeric: true }) || (one < other ? -1 : 1);
}

function answersOf(rows: readonly ScoredRow[]): ReadonlyMap<PlaceKey, Attempt> {
  const answers = new Map<PlaceKey, Attempt>();
  for (const { item, epoch, outcome, answer, confidence, outputTokens } of rows) {
    answers.set(placeKey({ item, slot: 'execute', sample: epoch - 1 }), attemptOf(outcome, { answer, outputTokens }));
    const place = placeKey({ item, slot: 'forecast' });
    if (confidence.kind === 'stated' && !answers.has(place))
      answers.set(place, recordedAnswer({ text: String(confidence.value), extracted: String(confidence.value) }));
  }
  return answers;
}

/** Returns the answer of an execution with the tool's outcome, or its failure. An error's text may hold folders of a machine, so it is left out. */
function attemptOf(
  outcome: RecordedOutcome,
  { answer, outputTokens }: Pick<ScoredRow, 'answer' | 'outputTokens'>,
): Attempt {
  const content = { text: answer ?? '', output: outputTokens };
  if (outcome.kind === 'scored') {
    const { value } = outcome;
    const word = value === 1 ? outcomeWords.right : value === 0 ? outcomeWords.wrong : gradeText(value);
    return recordedAnswer({ ...content, extracted: word });
  }
  const text = absenceText(outcome);
  if (outcome.reason === 'failed' || outcome.reason === 'cancelled') return recordedFailure(text);
  const stored = recordedAnswer({ ...content, extracted: text });
  return outcome.reason === 'limit' ? { ...stored, kind: 'truncated', finishReason: text } : stored;
}
