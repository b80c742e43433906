import type { RunConfig } from '../../domain/run-config.ts';
import type { Gate, GateCheck } from './gate-check.ts';
import type { ResponseMatrix } from './response-matrix.ts';

type Planned = RunConfig['experiments'][number];

/**
 * Returns a check without a result for every model and experiment that both runs have by name and that `checks` lacks,
 * with the difference that prevents a comparison.
 */
export function unlikeRuns(
  { run, baseline }: Gate,
  fields: readonly ResponseMatrix[],
  checks: readonly GateCheck[],
): readonly GateCheck[] {
  const unpaired = new Set(fields.flatMap(({ kind, experiment }) => (kind === 'authored' ? [experiment.name] : [])));
  return run.config.experiments.flatMap((planned) => {
    const before = baseline.config.experiments.find(({ name }) => name === planned.name);
    if (before === undefined || unpaired.has(planned.name)) return [];
    return run.config.models
      .filter(({ name, asks }) => isSubject(asks) && modelNames(baseline.config).has(name))
      .filter(({ name }) => !checks.some(({ experiment, model }) => experiment === planned.name && model === name))
      .map(({ name }) => notMeasured({ experiment: planned.name, model: name, note: difference(planned, before) }));
  });
}

/** Returns sentences that say what only one of the runs has. */
export function notShared({ run, baseline }: Gate): readonly string[] {
  return [
    ...only('model', modelNames(run.config), modelNames(baseline.config)),
    ...only('experiment', experimentNames(run.config), experimentNames(baseline.config)),
  ];
}

function only(what: string, now: ReadonlySet<string>, before: ReadonlySet<string>): readonly string[] {
  const sentence = (names: ReadonlySet<string>, others: ReadonlySet<string>, where: string) => {
    const list = [...names].filter((name) => !others.has(name));
    return list.length === 0 ? [] : [`${where} has the ${what}${list.length === 1 ? '' : 's'} ${list.join(', ')}`];
  };
  return [...sentence(now, before, 'only the new run'), ...sentence(before, now, 'only the baseline')];
}

function isSubject(asks: RunConfig['models'][number]['asks']): boolean {
  return asks === undefined || asks === 'both';
}

function modelNames({ models }: RunConfig): ReadonlySet<string> {
  return new Set(models.map(({ name }) => name));
}

function experimentNames({ experiments }: RunConfig): ReadonlySet<string> {
  return new Set(experiments.map(({ name }) => name));
}

function difference(now: Planned, before: Planned): string {
  if (now.version !== before.version)
    return `version ${now.version} of the experiment, baseline version ${before.version}`;
  const [items, itemsBefore] = [now.dataset.items, before.dataset.items];
  if (now.dataset.sha256 !== before.dataset.sha256) {
    return items === itemsBefore
      ? `another data set than the baseline’s, with as many items (${items}): use the same data file and the same selection`
      : `${items} items, ${itemsBefore} in the baseline: use the same --limit, selection and data file`;
  }
  return 'no condition in common: use the same wording, mode, language and system prompt';
}

function notMeasured({ experiment, model, note }: Pick<GateCheck, 'experiment' | 'model' | 'note'>): GateCheck {
  return {
    experiment,
    condition: 'every condition',
    measure: 'score',
    model,
    result: 'not-measured',
    difference: null,
    interval: null,
    pHolm: null,
    detectable: null,
    n: 0,
    units: 0,
    usable: [0, 0],
    note,
  };
}
