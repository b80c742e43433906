import { holm } from '../../../stats/basic/holm.ts';
import type { CellIndex } from '../cells.ts';
import { analyzePair, type PairAnalysis, type PairAnalysisOptions } from './analyze-pair.ts';
import { type PairVerdict, verdictOf, verdictP } from './verdict.ts';

/** Two models of one family: a model and its sibling checkpoint, other seed or quantization. */
export interface NearCopy {
  readonly of: string;
  readonly copy: string;
}

/** A pair with its verdict and its p values, Holm-adjusted over all pairs of the study. */
export interface JudgedPair extends PairAnalysis {
  readonly verdict: PairVerdict;
  readonly isNearCopy: boolean;
  /** Two-sided p (paired t) of each plain advantage, adjusted over both directions of all pairs; in the order of `plain`. */
  readonly plainHolm: readonly (number | null)[];
  readonly holm: {
    readonly doubleDifference: number | null;
    readonly excess: number | null;
    /** Of the largest p of the verdict's tests. */
    readonly verdict: number | null;
  };
}

/** Analyzes every pair of models and judges each; p values are adjusted over the pairs that are not near copies. */
export function analyzePairs(
  index: CellIndex,
  nearCopies: readonly NearCopy[],
  options: PairAnalysisOptions,
): readonly JudgedPair[] {
  const analyses = pairsOf(options.kind === 'untrained' ? index.untrained : index.models).map((pair) =>
    analyzePair(index, pair, options),
  );
  const copies = analyses.map((pair) => nearCopies.some((each) => isPair(pair, each)));
  const family = analyses.map((_, position) => !(copies[position] as boolean));
  const adjusted = {
    doubleDifference: adjust(
      analyses.map(({ p }) => p.doubleDifference),
      family,
    ),
    excess: adjust(
      analyses.map(({ p }) => p.excess),
      family,
    ),
    verdict: adjust(analyses.map(verdictP), family),
  };
  const directions = analyses.flatMap(({ plain }) => plain.map(({ tests }) => tests?.p ?? null));
  const plain = adjust(
    directions,
    directions.map(() => true),
  );
  const several = family.filter(Boolean).length > 1;
  return analyses.map((pair, position) => {
    const holmed = {
      doubleDifference: adjusted.doubleDifference[position] ?? null,
      excess: adjusted.excess[position] ?? null,
      verdict: adjusted.verdict[position] ?? null,
    };
    const isNearCopy = copies[position] as boolean;
    const beside = isNearCopy ? [] : analyses.filter((each, other) => copies[other] === true && shareModel(each, pair));
    return {
      ...pair,
      isNearCopy,
      plainHolm: [plain[2 * position] ?? null, plain[2 * position + 1] ?? null],
      holm: holmed,
      verdict: verdictOf(pair, { nearCopies: beside, adjustedP: several && !isNearCopy ? holmed.verdict : null }),
    };
  });
}

/** Returns all unordered pairs, in the order of the names. */
export function pairsOf(names: readonly string[]): readonly (readonly [string, string])[] {
  return names.flatMap((a, index) => names.slice(index + 1).map((b) => [a, b] as const));
}

function isPair({ a, b }: Pick<PairAnalysis, 'a' | 'b'>, { of, copy }: NearCopy): boolean {
  return (a === of && b === copy) || (a === copy && b === of);
}

function shareModel(one: PairAnalysis, { a, b }: PairAnalysis): boolean {
  return [a, b].some((model) => model === one.a || model === one.b);
}

/** Adjusts the p values that exist and belong to the family; the others stay null. */
function adjust(values: readonly (number | null)[], family: readonly boolean[]): readonly (number | null)[] {
  const places = values.flatMap((p, index) => (p !== null && family[index] === true ? [index] : []));
  const adjusted = holm(places.map((index) => values[index] as number));
  const all: (number | null)[] = values.map(() => null);
  for (const [rank, index] of places.entries()) all[index] = adjusted[rank] ?? null;
  return all;
}
