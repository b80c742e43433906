import { effectiveSampling } from '../../domain/call.ts';
import { selectionText } from '../../domain/dataset.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { Estimate } from '../../results/estimate.ts';
import type { RunRecord } from '../../store/store.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { countText } from '../figures/marks/number-text.ts';
import type { ReportFacts } from '../input/report-input.ts';
import { explanationOf, measureName } from '../tables/experiment-notes.ts';
import { experimentNames } from '../tables/score-tables.ts';

/** Returns how the numbers were computed, in sentences: items, n, intervals, policies. */
export function methodsLines(
  input: Pick<ReportFacts, 'experiments' | 'runs' | 'estimates' | 'rasch'>,
): readonly string[] {
  const { experiments, runs, estimates, rasch } = input;
  return [
    ...experimentNames(estimates).map((experiment) => experimentLine(experiments, experiment, estimates)),
    ...runs.map(runLine),
    'Every request was sent in an empty session: a prediction never sees an execution, and two executions are two requests.',
    `Intervals: ${listed(intervalMethods(estimates))}. With fewer than six groups of items, or without variation, no interval is given, and the reason is stated.`,
    'Missing units, by policy. parsed: excluded from the score. failures-wrong: counted as wrong (the paper’s text). published: treated as in the authors’ code for that experiment. The worst and best cases count every missing unit as wrong or as right. Missing answers are never replaced by a value.',
    'Base rate: the best rule that does not use the model. Item rule: the data set’s label, or the shorter question, as the prediction. Other models: their outcomes on the same item as the prediction. Re-execution: one execution of the model as the prediction of a second one, over all pairs of executions.',
    ...(rasch === null ? [] : raschLines(rasch)),
  ];
}

function experimentLine(experiments: Experiments, experiment: string, estimates: readonly Estimate[]): string {
  const own = estimates.filter((estimate) => estimate.experiment === experiment && estimate.policy === 'parsed');
  const [headline] = own;
  const rows = own.filter(({ measure }) => measure === headline?.measure);
  const models = new Set(rows.map(({ model }) => model)).size;
  const counts = rows.map(({ n }) => n);
  const groups = rows.map(({ clusters }) => clusters);
  return `${experiment} (${measureName(headline?.measure ?? '')}): ${explanationOf(experiments, experiment)} ${models} ${models === 1 ? 'model' : 'models'}; n = ${span(counts)} per model, in ${span(groups)} groups.`;
}

function runLine({ id, config }: RunRecord): string {
  const { samples, seed, sampling, judge, experiments, selection } = config;
  const items = experiments.map(({ name, dataset, conditions }) => {
    const many = conditions.length === 1 ? '1 condition' : `${conditions.length} conditions`;
    return `${name} ${counted(dataset.items, 'item')}, ${many}`;
  });
  const ways = [...Map.groupBy(config.models, ({ name }) => effectiveSampling(name, sampling))];
  const limits = [
    ...(sampling.maxOutputTokens === undefined ? [] : [`at most ${sampling.maxOutputTokens} tokens per answer`]),
    ...(sampling.reasoningEffort === undefined ? [] : [`reasoning effort ${sampling.reasoningEffort}`]),
  ];
  const sampled = [
    ...ways.map(([text, models]) =>
      ways.length === 1 ? text : `${text} (${models.map(({ name }) => oneLine(name, 60)).join(', ')})`,
    ),
    ...limits,
  ].join('; ');
  const selected = selection === undefined ? '' : ` (selected by ${oneLine(selectionText(selection), 120)})`;
  const judged = judge === null ? 'each model judges its own responses' : `${oneLine(judge.name, 60)} judges responses`;
  return `Run ${id}: ${items.join('; ')}${selected}; ${samples} ${samples === 1 ? 'execution' : 'executions'} per item; ${sampled}; ${judged}; seed ${seed}.`;
}

/** Returns the methods of the intervals, the most frequent first. */
function intervalMethods(estimates: readonly Estimate[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { interval, method, level } of estimates) {
    if (interval === null) continue;
    const text = `${Math.round(level * 100)} %, ${method}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([method]) => method);
}

function raschLines(rasch: NonNullable<ReportFacts['rasch']>): readonly string[] {
  const fit = rasch.method === 'paper' ? 'the paper’s recipe' : 'joint maximum likelihood';
  const fitted = `Abilities: Rasch model P = 1 / (1 + exp(difficulty − ability)) of ${counted(rasch.models.length, 'model')} on ${rasch.benchmarks.length} benchmarks by ${fit}, negative log likelihood ${rasch.nll.toFixed(4)}, ${rasch.iterations} rounds.`;
  return rasch.notes.length === 0 ? [fitted] : [fitted, `Notes on the fit: ${rasch.notes.join('; ')}.`];
}

function span(values: readonly number[]): string {
  if (values.length === 0) return 'n/a';
  const low = Math.min(...values);
  const high = Math.max(...values);
  return low === high ? countText(low) : `${countText(low)} to ${countText(high)}`;
}

function listed(parts: readonly string[]): string {
  return parts.length === 0 ? 'none' : parts.join('; ');
}
