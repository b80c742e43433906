import type { Measure } from '../../domain/measure.ts';
import { policies, type UnitPolicy } from '../../domain/policy.ts';
import { experimentNamed } from '../../experiments/registry.ts';
import {
  type CategoricalOutcome,
  type CategoricalTerms,
  categoricalTerms,
  modalValue,
  truthOf,
} from '../../outcome-kinds/categorical.ts';
import { crossFittedItemRule, crossFittedModes, entropyBits } from '../../outcome-kinds/item-rule.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { Estimate, GroupAccuracy } from '../../results/estimate.ts';
import { addSums, totalsOf } from '../../stats/jackknife.ts';
import { NestedMap } from '../../util/nested-map.ts';
import type { DataOf } from '../contrasts/unit-tables.ts';
import type { Clusters, Group } from '../estimates/accumulate.ts';
import { estimatesUnder } from '../estimates/group-estimates.ts';
import type { EstimateOptions } from '../estimates/sums.ts';
import type { LadderModel } from '../ladder/ladder-curves.ts';
import { CategoricalLayout, type GroupColumn, isInMacro } from './categorical-layout.ts';

/** One unit of one model: a property of an item. */
interface Point {
  /** Item and property; models are compared by it. */
  readonly unit: string;
  /** `task × property`. */
  readonly group: string;
  readonly cluster: string;
  readonly outcome: CategoricalOutcome;
}

type Place = Pick<Group, 'run' | 'experiment' | 'model' | 'condition'>;
type Rule = 'published' | UnitPolicy;

/** Collects categorical outcomes and computes the estimates that average over groups of task and property. */
export class CategoricalPoints {
  readonly #points = new NestedMap<{ readonly place: Place; readonly list: Point[] }>();
  readonly #dataOf: DataOf;
  readonly #known = new Map<string, LaidOut>();

  constructor(dataOf: DataOf) {
    this.#dataOf = dataOf;
  }

  add({ run, experiment, model, condition, item, cluster, reader, outcome }: OutcomeRow): void {
    if (outcome.kind !== 'categorical' || reader === 'recorded') return;
    const place = { run, experiment, model, condition };
    const { list } = this.#points.get([run, experiment, model, condition], () => ({ place, list: [] }));
    list.push({
      unit: JSON.stringify([item, outcome.unit]),
      group: `${outcome.group} × ${outcome.unit}`,
      cluster,
      outcome,
    });
  }

  /**
   * Returns every measure of every group under the three policies: first those of the groups, then those of all units
   * together.
   */
  estimates(groups: readonly Group[], options: EstimateOptions): readonly Estimate[] {
    return groups.flatMap((group) => {
      const points = this.#of(group);
      return points.length === 0 ? [] : this.#estimatesOf(group, points, options);
    });
  }

