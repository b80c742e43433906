import type { Estimate } from '../../domain/estimate.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { taskNames } from '../../experiments/task-name.ts';
import { headlineOf } from '../estimates/headline.ts';

/** Share of missing units from which on a score says how many it averages. */
const maxMissing = 0.1;

/**
 * Returns a sentence for each experiment without verdicts in which a score lacks over 10 % of its units: how many units it
 * averages. Scores with a verdict state this in their rows.
 */
export function scoresWithoutVerdict(
  estimates: readonly Estimate[],
  experiments: Experiments,
  hasVerdict: (experiment: string) => boolean,
): readonly string[] {
  const nameOf = taskNames(experiments);
  return [...new Set(estimates.map(({ experiment }) => experiment))].flatMap((experiment) => {
    const headline = headlineOf(estimates, experiment);
    const scores = estimates.filter(
      (each) =>
        each.experiment === experiment &&
        each.measure === headline &&
        each.policy === 'parsed' &&
        each.coverage.usable > 0, // else there is no score
    );
    const few = scores.filter(({ coverage: { usable, units } }) => usable < units * (1 - maxMissing));
    // the self-execution score has the name `all`: its parts have verdicts
    if (few.length === 0 || hasVerdict(experiment) || !experiments.has(experiment)) return [];
    const counts = few.map(({ coverage: { usable, units } }) => `${usable} of ${units}`);
    const where = scores.length === 1 ? 'The score' : `${few.length} of ${scores.length} scores`;
    const verb = scores.length === 1 || few.length === 1 ? 'rests' : 'rest';
    const size =
      counts.length === 1
        ? `${counts[0]} units`
        : `${Math.min(...few.map(shareUsed))} to ${Math.max(...few.map(shareUsed))} % of the units`;
    const noTruth = few.some(({ coverage: { lost } }) =>
      Object.keys(lost).some((reason) => reason.endsWith(': no-mode')),
    );
    const reason = noTruth ? '; a unit whose executions all differ has no truth and is left out' : '';
    return [`${where} of ${nameOf(experiment)} ${verb} on ${size}${reason}.`];
  });
}

/**
 * Returns a sentence that names the experiments with scores but without any verdict, beside others that have verdicts. None
 * where no experiment has a verdict: the scores are then the answer.
 */
export function untestedExperiments(
  estimates: readonly Estimate[],
  experiments: Experiments,
  isTold: (experiment: string) => boolean,
): readonly string[] {
  const names = [...new Set(estimates.map(({ experiment }) => experiment))].filter((name) => experiments.has(name));
  const untested = names.filter((name) => !isTold(name)).map(taskNames(experiments));
  if (untested.length === 0 || untested.length === names.length) return [];
  return [`No test of predictions for ${untested.join(', ')}: its scores are in other tables (\`seb report --list\`).`];
}

function shareUsed({ coverage: { usable, units } }: Estimate): number {
  return Math.floor((100 * usable) / units);
}
