import { isPresent } from '../../domain/outcome.ts';
import type { UnitPolicy } from '../../domain/policy.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import { missingReason, type Outcome, type OutcomeRow, termsOfOutcome } from '../../outcome-kinds/outcome-kinds.ts';
import type { Solve } from '../../outcome-kinds/ranking-terms.ts';
import type { Coverage } from '../../results/estimate.ts';
import { addSums } from '../../stats/jackknife.ts';
import { ownValue } from '../../util/is-record.ts';
import { NestedMap } from '../../util/nested-map.ts';

/** Sums by cluster. */
export type Clusters = Map<string, Float64Array>;

/** Accumulated data of one experiment, model and condition: sums per cluster, and the coverage of units. */
export interface Group {
  readonly run: string;
  readonly experiment: string;
  readonly model: string;
  readonly condition: string;
  readonly kind: Outcome['kind'];
  readonly own: Readonly<PolicyClusters>;
  /** Sums of the values that a recording's authors extracted; empty without recorded values. */
  readonly recorded: Readonly<PolicyClusters>;
  readonly coverage: { own: Coverage; recorded: Coverage };
}

/** Sums under both policies: one map while they are equal. */
type PolicyClusters = Record<UnitPolicy, Clusters>;

/** Terms of one outcome under both policies. */
type PolicyTerms = Readonly<Record<UnitPolicy, readonly number[]>>;

/** Reads outcomes once and keeps only sums: memory grows with clusters, not with outcomes. */
export class Accumulator {
  readonly #groups = new NestedMap<Group>();
  readonly #numbers = new NumberPool();
  readonly #single = new SharedSums(this.#numbers);
  /** The sums that received the last row: rows of a cluster are adjacent. */
  #last: ClusterSums | null = null;
  readonly #experiments: Experiments;

  constructor(experiments: Experiments) {
    this.#experiments = experiments;
  }

  /** Returns the row's terms. */
  add(row: OutcomeRow): PolicyTerms {
    const group = this.#group(row);
    const reader = row.reader === 'recorded' ? 'recorded' : 'own';
    const parsed = termsOfOutcome(row.outcome, 'parsed');
    const terms = {
      parsed,
      'failures-wrong': isWhole(row.outcome) ? parsed : termsOfOutcome(row.outcome, 'failures-wrong'),
    };
    this.#addTo(group[reader], row.cluster, terms);
    const { slots } = experimentNamed(this.#experiments, row.experiment);
    group.coverage[reader] = covered(group.coverage[reader], missingReason(row.outcome, slots));
    return terms;
  }

  /** Adds a row to its cluster. While nothing is missing in a cluster, both policies share one array of sums. */
  #addTo(own: PolicyClusters, cluster: string, { parsed, 'failures-wrong': withFailures }: PolicyTerms): void {
    const known = this.#last?.own === own && this.#last.cluster === cluster ? this.#last : knownSums(own, cluster);
    if (known === null) {
      const first = this.#single.of(parsed);
      const others = withFailures === parsed ? first : this.#single.of(withFailures);
      this.#last = { own, cluster, parsed: first, withFailures: others };
      if (others !== first) separate(own);
      own.parsed.set(cluster, first);
      own['failures-wrong'].set(cluster, others);
      return;
    }
    this.#last = known;
    this.#unshare(own, known);
    if (known.withFailures === known.parsed && withFailures !== parsed) {
      separate(own);
      known.withFailures = this.#numbers.copyOf(known.parsed);
      own['failures-wrong'].set(cluster, known.withFailures);
    }
    addSums(known.parsed, parsed);
    if (known.withFailures !== known.parsed) addSums(known.withFailures, withFailures);
  }

  /** Gives a cluster that gets a second row sums of its own. */
  #unshare(own: PolicyClusters, sums: ClusterSums): void {
    const { cluster, parsed, withFailures } = sums;
    if (!this.#single.has(parsed) && !this.#single.has(withFailures)) return;
    sums.parsed = this.#numbers.copyOf(parsed);
    sums.withFailures = withFailures === parsed ? sums.parsed : this.#numbers.copyOf(withFailures);
    own.parsed.set(cluster, sums.parsed);
    own['failures-wrong'].set(cluster, sums.withFailures);
  }