  /** Returns one entry per model, condition, and group of task and property. */
  groupAccuracies(): readonly GroupAccuracy[] {
    return this.#points.values().flatMap(({ place, list }) => {
      const laid = this.#laidOut(place, list);
      const totals = totalsOf([...laid.clusters('failures-wrong').values()]);
      return laid.layout.groups.map((group): GroupAccuracy => {
        const ratio = (part: 'right' | 'mode', all: 'n') => laid.layout.groupRatio(totals, group.name, [part, all]);
        return {
          ...place,
          group: group.name,
          n: group.rows,
          accuracy: ratio('right', 'n'),
          mode: ratio('mode', 'n'),
          itemRule: laid.layout.groupRatio(totals, group.name, ['item', 'itemN']),
          reexecution: laid.layout.groupRatio(totals, group.name, ['reExecution', 'reExecutionN']),
          modalShare: group.modalShare,
          entropy: entropyBits(laid.truths.get(group.name) ?? []),
          inMacro: isInMacro(group),
        };
      });
    });
  }

  /** Returns the units of every model that are on a ladder. */
  ladders(): readonly LadderModel[] {
    return this.#points.values().flatMap(({ place, list }) => {
      const own = list.filter(({ outcome }) => outcome.rung !== undefined);
      if (own.length === 0) return [];
      const otherOf = this.#others(place);
      return [{ ...place, units: own.map((point) => ({ ...point, other: otherOf(point.unit) })) }];
    });
  }

  #of({ run, experiment, model, condition }: Place): readonly Point[] {
    const found = this.#points.values().find(({ place }) => {
      const same = place.run === run && place.experiment === experiment;
      return same && place.model === model && place.condition === condition;
    });
    return found?.list ?? [];
  }

  /** Returns, for each unit, the modal truth of the other models on the same data under the same condition. */
  #others({ run, experiment, model, condition }: Place): (unit: string) => string | null {
    const data = this.#dataOf(run, experiment);
    const byModel = new Map<string, Map<string, string>>();
    for (const { place, list } of this.#points.values()) {
      if (place.experiment !== experiment || place.model === model || place.condition !== condition) continue;
      if (this.#dataOf(place.run, place.experiment) !== data) continue;
      const truths = byModel.get(place.model) ?? new Map<string, string>();
      byModel.set(place.model, truths);
      for (const { unit, outcome } of list) {
        const truth = truthOf(outcome);
        if (truth.kind === 'known') truths.set(unit, truth.value);
      }
    }
    return (unit) => {
      const values = [...byModel.values()].flatMap((truths) => truths.get(unit) ?? []);
      const modal = modalValue(values);
      return modal.kind === 'known' ? modal.value : null;
    };
  }

  /** Returns the fitted layout. Estimates and the table of groups share it because fitting the item rule is slow. */
  #laidOut(place: Place, points: readonly Point[]): LaidOut {
    const { run, experiment, model, condition } = place;
    const key = JSON.stringify([run, experiment, model, condition, points.length]);
    const laid = this.#known.get(key) ?? layOut(points, this.#others(place));
    this.#known.set(key, laid);
    return laid;
  }

  #estimatesOf(group: Group, points: readonly Point[], options: EstimateOptions): readonly Estimate[] {
    const laid = this.#laidOut(group, points);
    const macro = layoutMeasures(laid.layout);
    const own = experimentNamed(options.experiments, group.experiment).measures.filter(
      ({ name, kind }) => kind === 'categorical' && macro.every((measure) => measure.name !== name),
    );
    return policies.flatMap((policy) => {
      const sums = { policy, coverage: group.coverage.own };
      const clusters = laid.clusters(policy);
      const totals = totalsOf([...clusters.values()]);
      const consensus = (_: unknown, { name }: { readonly name: string }) => {
        if (name === 'accuracy_macro') return laid.layout.macro(totals, 'other_models', 'consensusN');
        return name === 'accuracy_micro' ? laid.layout.micro(totals, 'other_models', 'consensusN') : null;
      };
      const byGroup = estimatesUnder(group, {
        measures: macro,
        sums: { ...sums, clusters, withFailures: laid.clusters('failures-wrong') },
        options: { ...options, otherModels: consensus },
      });
      const together = clustersOf(points, policy);
      const plain = estimatesUnder(group, {
        measures: own,
        sums: { ...sums, clusters: together, withFailures: together },
        options: { ...options, otherModels: () => null },
      });
      return [...byGroup.map(explained), ...plain];
    });
  }
}

const noGroup =
  'no group of task and property has 20 rows with a truth and a most frequent value in at most 95 % of them';

/** Adds what is missing for a macro average, which needs groups of a minimum size. */
function explained(estimate: Estimate): Estimate {
  if (estimate.value !== null || estimate.n > 0 || !estimate.measure.endsWith('_macro')) return estimate;
  return { ...estimate, absent: { ...estimate.absent, value: noGroup, interval: noGroup } };
}

/** Returns the sums of the terms of all groups together, by cluster. */
function clustersOf(points: readonly Point[], policy: Rule): Clusters {
  const clusters: Clusters = new Map();
  for (const { cluster, outcome } of points) {
    const { numbers } = termsUnder(outcome, policy);
    const sums = clusters.get(cluster) ?? new Float64Array(numbers.length);
    clusters.set(cluster, sums);
    addSums(sums, numbers);
  }
  return clusters;
}

/** Returns the terms under a rule. `published` compares with the value of the modal answer and counts an absent prediction as wrong. */
function termsUnder(outcome: CategoricalOutcome, policy: Rule): CategoricalTerms {
  return policy === 'published'
    ? categoricalTerms(outcome, 'failures-wrong', truthOf(outcome, 'modal-answer'))
    : categoricalTerms(outcome, policy);
}

interface LaidOut {
  readonly layout: CategoricalLayout;
  /** True values of the rows, by group. */
  readonly truths: ReadonlyMap<string, readonly string[]>;
  readonly clusters: (policy: Rule) => Clusters;
}

/** A point with its truth and the predictions of model-independent rules. */
interface Ruled {
  readonly point: Point;
  readonly truth: string;
  readonly mode: string | null;
  readonly item: string | null;
}

function layOut(points: readonly Point[], others: (unit: string) => string | null): LaidOut {
  const known = points.flatMap((point) => {
    const truth = truthOf(point.outcome);
    return truth.kind === 'known' ? [{ point, truth: truth.value }] : [];
  });
  const byGroup = Map.groupBy(known, ({ point }) => point.group);
  const truths = new Map([...byGroup].map(([name, rows]) => [name, rows.map(({ truth }) => truth)]));
  const layout = new CategoricalLayout(truths);
  const ruled = [...byGroup.values()].flatMap((rows): readonly Ruled[] => {
    const labelled = rows.map(({ point, truth }) => ({ string: point.cluster, value: truth }));
    const modes = crossFittedModes(labelled);
    const items = crossFittedItemRule(labelled);
    return rows.map((row, index) => ({ ...row, mode: modes[index] ?? null, item: items[index] ?? null }));
  });
  const made = new Map<Rule, Clusters>();
  const clusters = (policy: Rule) => {
    const found = made.get(policy) ?? ruledClusters(ruled, { layout, policy, others });
    made.set(policy, found);
    return found;
  };
  return { layout, truths, clusters };
}

