import type { TaskName } from '../../experiments/task-name.ts';
import type { Finding } from '../../results/finding.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import type { Fit } from '../../results/verdict.ts';
import { canShowFit } from '../../stats/one-value.ts';
import { counted } from '../../util/numbers.ts';

/** The reasons without a verdict that are about what was recorded, and the checks that they are. */
const checksOfFits: Readonly<Partial<Record<Fit, Pick<CheckFinding, 'check' | 'kind'>>>> = {
  'looks filled in': { check: 'filled values', kind: 'fault' },
  'unsafe judge': { check: 'unsafe judge', kind: 'fault' },
  unreadable: { check: 'unread', kind: 'fault' },
};

/** Words of scores whose counts no test could show a fit with. */
const untestedFits: readonly Fit[] = ['one answer', 'too few'];

/** Returns checks of runs whose effect says that others can show a fit corrected where the score has a word that no test led to. `taskOf`: names the experiments of the checks. */
export function withVerdicts(
  checks: readonly CheckFinding[],
  findings: readonly Pick<Finding, 'run' | 'experiment' | 'model' | 'fit'>[],
  taskOf: TaskName,
): readonly CheckFinding[] {
  return checks.map((check) => {
    const isOf = ({ run, experiment, model }: Pick<Finding, 'run' | 'experiment' | 'model'>) =>
      check.file === run && check.score === taskOf(experiment) && check.models.includes(model);
    if (check.check !== 'constant' || !check.effect.endsWith(canShowFit)) return check;
    const own = findings.filter(isOf).map(({ fit }) => fit);
    const [word] = own;
    return word !== undefined && own.every((fit) => untestedFits.includes(fit))
      ? { ...check, effect: `${word}: no test of the others could show a fit` }
      : check;
  });
}

/** Returns the scores of runs that have no word because of what was recorded, as findings of checks. */
export function fitChecks(findings: readonly Finding[]): readonly CheckFinding[] {
  return findings.flatMap(({ fit, reason, run, task, model, notAsked, total }): CheckFinding[] => {
    const own = checksOfFits[fit];
    if (own === undefined) return [];
    const about = { ...own, file: run, score: task, models: [model], rows: [], changesRows: true };
    if (own.check !== 'unread' || notAsked === 0)
      return [{ ...about, found: reason ?? fit, effect: `${fit}: no word on this score` }];
    const found = `${notAsked} of ${counted(total + notAsked, 'unit')} have a call that was not sent yet, and under half of the others could be read`;
    return [{ ...about, kind: 'limit', found, effect: 'no word on this score before the run is finished' }];
  });
}
