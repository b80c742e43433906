import { gradesSentence } from '../results/right-answers.ts';
import { counted } from '../util/numbers.ts';
import type { RecordedLog } from './recording.ts';

/** Maximum number of logs that a line names. */
const maxNames = 3;

type NotedLog = Pick<RecordedLog, 'file' | 'notes'>;

/**
 * Returns what a reader of the numbers of logs must know: they are not finished, or samples are not in them. One line for each note,
 * with the logs that it is about, as `nameOf` writes them; of many the first, and the number of others.
 */
export function notesOfLogs<Log extends NotedLog>(
  logs: readonly Log[],
  nameOf: (log: Log) => string,
): readonly string[] {
  const notes = new Set(logs.flatMap((log) => log.notes));
  return [...notes].map((note) => {
    const own = logs.filter((log) => log.notes.includes(note)).map(nameOf);
    const shown = own.length > maxNames ? [...own.slice(0, 1), counted(own.length - 1, 'other log')] : own;
    return `${new Intl.ListFormat('en', { style: 'long' }).format(shown)}: ${note}`;
  });
}

/** Says that a confidence stated beside grades has no score; nothing where none is. */
export function gradesNotes(logs: readonly Pick<RecordedLog, 'scores' | 'rows'>[]): readonly string[] {
  const isConfident = logs.some(({ scores, rows }) => {
    const graded = new Set(scores.filter(({ kind }) => kind === 'graded').map(({ name }) => name));
    return rows.some(({ score, confidence }) => confidence.kind === 'stated' && graded.has(score));
  });
  return isConfident ? [gradesSentence(true)] : [];
}