interface Ruling {
  readonly layout: CategoricalLayout;
  readonly policy: Rule;
  readonly others: (unit: string) => string | null;
}

function ruledClusters(ruled: readonly Ruled[], { layout, policy, others }: Ruling): Clusters {
  const clusters: Clusters = new Map();
  for (const row of ruled) {
    const { cluster, group, outcome, unit } = row.point;
    const sums = clusters.get(cluster) ?? new Float64Array(layout.length);
    clusters.set(cluster, sums);
    const truth =
      policy === 'published' ? truthOf(outcome, 'modal-answer') : ({ kind: 'known', value: row.truth } as const);
    const terms = termsUnder(outcome, policy);
    if (terms.rows === 0 || truth.kind === 'unknown') continue;
    const add = (column: Parameters<CategoricalLayout['add']>[1][1], amount: number) =>
      layout.add(sums, [group, column], amount);
    add('n', 1);
    add('right', terms.right);
    add('answered', terms.answered);
    add('mode', Number(row.mode === truth.value));
    layout.addValue(sums, group, truth.value);
    if (row.item !== null) {
      add('itemN', 1);
      add('item', Number(row.item === truth.value));
    }
    if (outcome.echo !== null) {
      add('echoN', 1);
      add('echo', Number(outcome.echo === truth.value));
    }
    const other = others(unit);
    if (other !== null) {
      add('consensusN', 1);
      add('other_models', Number(other === truth.value));
    }
    if (terms.reExecutions > 0) {
      add('reExecutionN', terms.reExecutions);
      add('reExecution', terms.reExecutionRight);
    }
  }
  return clusters;
}

/** Returns the measures of a layout's sums; the first is the headline of the experiment. */
function layoutMeasures(layout: CategoricalLayout): readonly Measure[] {
  const macro = (name: string, part: GroupColumn, all: GroupColumn): Measure => ({
    name,
    kind: 'categorical',
    unit: 'share',
    value: (totals) => layout.macro(totals, part, all),
    n: (totals) => layout.macroSum(totals, all),
    isMean: true,
  });
  const accuracy: Measure = {
    ...macro('accuracy_macro', 'right', 'n'),
    baseRate: (totals) => layout.macro(totals, 'mode', 'n'),
    reexecution: (totals) => layout.macro(totals, 'reExecution', 'reExecutionN'),
    itemRule: (totals) => layout.macro(totals, 'item', 'itemN'),
    bounds: (totals) => boundsOf(layout.macro(totals, 'right', 'n'), layout.macro(totals, 'answered', 'n')),
  };
  return [
    accuracy,
    {
      ...microMeasure(layout, 'accuracy_micro', ['right', 'n']),
      baseRate: (totals) => layout.micro(totals, 'mode', 'n'),
      reexecution: (totals) => layout.micro(totals, 'reExecution', 'reExecutionN'),
      itemRule: (totals) => layout.micro(totals, 'item', 'itemN'),
      bounds: (totals) => boundsOf(layout.micro(totals, 'right', 'n'), layout.micro(totals, 'answered', 'n')),
    },
    macro('accuracy_among_answered', 'right', 'answered'),
    macro('mode_accuracy', 'mode', 'n'),
    {
      name: 'mode_accuracy_in_sample',
      kind: 'categorical',
      unit: 'share',
      value: (totals) => layout.modeInSample(totals),
      n: (totals) => layout.macroSum(totals, 'n'),
    },
    macro('item_rule_accuracy', 'item', 'itemN'),
    macro('echo_accuracy', 'echo', 'echoN'),
    macro('consensus_accuracy', 'other_models', 'consensusN'),
    macro('re_execution_accuracy', 'reExecution', 'reExecutionN'),
  ];
}

function microMeasure(layout: CategoricalLayout, name: string, [part, all]: [GroupColumn, GroupColumn]): Measure {
  return {
    name,
    kind: 'categorical',
    unit: 'share',
    value: (totals) => layout.micro(totals, part, all),
    n: (totals) => layout.microSum(totals, all),
    isMean: true,
  };
}

/** Returns the value if all absent predictions were wrong, and if all were right. */
function boundsOf(right: number | null, answered: number | null): readonly [number, number] | null {
  return right === null || answered === null ? null : [right, right + 1 - answered];
}
