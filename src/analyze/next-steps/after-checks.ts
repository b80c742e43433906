import type { CheckFinding, CheckName } from '../../results/row-check.ts';
import type { NextStep } from '../../results/step.ts';
import { shellWord } from '../../util/shell-word.ts';

/** What `seb data check` found in logs or runs. */
export interface ChecksEnded {
  readonly kind: 'checks';
  readonly findings: readonly CheckFinding[];
  /** Paths of logs, or ids of runs, for a command. */
  readonly names: string;
  /** Number of models in them, and of models of which an answer has an outcome. */
  readonly models: number;
  readonly scored: number;
  /** Whether the logs are tables, whose columns a user can name. */
  readonly areTables: boolean;
  readonly of: 'logs' | 'runs';
  /** The run that is not finished, where it is the only one; absent: none. */
  readonly unfinished?: string | undefined;
}

/** A flag that decides what a check leaves open. */
interface Cure {
  readonly flag: string;
  /** What the flag does. */
  readonly about: string;
  /** Whether stated confidences are meant, which `compare` does not use. */
  readonly isOfConfidence: boolean;
}

const cures: Partial<Record<CheckName, Cure>> = {
  'filled values': { flag: '--keep-filled', about: 'uses the stated values all the same', isOfConfidence: true },
  'several models': {
    ...{ flag: '--columns model=COLUMN', about: 'names the column of the model' },
    isOfConfidence: false,
  },
};

/** The flags that a line on unread values may name, the first that it names first. */
const ofUnread: readonly Cure[] = [
  {
    ...{ flag: '--confidence-range LOWEST HIGHEST', about: 'reads the stated values on this scale' },
    isOfConfidence: true,
  },
  { flag: '--range LOWEST HIGHEST', about: 'reads the grades on this scale', isOfConfidence: false },
  { flag: '--better lower', about: 'turns the values, if less is better', isOfConfidence: false },
];

/** Returns the flag that decides what a finding leaves open; null: rows have to be looked at, or written in another way. */
function cureOf({ check, effect }: CheckFinding): Cure | null {
  const own = cures[check] ?? null;
  const named = ({ flag }: Cure) => effect.includes(`${flag.split(' ')[0]} `);
  return check === 'unread' ? (ofUnread.find(named) ?? null) : own;
}

/** Returns what shows why a score of a run has no word; none where the check is about something else. */
function looksAt({ check, file, models }: CheckFinding): readonly NextStep[] {
  if (check === 'unread')
    return models.slice(0, 1).map((model) => ({
      command: `seb items ${file} --missing --model ${shellWord(model)}`,
      about: 'what could not be read, and why',
    }));
  if (check === 'unsafe judge')
    return [{ command: `seb label sample ${file} 100 --out labels.csv`, about: 'label its responses yourself' }];
  return [];
}

/** Returns what to do after a check: the flag that decides, the rows in question, or the command that uses a sound file. */
export function afterChecks(ended: ChecksEnded): readonly NextStep[] {
  const { findings, names, models, scored, areTables, of, unfinished } = ended;
  const faults = findings.filter(({ kind }) => kind === 'fault');
  const rows = findings.some((finding) => finding.rows.length > 0)
    ? [{ command: `seb data check ${names} --table checks`, about: 'the rows in question' }]
    : [];
  const report = {
    command: `seb report ${names}`,
    about: of === 'logs' ? 'how often answers are right' : 'the scores',
  };
  const compare = {
    command: `seb compare ${names}`,
    about: of === 'logs' ? 'which model is right more often' : 'whether the models predict themselves equally well',
  };
  const outcomes = {
    command: `${report.command} --columns correct=COLUMN`,
    about: 'names the column of what is right',
  };
  const isUnread = findings.some(({ check, kind }) => check === 'unread' && kind === 'fault');
  if (of === 'logs' && scored === 0 && !isUnread) return areTables ? [outcomes] : [];
  const use = models > 1 && scored === models ? [compare, report] : [report];
  const [first = report] = use;
  if (unfinished !== undefined)
    return [{ command: `seb resume ${unfinished}`, about: 'sends the rest of the calls' }, ...use];
  if (faults.length === 0) return use;
  if (of === 'runs') return [...faults.flatMap(looksAt).slice(0, 1), ...rows, ...use]; // a run keeps all of its rows
  const cure = faults.map(cureOf).find((each) => each !== null);
  const decide =
    cure === undefined
      ? []
      : [{ command: `${(cure.isOfConfidence ? report : first).command} ${cure.flag}`, about: cure.about }];
  if (isUnread && of === 'logs') return [...decide, ...rows]; // without the flag, the values count nowhere
  const goesOn = faults.every(({ changesRows }) => changesRows) && decide.length === 0;
  // a comparison counts empty answers as its log does, and has a line without them
  const both = first === compare && faults.some((fault) => fault.check === 'empty answer') ? 'with and ' : '';
  return [...decide, ...rows, ...(goesOn ? [{ ...first, about: `${first.about}, ${both}without these rows` }] : use)];
}
