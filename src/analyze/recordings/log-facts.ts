import type { RecordedLog } from '../../recordings/recording.ts';
import type { LogFacts } from '../../results/log-facts.ts';
import { counted } from '../../util/numbers.ts';
import { possibleWrongKeys } from './possible-wrong-keys.ts';

/** A run of a log, and the score and model of the log that it holds. */
export interface RunOfLog {
  readonly run: string;
  readonly log: RecordedLog;
  readonly score: string;
  readonly model: string;
}

/** Returns what logs tell beside their answers. */
export function logFacts(logs: readonly RecordedLog[], runs: readonly RunOfLog[]): LogFacts {
  return {
    formats: [...new Set(logs.map(({ format }) => format))],
    tasks: [...new Set(logs.map(({ task }) => task).filter((task) => task !== ''))],
    stated: runs.flatMap(({ run, log, score, model }) => {
      const own = log.stated.find((each) => each.score === score && each.model === model);
      return own === undefined || own.accuracy === null ? [] : [{ run, value: own.accuracy, stderr: own.stderr }];
    }),
    ranges: runs.flatMap(({ run, log, score }) => {
      const own = log.scores.find(({ name }) => name === score);
      return own?.kind === 'graded' ? [{ run, range: own.range }] : [];
    }),
    possibleWrongKeys: possibleWrongKeys(logs),
    unread: [
      ...new Map(
        logs.flatMap(({ scores }) => scores.flatMap((score) => (score.kind === 'unread' ? [[score.name, score]] : []))),
      ).values(),
    ].map(({ name, reason, advice }) => ({ score: name, reason, advice })),
    notes: [
      ...runs.flatMap(confidenceNotes),
      ...logs.flatMap(({ file, notes }) => notes.map((note) => `${file}: ${note}`)),
    ],
  };
}

const absentTexts = { unreadable: 'unreadable', 'ambiguous-scale': 'of an ambiguous scale' } as const;

/** Says how many confidences of a model could not be read, and that those of later executions do not count where they differ. */
function confidenceNotes({ log, score, model }: RunOfLog): readonly string[] {
  const rows = log.rows.filter((row) => row.score === score && row.model === model);
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
