import type { CheckFinding, CheckName } from '../../results/row-check.ts';
import type { NextStep } from '../../results/step.ts';

/** What `seb data check` found in logs or runs. */
export interface ChecksEnded {
  readonly kind: 'checks';
  readonly findings: readonly CheckFinding[];
  /** Paths of logs, or ids of runs, for a command. */
  readonly names: string;
  /** Number of models in them. */
  readonly models: number;
  readonly of: 'logs' | 'runs';
}

/** The flag that decides what a check leaves open, and what it says; none: the rows have to be looked at. */
const flags: Partial<Record<CheckName, readonly [flag: string, about: string]>> = {
  unread: ['--confidence-range LOWEST HIGHEST', 'reads the values on this scale'],
  'filled values': ['--keep-filled', 'uses the stated values all the same'],
  'same executions': ['--columns epoch=COLUMN', 'names the column that tells executions apart'],
  'several sets': ['--where FIELD=VALUE', 'reads one set'],
  'several models': ['--columns model=COLUMN', 'names the column of the model'],
};

/** Returns what to do after a check: the flag that decides, the rows in question, or the command that uses a sound file. */
export function afterChecks({ findings, names, models, of }: ChecksEnded): readonly NextStep[] {
  const faults = findings.filter(({ kind }) => kind === 'fault');
  const rows = findings.some((finding) => finding.rows.length > 0)
    ? [{ command: `seb data check ${names} --table checks`, about: 'the rows in question' }]
    : [];
  const use = [
    ...(models > 1 ? [{ command: `seb compare ${names}`, about: 'which model is right more often' }] : []),
    { command: `seb report ${names}`, about: of === 'logs' ? 'how often answers are right' : 'the scores' },
  ];
  const [flag] =
    faults.flatMap(({ check }) => flags[check] ?? []).length === 0 ? [] : faults.flatMap(({ check }) => [flags[check]]);
  if (faults.length === 0) return use;
  const [first] = use;
  const cures =
    flag === undefined || first === undefined ? [] : [{ command: `${first.command} ${flag[0]}`, about: flag[1] }];
  const goesOn = faults.every(({ changesRows }) => changesRows) && cures.length === 0;
  return [
    ...cures,
    ...rows,
    ...(goesOn && first !== undefined ? [{ ...first, about: `${first.about}, without these rows` }] : use),
  ];
}
