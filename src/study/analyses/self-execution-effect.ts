import type { Quantity } from '../../domain/quantity.ts';
import { holm } from '../../stats/basic/holm.ts';
import { signFlipTest } from '../../stats/resampling/permutation.ts';
import { type Drawing, estimateAll } from './estimate.ts';
import type { EffectRow } from './rows.ts';

/** Effect of training a model to predict itself on its score in one self-execution experiment. */
interface SelfExecutionEffect {
  readonly experiment: string;
  readonly base: string;
  /** Mean scores over the clusters that the compared arms share. */
  readonly self: Quantity;
  readonly scramble: Quantity;
  /** Self-trained minus scramble-trained, paired by cluster: the effect beyond format and base rates. */
  readonly effect: Quantity;
  readonly untrained: Quantity;
  /** Sign-flip p of the effect, and its Holm-adjusted value over all experiments and models. */
  readonly p: number | null;
  readonly holm: number | null;
  /** Self-trained minus untrained: a changed ability, refusal rate or list length changes the base rate of the score. */
  readonly drift: {
    readonly ability: number | null;
    readonly refused: number | null;
    readonly length: number | null;
  };
}

/** Computes the effect of every model in every experiment. */
export function selfExecutionEffects(rows: readonly EffectRow[], drawing: Drawing): readonly SelfExecutionEffect[] {
  const cells = Map.groupBy(rows, ({ experiment, base }) => JSON.stringify([experiment, base]));
  const effects = [...cells.values()].map((own) => effectOf(own, drawing));
  const tested = effects.flatMap(({ p }, place) => (p === null ? [] : [{ p, place }]));
  const adjusted = new Map(holm(tested.map(({ p }) => p)).map((p, rank) => [tested[rank]?.place, p]));
  return effects.map((effect, place) => ({ ...effect, holm: adjusted.get(place) ?? null }));
}

function effectOf(rows: readonly EffectRow[], drawing: Drawing): Omit<SelfExecutionEffect, 'holm'> {
  const [{ experiment, base }] = rows as readonly [EffectRow, ...EffectRow[]]; // a group has rows
  const arms = (['self', 'scramble', 'untrained'] as const).map(
    (arm) => new Map(rows.filter((row) => row.arm === arm).map((row) => [row.cluster, row])),
  ) as [Map<string, EffectRow>, Map<string, EffectRow>, Map<string, EffectRow>];
  const [self, scramble, untrained] = arms;
  const shared = [...self.keys()].filter((cluster) => scramble.has(cluster));
  const clusters = shared.map((cluster) => {
    const before = untrained.get(cluster);
    const [own, permuted] = [self.get(cluster) as EffectRow, scramble.get(cluster) as EffectRow]; // both have the cluster
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
    p: signFlipTest(differences, drawing)?.p ?? null,
    drift: {
      ability: driftOf('ability', self, untrained),
      refused: driftOf('refused', self, untrained),
      length: driftOf('length', self, untrained),
    },
  };
}

/** Returns the mean change of a fact over the clusters where both arms have it; null without such clusters. */
function driftOf(
  fact: 'ability' | 'refused' | 'length',
  self: ReadonlyMap<string, EffectRow>,
  untrained: ReadonlyMap<string, EffectRow>,
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
