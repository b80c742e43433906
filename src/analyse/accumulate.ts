import type { Outcome, OutcomeRow } from '../score/outcome.ts';
import { addTally } from '../stats/resample.ts';
import { NestedMap } from '../util/nested-map.ts';
import type { Coverage } from './estimate.ts';
import { lossOf } from './loss.ts';
import { type TallyPolicy, tallyOf } from './tally.ts';

/** Tallies by cluster. */
export type Clusters = Map<string, Float64Array>;

/** What is kept of one experiment, model and condition: sums a cluster, and what became of the units. */
export interface Group {
  readonly run: string;
  readonly experiment: string;
  readonly model: string;
  readonly condition: string;
  readonly kind: Outcome['kind'];
  readonly own: Readonly<Record<TallyPolicy, Clusters>>;
  /** Tallies of the values that a recording's authors extracted; empty where nothing was recorded. */
  readonly recorded: Readonly<Record<TallyPolicy, Clusters>>;
  readonly coverage: { own: Coverage; recorded: Coverage };
}

const tallyPolicies: readonly TallyPolicy[] = ['parsed', 'failures-wrong'];

/** Reads outcomes once and keeps only sums: memory grows with clusters, not with outcomes. */
export class Accumulator {
  readonly #groups = new NestedMap<Group>();

  /** Returns the row's tallies. */
  add(row: OutcomeRow): Readonly<Record<TallyPolicy, readonly number[]>> {
    const group = this.#group(row);
    const reader = row.reader === 'recorded' ? 'recorded' : 'own';
    const tallies = {
      parsed: tallyOf(row.outcome, 'parsed'),
      'failures-wrong': tallyOf(row.outcome, 'failures-wrong'),
    };
    for (const policy of tallyPolicies) {
      const clusters = group[reader][policy];
      const tally = tallies[policy];
      const sums = clusters.get(row.cluster);
      if (sums === undefined) clusters.set(row.cluster, Float64Array.from(tally));
      else addTally(sums, tally, 1);
    }
    group.coverage[reader] = covered(group.coverage[reader], row.outcome);
    return tallies;
  }

  groups(): readonly Group[] {
    return this.#groups.values();
  }

  #group({ run, experiment, model, condition, outcome }: OutcomeRow): Group {
    const clusters = () => ({ parsed: new Map(), 'failures-wrong': new Map() });
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

const noCoverage: Coverage = { units: 0, usable: 0, lost: {} };

function covered({ units, usable, lost }: Coverage, outcome: Outcome): Coverage {
  const loss = lossOf(outcome);
  if (loss === null) return { units: units + 1, usable: usable + 1, lost };
  return { units: units + 1, usable, lost: { ...lost, [loss]: (lost[loss] ?? 0) + 1 } };
}
