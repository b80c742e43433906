import type { Contrast } from '../../results/contrast.ts';
import type { Quantity } from '../../results/quantity.ts';
import type { TransferEffect } from '../../results/study-result.ts';
import { holm } from '../../stats/holm.ts';
import { totalsOf, twoSidedP } from '../../stats/jackknife.ts';
import { mean } from '../../stats/moments.ts';
import { type PairedDifference, paired } from '../../stats/paired.ts';
import { asShare } from './accuracy.ts';
import { estimateOverTrainings, type OverTrainings } from './over-trainings.ts';
import { fewestTrainings } from './pair-estimates.ts';
import type { TransferRow } from './rows.ts';
import { wordOfFewTrainings } from './verdict.ts';

/** Computes the effect of every model in every experiment. */
export function transferEffects(rows: readonly TransferRow[]): readonly TransferEffect[] {
  const cells = Map.groupBy(rows, ({ experiment, base }) => JSON.stringify([experiment, base]));
  const effects = [...cells.values()].map((own) => effectOf(own));
  const tested = effects.flatMap(({ p }, index) => (p === null ? [] : [{ p, place: index }]));
  const adjusted = new Map(holm(tested.map(({ p }) => p)).map((p, rank) => [tested[rank]?.place, p]));
  return effects.map(({ p, ...found }, index) => {
    const { effect: quantity } = found;
    return {
      ...found,
      effect: {
        ...{ a: 'self', b: 'scramble', quantity, p, family: tested.length, detectable: null },
        ...wordOf(quantity, { adjusted: adjusted.get(index) ?? null, trainings: found.trainings }),
      },
    };
  });
}

const arms = ['self', 'scramble', 'untrained'] as const;

/** Two-sided level of an effect, after Holm. */
const level = 0.05;

function wordOf(
  { value, missing }: Quantity,
  { adjusted, trainings }: { readonly adjusted: number | null; readonly trainings: number },
): Pick<Contrast, 'test' | 'adjusted' | 'word' | 'reason'> {
  const few = value === null ? null : wordOfFewTrainings(trainings);
  if (few !== null) return { test: null, adjusted, ...few };
  if (adjusted === null || value === null)
    return { test: null, adjusted, word: 'not measured', reason: missing ?? 'too few strings' };
  const found = value > 0 ? 'higher' : 'lower';
  return { test: 't', adjusted, word: adjusted > level || value === 0 ? 'no difference found' : found, reason: null };
}

/** An effect that is not adjusted. */
interface Effect extends Omit<TransferEffect, 'effect'> {
  readonly effect: Quantity;
  readonly p: number | null;
}

/** Rows of one training by cluster. */
type ByCluster = ReadonlyMap<string, TransferRow>;

/** The rows of an arm: of each training, and their means. */
interface ScoredArm {
  readonly trainings: readonly ByCluster[];
  readonly mean: ByCluster;
}

function effectOf(rows: readonly TransferRow[]): Effect {
  const [{ experiment, base }] = rows as readonly [TransferRow, ...TransferRow[]]; // a group has rows
  const scored = arms.map((arm) => armOf(rows.filter((row) => row.arm === arm)));
  const [self, scramble, untrained] = scored as [ScoredArm, ScoredArm, ScoredArm];
  const shared = [...self.mean.keys()].filter((cluster) => scramble.mean.has(cluster));
  const width = Math.max(0, ...rows.map(({ constants }) => constants?.length ?? 0));
  const sums = (of: readonly ByCluster[]) =>
    shared.map((cluster) => of.flatMap((arm) => sumsOf(arm.get(cluster), width)));
  const clusters = sums(scored.map(({ mean: all }) => all));
  const values = (totals: Float64Array) => {
    const scores = arms.map((_, index) => meansOf(totals, index, width));
    const [own, permuted] = scores;
    return [
      ...scores.flatMap(({ score, constant }) => [score, constant, less(score, constant)]),
      less(own?.score ?? null, permuted?.score ?? null),
    ];
  };
  const trainings = Math.min(self.trainings.length, scramble.trainings.length);
  const found = estimateOverTrainings(
    {
      ...{ clusters, n: shared.length, trainings },
      arms: [0, 1].map((place) =>
        (scored[place]?.trainings ?? []).map((training) =>
          totalsOf(sums(scored.map(({ mean: all }, index) => (index === place ? training : all)))),
        ),
      ),
    },
    values,
  );
  const why = width === 0 ? 'no constant answer applies to this score' : 'no execution of this arm can be scored';
  const of = (offset: number) => (index: number) => {
    const { quantity } = found[3 * index + offset] as OverTrainings; // three values of each arm
    return offset > 0 && quantity.value === null && scored[index]?.mean.size !== 0
      ? { ...quantity, missing: why }
      : quantity;
  };
  const named = (at: (index: number) => Quantity) => ({ self: at(0), scramble: at(1), untrained: at(2) });
  const effect = found.at(-1) as OverTrainings;
  const pOfTrainings = effect.estimate === null ? 1 : twoSidedP(effect.estimate);
  const pOfStrings = testedP(pairsOf(shared, self.mean, scramble.mean));
  return {
    experiment,
    base,
    ...named((index) => asShare(of(0)(index))),
    constant: named((index) => asShare(of(1)(index))),
    gain: named(of(2)),
    effect: effect.quantity,
    trainings,
    usable: shared.length === 0 ? null : Math.min(...[self, scramble].map((arm) => usableOf(arm.mean, shared))),
    p: trainings < fewestTrainings || pOfStrings === null ? null : Math.max(pOfStrings, pOfTrainings),
    drift: {
      ability: driftOf('ability', self.mean, untrained.mean),
      refused: driftOf('refused', self.mean, untrained.mean),
    },
  };
}

