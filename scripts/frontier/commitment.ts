import { jackknife, tBounds } from '../../src/stats/jackknife.ts';
import type { Measured } from './facts.ts';
import type { FrontierRow } from './recordings.ts';

/** Difference of two shares among rows that a model keeps and rows that it withdraws. */
interface KeptDifference {
  readonly difference: Measured;
  readonly kept: number;
  readonly withdrawn: number;
}

/** Whether keeping goes with being right, among rows that bet and rows that do not, and whether it goes with betting. */
export interface Commitment {
  readonly name: string;
  readonly rightIfBet: KeptDifference;
  readonly rightIfNoBet: KeptDifference;
  readonly bets: KeptDifference;
}

const trackOf = ({ kind }: FrontierRow) => kind.split(':')[0] ?? '';

/** Returns the differences over all tracks, then those of each track. */
export function commitmentOf(rows: readonly FrontierRow[]): readonly Commitment[] {
  const byTrack = [...Map.groupBy(rows, trackOf)];
  return [['all tracks', rows] as const, ...byTrack].map(([name, own]) => ({
    name,
    rightIfBet: keptDifference(
      own.filter(({ bets }) => bets === true),
      ({ right }) => right,
    ),
    rightIfNoBet: keptDifference(
      own.filter(({ bets }) => bets === false),
      ({ right }) => right,
    ),
    bets: keptDifference(own, ({ bets }) => bets === true),
  }));
}

/** Counts of a stratum: kept, kept with the outcome, withdrawn, withdrawn with the outcome. */
const cells = 4;

/**
 * Returns the Mantel-Haenszel difference of the shares with an outcome, kept minus withdrawn, within models and tracks:
 * weights n1 n0 / (n1 + n0) (Greenland and Robins 1985), with the jackknife over items, which all models share.
 */
function keptDifference(rows: readonly FrontierRow[], hasOutcome: (row: FrontierRow) => boolean): KeptDifference {
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
    kept: rows.filter(isKept).length,
    withdrawn: rows.filter((row) => !isKept(row)).length,
  };
}

function stratumOf(row: FrontierRow): string {
  return JSON.stringify([row.model, trackOf(row)]);
}

function isKept({ stated }: FrontierRow): boolean {
  return stated === '1';
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
