import { limitLines, limitsOfStatements } from '../../recordings/checks/check-recordings.ts';
import { notesOfLogs } from '../../recordings/notes-of-logs.ts';
import type { RecordedLog, ScoredRow } from '../../recordings/recording.ts';
import { mayBeStated } from '../../recordings/stated-field.ts';
import { pathEnds } from '../../results/distinct-files.ts';
import type { LogFacts } from '../../results/log-facts.ts';
import { type CheckFinding, resultChecks } from '../../results/row-check.ts';
import { counted } from '../../util/numbers.ts';
import { shellWord } from '../../util/shell-word.ts';
import { oneLine } from '../../util/text.ts';
import { settingNotes } from './differing-settings.ts';
import { possibleWrongKeys, whatKeysNeed } from './possible-wrong-keys.ts';

/** Maximum number of fields that a note names. */
const maxFields = 4;

/** A run of a log, and the score and model of the log that it holds. */
export interface RunOfLog {
  readonly run: string;
  readonly log: RecordedLog;
  readonly score: string;
  readonly model: string;
  /** Data set of its items; null where the log has one set. */
  readonly set: string | null;
  readonly rows: readonly ScoredRow[];
}

/** Returns what logs tell beside their answers. */
export function logFacts(
  logs: readonly RecordedLog[],
  runs: readonly RunOfLog[],
  findings: readonly CheckFinding[],
): LogFacts {
  const keys = possibleWrongKeys(logs);
  return {
    formats: [...new Set(logs.map(({ format }) => format))],
    tasks: [...new Set(logs.map(({ task }) => task).filter((task) => task !== ''))],
    stated: runs.flatMap(({ run, log, score, model }) => {
      const own = log.stated.find((each) => each.score === score && each.model === model);
      return own === undefined || own.accuracy === null ? [] : [{ run, value: own.accuracy, stderr: own.stderr }];
    }),
    compared: runs.flatMap(({ run, score }) => (score === comparedScore(logs) ? [run] : [])),
    ranges: runs.flatMap(({ run, log, score }) => {
      const own = log.scores.find(({ name }) => name === score);
      return own?.kind === 'graded' ? [{ run, range: own.range }] : [];
    }),
    possibleWrongKeys: keys,
    wrongKeysNeed: keys === null ? whatKeysNeed(logs) : null,
    unread: [
      ...new Map(
        logs.flatMap(({ scores }) => scores.flatMap((score) => (score.kind === 'unread' ? [[score.name, score]] : []))),
      ).values(),
    ].map(({ name, reason, advice }) => ({ score: name, reason, advice })),
    notes: [
      ...limitLines(findings, limitsOfStatements),
      ...runs.flatMap(confidenceNotes),
      ...absentNotes(runs),
      ...unnamedConfidence(logs),
      ...tokenNotes(logs),
      ...settingNotes(logs),
      ...notesOfLogs(logs, ({ file }) => file),
    ],
    checks: resultChecks(findings),
  };
}

/** Returns the score that `seb compare` of logs is about without `--score`. */
function comparedScore([first]: readonly RecordedLog[]): string | undefined {
  return (first?.scores.find(({ kind }) => kind !== 'unread') ?? first?.scores[0])?.name;
}

/** Says which models have no row for items that others of the same data have: such rows are absent, and not empty. */
function absentNotes(runs: readonly RunOfLog[]): readonly string[] {
  const ends = pathEnds(runs.map(({ log }) => log.file));
  const tasks = Map.groupBy(runs, ({ log, score, set }) => JSON.stringify([log.task, score, set]));
  return [...tasks.values()].flatMap((own) => {
    if (own.length < 2) return [];
    const counts = own.map(({ model, log, rows }) => ({
      model: own.some((other) => other.model === model && other.log !== log)
        ? `${model} (${ends.get(log.file) ?? log.file})`
        : model,
      items: new Set(rows.map(({ item }) => item)),
    }));
    const all = new Set(counts.flatMap(({ items }) => [...items])).size;
    const lacking = counts.filter(({ items }) => items.size < all);
    const [set = null] = own.map((run) => run.set);
    if (lacking.length === 0) return [];
    const listed = lacking.map(({ model, items }) => `${model} ${all - items.size}`).join(', ');
    return [`of ${counted(all, 'item')}${set === null ? '' : ` of ${set}`}, rows are absent: ${listed}`];
  });
}

/** Says which fields may hold a stated confidence by their names, where none is read. */
function unnamedConfidence(logs: readonly RecordedLog[]): readonly string[] {
  const fields = new Set(logs.flatMap((log) => (log.asked === 'never' ? log.fields.filter(mayBeStated) : [])));
  const [first] = fields;
  if (first === undefined) return [];
  const shown = [...fields].slice(0, maxFields).map((field) => oneLine(field, 60));
  return [`no stated confidence is read; ${shown.join(', ')} may hold one: --confidence ${shellWord(first)}`];
}

/** Says that probabilities of tokens stand in logs, and which command uses them. */
function tokenNotes(logs: readonly RecordedLog[]): readonly string[] {
  const count = logs.reduce(
    (sum, { rows }) => rows.reduce((own, { tokenProbability }) => own + Number(tokenProbability !== null), sum),
    0,
  );
  return count === 0
    ? []
    : [
        `${counted(count, 'row')} with the probability of the answer's tokens: not used here (seb worth --signals token)`,
      ];
}

const absentTexts = {
  unreadable: 'unreadable',
  'ambiguous-scale': 'of an ambiguous scale (--confidence-range says which)',
} as const;

/** Says how many confidences of a model could not be read, and that those of later executions do not count where they differ. */
function confidenceNotes({ score, model, rows }: RunOfLog): readonly string[] {
  const absent = Object.entries(absentTexts).flatMap(([reason, text]) => {
    const n = rows.filter(({ confidence }) => confidence.kind === 'absent' && confidence.reason === reason).length;
    return n === 0 ? [] : [`${model}, ${score}: ${counted(n, 'confidence')} ${n === 1 ? 'is' : 'are'} ${text}`];
  });
  const first = new Map<string, number>();
  let differing = 0;
  const isRepeated = rows.some(({ epoch }) => epoch > 1);
  for (const { item, confidence } of isRepeated ? rows : []) {
    if (confidence.kind === 'absent') continue;
    const known = first.get(item);
    if (known === undefined) first.set(item, confidence.value);
    else if (known !== confidence.value) differing += 1;
  }
  return differing === 0
    ? absent
    : [
        ...absent,
        `${model}, ${score}: the first confidence of an item is its prediction; ${counted(differing, 'later one')} that ${differing === 1 ? 'differs does' : 'differ do'} not count`,
      ];
}
