import { errorAnswer } from '../../data/error-texts.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { ofStudy } from '../recorded-arms.ts';
import type { RecordedTarget } from '../recorded-tables.ts';

/** What a spreadsheet writes for a formula that failed, in one form. */
const cellErrors: ReadonlySet<string> = new Set(['#value!', '#ref!', '#name?', '#num!', '#null!', '#div/0!']);

/**
 * Returns whether a value of one table is the error of a call or of a cell. One that may be a value, such as `timeout`, is a value where
 * the other table has it. `others`: the values of the other table.
 */
export function isErrorText(value: string, others: ReadonlySet<string>): boolean {
  const error = errorAnswer(value);
  if (error?.sureness === 'certain') return true;
  return (error?.sureness === 'likely' || cellErrors.has(value)) && !others.has(value);
}

/** Targets whose held-out answers are answers, and what was found. */
interface ReadTargets {
  readonly targets: readonly RecordedTarget[];
  readonly findings: readonly CheckFinding[];
}

/** Returns targets without the held-out answers that are error texts. `predicted`: all values that are predicted. */
export function readAnswers(targets: readonly RecordedTarget[], predicted: ReadonlySet<string>): ReadTargets {
  const findings: CheckFinding[] = [];
  const read = targets.map((target): RecordedTarget => {
    const answers = target.units.flatMap(([, , , value]) => value ?? []);
    const errors = new Set([...new Set(answers)].filter((value) => isErrorText(value, predicted)));
    const lost = target.units.filter(([, , , value]) => value !== null && errors.has(value));
    const [[, , , first] = []] = lost;
    if (first == null) return target;
    findings.push({
      ...{ ...ofStudy, check: 'unread', kind: 'fault', models: [target.target], changesRows: true },
      rows: [...new Set(lost.map(([item]) => item))].map((item) => ({ item, epoch: 1 })),
      found: `${counted(lost.length, `of its ${answers.length} held-out answers is an error text`, `of its ${answers.length} held-out answers are error texts`)}, such as "${oneLine(first, 60)}"`,
      effect: 'they are left out',
    });
    const units = target.units.map(([item, property, group, value]): RecordedTarget['units'][number] => {
      return [item, property, group, value !== null && errors.has(value) ? null : value];
    });
    return { ...target, units };
  });
  return { targets: read, findings };
}
