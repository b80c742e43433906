import { headlineOf } from '../../analyze/estimates/headline.ts';
import type { ReportFacts } from '../../report/report-input.ts';
import { oneLine } from '../../util/text.ts';
import type { Card } from '../contract/contract.ts';
import { findVerdict } from './find-verdict.ts';
import { taskOf } from './unit-words.ts';

const maxNames = 3;

/** Returns one verdict card for each model, experiment, condition and run. */
export function cardsOf({
  estimates,
  contrasts,
  experiments,
}: Pick<ReportFacts, 'estimates' | 'contrasts' | 'experiments'>): readonly Card[] {
  return estimates.flatMap((estimate) => {
    const { experiment, measure, policy } = estimate;
    if (experiment === 'all' || policy !== 'parsed' || headlineOf(estimates, experiment) !== measure) return [];
    const { value, sentence } = findVerdict(estimate, contrasts);
    return [
      {
        run: estimate.run,
        experiment,
        task: taskOf(experiments, experiment),
        model: estimate.model,
        condition: estimate.condition,
        measure,
        verdict: value,
        sentence,
        score: estimate.value,
        interval: estimate.interval === null ? null : [estimate.interval[0], estimate.interval[1]],
        baseRate: estimate.base_rate,
        others: estimate.other_models,
        reexecution: estimate.reexecution,
        domain: estimate.unit === 'share' ? [0, 1] : [-1, 1],
        n: estimate.n,
        clusters: estimate.clusters,
        units: estimate.coverage.units,
        usable: estimate.coverage.usable,
      } satisfies Card,
    ];
  });
}

/** Returns names of models as a phrase: "ada, bo and cy". */
export function namesOf(models: readonly string[]): string {
  const names = [...new Set(models)].map((name) =>
    oneLine(name.replace(/^(bundled|simulated|recorded)\//, '').replace(/\?.*$/, ''), 40),
  );
  if (names.length < 2) return names.join('');
  const shown = names.length > maxNames ? names.slice(0, maxNames - 1) : names.slice(0, -1);
  const last = names.length > maxNames ? `${names.length - shown.length} other models` : names.at(-1);
  return `${shown.join(', ')} and ${last}`;
}

/** Returns the question of a page, with the names of its models. */
export function questionOf(models: readonly string[]): string {
  const count = new Set(models).size;
  if (count === 0) return 'Can language models predict themselves?';
  return `Can ${namesOf(models)} predict ${count === 1 ? 'itself' : 'themselves'}?`;
}
