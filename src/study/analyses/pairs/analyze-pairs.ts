import { holm } from '../../../stats/holm.ts';
import type { CellIndex } from '../cells.ts';
import { analyzePair, type PairAnalysis, type PairAnalysisOptions } from './analyze-pair.ts';
import { directionWord, type JudgedDirection, type PairVerdict, verdictOf } from './verdict.ts';

/** Two models of one family: a model and its sibling checkpoint, other seed or quantization. */
export interface NearCopy {
  readonly of: string;
  readonly copy: string;
}

/** A pair with its verdict and its p values. */
export interface JudgedPair extends PairAnalysis {
  readonly verdict: PairVerdict;
  readonly isNearCopy: boolean;
  /** Both directions with their words; p is Holm-adjusted over both directions of all pairs. */
  readonly plain: readonly JudgedDirection[];
}

/** Analyzes every pair of models and judges each. */
export function analyzePairs(
  index: CellIndex,
  nearCopies: readonly NearCopy[],
  options: PairAnalysisOptions,
): readonly JudgedPair[] {
  const analyses = pairsOf(options.kind === 'untrained' ? index.untrained : index.models).map((pair) =>
    analyzePair(index, pair, options),
  );
  const copies = analyses.map((pair) => nearCopies.some((each) => isPair(pair, each)));
  const adjusted = adjust(analyses.flatMap(({ plain }) => plain.map(({ p }) => p)));
  return analyses.map((pair, position) => {
    const isNearCopy = copies[position] as boolean;
    const beside = isNearCopy ? [] : analyses.filter((each, other) => copies[other] === true && shareModel(each, pair));
    const directions = pair.plain.map((each, direction) => {
      const holm = adjusted[2 * position + direction] ?? null;
      return { ...each, holm, word: directionWord({ value: each.value, holm }) };
    });
    return { ...pair, isNearCopy, plain: directions, verdict: verdictOf(pair, { directions, nearCopies: beside }) };
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

/** Adjusts the p values that exist (Holm); the others stay null. */
function adjust(values: readonly (number | null)[]): readonly (number | null)[] {
  const places = values.flatMap((p, index) => (p === null ? [] : [index]));
  const adjusted = holm(places.map((index) => values[index] as number));
  const all: (number | null)[] = values.map(() => null);
  for (const [rank, index] of places.entries()) all[index] = adjusted[rank] ?? null;
  return all;
}
