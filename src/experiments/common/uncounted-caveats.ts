import type { Estimate } from '../../results/estimate.ts';

/** Returns a caveat for models whose server counted no tokens, or gave counts that the texts contradict. */
export function uncountedCaveats(estimates: readonly Estimate[]): readonly string[] {
  const found = estimates.filter(({ coverage }) =>
    Object.entries(coverage.lost).some(
      ([reason, count]) => /: (uncounted|tokens not counted)$/.test(reason) && count > 0,
    ),
  );
  const models = [...new Set(found.map(({ model }) => model))];
  if (models.length === 0) return [];
  return [
    `No token counts: the server of ${models.join(', ')} did not count the tokens of some answers, or its counts contradict the texts; these answers are missing.`,
  ];
}
