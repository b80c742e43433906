import type { Quantity } from '../../domain/quantity.ts';
import { holm } from '../../stats/basic/holm.ts';
import { type Drawing, estimateAll } from '../../stats/resampling/estimate-all.ts';
import { signFlipTest } from '../../stats/resampling/permutation.ts';
import type { TransferRow } from './rows.ts';

/** Effect of training a model to predict itself on its score in one experiment that no arm was trained on. */
interface TransferEffect {
  readonly experiment: string;
  readonly base: string;
  /** Mean scores over the clusters that the compared arms share. */
  readonly self: Quantity;
  readonly scramble: Quantity;
  /** Self-trained minus scramble-trained, paired by cluster: the effect beyond format and base rates. */
  readonly effect: Quantity;
  readonly untrained: Quantity;
  /** Smaller share of usable outcomes of the two compared arms; null without a shared cluster. */
  readonly usable: number | null;
  /**
   * Sign-flip p of the effect, and its Holm-adjusted value over all experiments and models. Where the arms differ in what is
   * usable, the effect must hold among outcomes that are usable in both arms, too: p is the larger of both, and 1 where
   * they have opposite signs. A better format alone is not an effect.
   */
  readonly p: number | null;
  readonly holm: number | null;
  /** Self-trained minus untrained: a changed ability or refusal rate changes the base rate of the score. */
  readonly drift: {
    readonly ability: number | null;
    readonly refused: number | null;
  };
}

/** Computes the effect of every model in every experiment. */
export function transferEffects(rows: readonly TransferRow[], drawing: Drawing): readonly TransferEffect[] {
  const cells = Map.groupBy(rows, ({ experiment, base }) => JSON.stringify([experiment, base]));
  const effects = [...cells.values()].map((own) => effectOf(own, drawing));
  const tested = effects.flatMap(({ p }, index) => (p === null ? [] : [{ p, place: index }]));
  const adjusted = new Map(holm(tested.map(({ p }) => p)).map((p, rank) => [tested[rank]?.place, p]));
  return effects.map((effect, index) => ({ ...effect, holm: adjusted.get(index) ?? null }));
}

function effectOf(rows: readonly TransferRow[], drawing: Drawing): Omit<TransferEffect, 'holm'> {
  const [{ experiment, base }] = rows as readonly [TransferRow, ...TransferRow[]]; // a group has rows
  const arms = (['self', 'scramble', 'untrained'] as const).map(
    (arm) => new Map(rows.filter((row) => row.arm === arm).map((row) => [row.cluster, row])),
  ) as [Map<string, TransferRow>, Map<string, TransferRow>, Map<string, TransferRow>];
  const [self, scramble, untrained] = arms;
  const shared = [...self.keys()].filter((cluster) => scramble.has(cluster));
  const pairs = pairsOf(shared, self, scramble);
  const clusters = pairs.map(([own, permuted]) => {
    const before = untrained.get(own.cluster);
    return [own.score, permuted.score, 1, before?.score ?? 0, Number(before !== undefined)];
  });
  const [ofSelf, ofScramble, effect, ofUntrained] = estimateAll({ clusters, n: shared.length }, drawing, (totals) => {
    const [selfSum = 0, scrambleSum = 0, n = 0, untrainedSum = 0, m = 0] = totals;
    if (n === 0) return [null, null, null, null];
    return [selfSum / n, scrambleSum / n, (selfSum - scrambleSum) / n, m > 0 ? untrainedSum / m : null];
  }) as readonly [Quantity, Quantity, Quantity, Quantity];
  const differences = clusters.map(([own = 0, permuted = 0]) => own - permuted);
  return {
    experiment,
    base,
    self: ofSelf,
    scramble: ofScramble,
    effect,
    untrained: ofUntrained,
    usable: shared.length === 0 ? null : Math.min(...[self, scramble].map((arm) => usableOf(arm, shared))),
    p: testedP(differences, pairs, drawing),
    drift: {
      ability: driftOf('ability', self, untrained),
      refused: driftOf('refused', self, untrained),
    },
  };
}

type Pair = readonly [self: TransferRow, scramble: TransferRow];

function pairsOf(
  clusters: readonly string[],
  self: ReadonlyMap<string, TransferRow>,
  scramble: ReadonlyMap<string, TransferRow>,
): readonly Pair[] {
  return clusters.map((cluster) => [self.get(cluster) as TransferRow, scramble.get(cluster) as TransferRow]); // both have it
}

/** Returns the p of the differences, and of those between usable outcomes where the arms differ in what is usable. */
function testedP(differences: readonly number[], pairs: readonly Pair[], drawing: Drawing): number | null {
  const all = signFlipTest(differences, drawing);
  if (all === null || pairs.every(([self, scramble]) => self.usable === scramble.usable)) return all?.p ?? null;
  const read = signFlipTest(
    pairs.flatMap(([self, scramble]) =>
      self.read === null || scramble.read === null ? [] : [self.read - scramble.read],
    ),
    drawing,
  );
  if (read === null || Math.sign(read.difference) !== Math.sign(all.difference)) return 1;
  return Math.max(all.p, read.p);
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