/** Returns the rows of each training of an arm and their means, in the clusters that all trainings have. */
function armOf(rows: readonly TransferRow[]): ScoredArm {
  const trainings = [...Map.groupBy(rows, ({ training = '' }) => training)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, own]) => new Map(own.map((row) => [row.cluster, row])));
  const [first, ...others] = trainings;
  if (first === undefined) return { trainings: [], mean: new Map() };
  const shared = [...first.keys()].filter((cluster) => others.every((own) => own.has(cluster)));
  const means = shared.map((cluster): [string, TransferRow] => {
    const own = trainings.map((training) => training.get(cluster) as TransferRow); // each has it
    return [cluster, meanRow(own)];
  });
  return { trainings, mean: new Map(means) };
}

/** Returns the mean of the rows of one cluster; a value that one of them lacks is null. */
function meanRow(rows: readonly TransferRow[]): TransferRow {
  const [first] = rows as readonly [TransferRow, ...TransferRow[]];
  if (rows.length === 1) return first;
  const over = (value: (row: TransferRow) => number | null) => {
    const values = rows.map(value);
    return values.every((each) => each !== null) ? mean(values) : null;
  };
  const constants = rows.every((row) => row.constants !== null)
    ? (first.constants ?? []).map((_, index) => mean(rows.map((row) => row.constants?.[index] ?? 0)) ?? 0)
    : null;
  return {
    ...first,
    constants,
    ...{ score: over(({ score }) => score) ?? 0, usable: over(({ usable }) => usable) ?? 0 },
    ...{ read: over(({ read }) => read), ability: over(({ ability }) => ability) },
    refused: over(({ refused }) => refused),
  };
}

/** Returns the sums of one arm in one cluster: score, rows, rows with constants, and the score of each constant answer. */
function sumsOf(row: TransferRow | undefined, width: number): readonly number[] {
  const constants = row?.constants ?? null;
  return [
    ...[row?.score ?? 0, Number(row !== undefined), Number(constants !== null)],
    ...Array.from({ length: width }, (_, index) => constants?.[index] ?? 0),
  ];
}

/** Returns the mean score of an arm and that of its best constant answer; null where no cluster has one. */
function meansOf(
  totals: Float64Array,
  arm: number,
  width: number,
): { readonly score: number | null; readonly constant: number | null } {
  const first = arm * (3 + width);
  const [sum = 0, n = 0, known = 0] = totals.subarray(first, first + 3);
  const constants = totals.subarray(first + 3, first + 3 + width);
  return { score: n > 0 ? sum / n : null, constant: known > 0 ? Math.max(...constants) / known : null };
}

function less(value: number | null, other: number | null): number | null {
  return value === null || other === null ? null : value - other;
}

type Pair = readonly [self: TransferRow, scramble: TransferRow];

function pairsOf(
  clusters: readonly string[],
  self: ReadonlyMap<string, TransferRow>,
  scramble: ReadonlyMap<string, TransferRow>,
): readonly Pair[] {
  return clusters.map((cluster) => [self.get(cluster) as TransferRow, scramble.get(cluster) as TransferRow]); // both have it
}

/**
 * Returns the p of the differences, and of those between usable outcomes where the arms differ in what is usable; null where too
 * few strings have both.
 */
function testedP(pairs: readonly Pair[]): number | null {
  const all = pairedOf(pairs.map(([self, scramble]) => [self.score, scramble.score]));
  if (all.untested !== null) return null;
  if (pairs.every(([self, scramble]) => self.usable === scramble.usable)) return all.p.twoSided;
  const read = pairedOf(
    pairs.flatMap(([self, scramble]) =>
      self.read === null || scramble.read === null ? [] : [[self.read, scramble.read]],
    ),
  );
  if (read.value === null || Math.sign(read.value) !== Math.sign(all.value ?? 0)) return 1;
  return Math.max(all.p.twoSided, read.p.twoSided);
}

/** Returns the paired difference of two scores of each cluster; scores have no common scale. */
function pairedOf(scores: readonly (readonly [own: number, other: number])[]): PairedDifference {
  const cluster = scores.map((_, index) => index);
  const [own, other] = [scores.map(([score]) => score), scores.map(([, score]) => score)];
  const scale = { lowest: Number.NEGATIVE_INFINITY, highest: Number.POSITIVE_INFINITY };
  return paired({ own, other, cluster, clusters: scores.length, scale });
}

/** Returns the mean change of a fact over the clusters where both arms have it; null without such clusters. */
function driftOf(
  fact: 'ability' | 'refused',
  self: ReadonlyMap<string, TransferRow>,
  untrained: ReadonlyMap<string, TransferRow>,
): number | null {
  let [sum, n] = [0, 0];
  for (const [cluster, row] of self) {
    const [now, before] = [row[fact], untrained.get(cluster)?.[fact] ?? null];
    if (now === null || before === null) continue;
    sum += now - before;
    n += 1;
  }
  return n === 0 ? null : sum / n;
}

/** Returns the mean share of usable outcomes of an arm over clusters. */
function usableOf(arm: ReadonlyMap<string, TransferRow>, clusters: readonly string[]): number {
  return clusters.reduce((sum, cluster) => sum + (arm.get(cluster)?.usable ?? 0), 0) / clusters.length;
}