  groups(): readonly Group[] {
    return this.#groups.values();
  }

  #group({ run, experiment, model, condition, outcome }: OutcomeRow): Group {
    const clusters = (): PolicyClusters => {
      const parsed = new Map();
      return { parsed, 'failures-wrong': parsed };
    };
    return this.#groups.get([run, experiment, model, condition], () => ({
      run,
      experiment,
      model,
      condition,
      kind: outcome.kind,
      own: clusters(),
      recorded: clusters(),
      coverage: { own: noCoverage, recorded: noCoverage },
    }));
  }
}

/** Sums of one cluster; the same array twice while nothing is missing. */
interface ClusterSums {
  readonly own: PolicyClusters;
  readonly cluster: string;
  parsed: Float64Array;
  withFailures: Float64Array;
}

/** Gives each policy a map of its own; the sums stay shared. */
function separate(own: PolicyClusters): void {
  if (own['failures-wrong'] === own.parsed) own['failures-wrong'] = new Map(own.parsed);
}

function knownSums(own: PolicyClusters, cluster: string): ClusterSums | null {
  const parsed = own.parsed.get(cluster);
  const withFailures = own['failures-wrong'] === own.parsed ? parsed : own['failures-wrong'].get(cluster);
  return parsed === undefined || withFailures === undefined ? null : { own, cluster, parsed, withFailures };
}

/** Returns whether no value is missing, so that every policy counts the outcome alike. */
function isWhole(outcome: Outcome): boolean {
  if (outcome.kind === 'binary') return isPresent(outcome.prediction) && outcome.executions.every(isPresent);
  if (outcome.kind !== 'ranking' || !isPresent(outcome.prediction)) return false;
  const { units, executions } = outcome;
  const isComplete = (solves: readonly Solve[]) =>
    solves.length === units.length && solves.every(({ correct, tokens }) => isPresent(correct) && tokens !== null);
  return executions.every(isComplete);
}

const poolSize = 8_192; // numbers

/** Allocator for many small arrays; separate arrays would take four times the memory. */
class NumberPool {
  #numbers = new Float64Array(0);
  #taken = 0;

  copyOf(values: ArrayLike<number>): Float64Array {
    if (this.#taken + values.length > this.#numbers.length) {
      this.#numbers = new Float64Array(Math.max(poolSize, values.length));
      this.#taken = 0;
    }
    const copy = this.#numbers.subarray(this.#taken, this.#taken + values.length);
    copy.set(values);
    this.#taken += values.length;
    return copy;
  }
}

/** Maximum number of different sums that clusters share; kinds with more have sums of their own. */
const maxShared = 256;

/** One array for all equal sums of clusters of one row: of a hundred thousand yes/no, a few differ. */
class SharedSums {
  readonly #numbers: NumberPool;
  readonly #all = new Set<Float64Array>();

  constructor(numbers: NumberPool) {
    this.#numbers = numbers;
  }

  of(terms: readonly number[]): Float64Array {
    if (this.#all.size >= maxShared) return this.#numbers.copyOf(terms);
    for (const known of this.#all) if (areEqual(known, terms)) return known;
    const made = this.#numbers.copyOf(terms);
    this.#all.add(made);
    return made;
  }

  has(sums: Float64Array): boolean {
    return this.#all.has(sums);
  }
}

function areEqual(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

const noCoverage: Coverage = { units: 0, usable: 0, lost: {} };

function covered({ units, usable, lost }: Coverage, loss: string | null): Coverage {
  if (loss === null) return { units: units + 1, usable: usable + 1, lost };
  return { units: units + 1, usable, lost: { ...lost, [loss]: (ownValue(lost, loss) ?? 0) + 1 } };
}
