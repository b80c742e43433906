import { jackknife, tBounds, totalsOf } from '../../src/stats/jackknife.ts';
import type { Measured } from './facts.ts';
import { completeRows, type FrontierRow } from './recordings.ts';

/** Difference of two shares among rows that a model keeps and rows that it withdraws. */
interface KeptDifference {
  readonly difference: Measured;
  /** Largest value that it could have, given how many rows of each stratum are kept and how many have the outcome; null without rows. */
  readonly largest: number | null;
  readonly kept: number;
  readonly withdrawn: number;
}

/** Whether keeping goes with being right, among rows that bet and rows that do not, and whether it goes with betting. */
export interface Commitment {
  /** Models that it is over: those with every item, as the plan says, or all. */
  readonly models: 'complete' | 'all';
  readonly name: string;
  readonly rightIfBet: KeptDifference;
  readonly rightIfNoBet: KeptDifference;
  readonly bets: KeptDifference;
}

const trackOf = ({ kind }: FrontierRow) => kind.split(':')[0] ?? '';

type StratumOf = (row: FrontierRow) => string;
const modelAndTrack: StratumOf = (row) => JSON.stringify([row.model, trackOf(row)]);
const modelAndItemType: StratumOf = (row) => JSON.stringify([row.model, row.kind]);

export const [allTracks, withinItemTypes] = ['all tracks', 'all tracks, within item types'] as const;

/**
 * Returns the differences over all tracks, within tracks and within item types, then those of each track: of complete models, then of
 * all.
 */
export function commitmentOf(rows: readonly FrontierRow[]): readonly Commitment[] {
  return [
    ...commitmentOver(completeRows(rows)).map((each) => ({ models: 'complete' as const, ...each })),
    ...commitmentOver(rows).map((each) => ({ models: 'all' as const, ...each })),
  ];
}

type OverModels = Omit<Commitment, 'models'>;

function commitmentOver(rows: readonly FrontierRow[]): readonly OverModels[] {
  const byTrack = [...Map.groupBy(rows, trackOf)];
  return [
    commitmentWithin(allTracks, rows, modelAndTrack),
    commitmentWithin(withinItemTypes, rows, modelAndItemType),
    ...byTrack.map(([name, own]) => commitmentWithin(name, own, modelAndTrack)),
  ];
}

function commitmentWithin(name: string, rows: readonly FrontierRow[], stratumOf: StratumOf): OverModels {
  const difference = (own: readonly FrontierRow[], hasOutcome: (row: FrontierRow) => boolean) =>
    keptDifference(own, { stratumOf, hasOutcome });
  return {
    name,
    rightIfBet: difference(
      rows.filter(({ bets }) => bets === true),
      ({ right }) => right,
    ),
    rightIfNoBet: difference(
      rows.filter(({ bets }) => bets === false),
      ({ right }) => right,
    ),
    bets: difference(rows, ({ bets }) => bets === true),
  };
}

/** Counts of a stratum: kept, kept with the outcome, withdrawn, withdrawn with the outcome. */
const cells = 4;

/**
 * Returns the Mantel-Haenszel difference of the shares with an outcome, kept minus withdrawn, within strata of each model:
 * weights n1 n0 / (n1 + n0) (Greenland and Robins 1985), with the jackknife over items, which all models share.
 */
function keptDifference(
  rows: readonly FrontierRow[],
  { stratumOf, hasOutcome }: { readonly stratumOf: StratumOf; readonly hasOutcome: (row: FrontierRow) => boolean },
): KeptDifference {
  const strata = [...new Set(rows.map(stratumOf))];
  const numberOf = new Map(strata.map((stratum, number) => [stratum, number]));
  const tallies = [...Map.groupBy(rows, ({ item }) => item).values()].map((own) => {
    const tally = new Float64Array(cells * strata.length);
    for (const row of own) {
      const place = cells * (numberOf.get(stratumOf(row)) ?? 0) + (isKept(row) ? 0 : 2);
      tally[place] = (tally[place] ?? 0) + 1;
      if (hasOutcome(row)) tally[place + 1] = (tally[place + 1] ?? 0) + 1;
    }
    return tally;
  });
  const estimate = jackknife(tallies, mantelHaenszel);
  const bounds = estimate === null ? null : tBounds(estimate);
  return {
    difference: { value: estimate?.value ?? null, interval: bounds?.kind === 'known' ? bounds.value : null },
    largest: mantelHaenszel(largestOf(totalsOf(tallies))),
    kept: rows.filter(isKept).length,
    withdrawn: rows.filter((row) => !isKept(row)).length,
  };
}

function isKept({ stated }: FrontierRow): boolean {
  return stated === '1';
}

/** Returns the counts with as many of the outcomes as possible among the kept rows of each stratum. */
function largestOf(sums: Float64Array): Float64Array {
  const largest = sums.slice();
  for (let place = 0; place < sums.length; place += cells) {
    const [kept = 0, keptWith = 0, , withdrawnWith = 0] = sums.subarray(place, place + cells);
    largest[place + 1] = Math.min(kept, keptWith + withdrawnWith);
    largest[place + 3] = keptWith + withdrawnWith - Math.min(kept, keptWith + withdrawnWith);
  }
  return largest;
}

function mantelHaenszel(sums: Float64Array): number | null {
  let [difference, weights] = [0, 0];
  for (let place = 0; place < sums.length; place += cells) {
    const [kept = 0, keptWith = 0, withdrawn = 0, withdrawnWith = 0] = sums.subarray(place, place + cells);
    if (kept === 0 || withdrawn === 0) continue;
    const weight = (kept * withdrawn) / (kept + withdrawn);
    difference += weight * (keptWith / kept - withdrawnWith / withdrawn);
    weights += weight;
  }
  return weights === 0 ? null : difference / weights;
}
