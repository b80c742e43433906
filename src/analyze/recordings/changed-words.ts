import type { ComparedLogs } from './compare-recordings.ts';
import type { RefusedLogs } from './refusals.ts';

/**
 * Returns a sentence for each pair whose word is another one without the checks of rows, and for each pair that there is only without
 * them. `unchecked`: the same comparison with all rows as they were read.
 */
export function changedWords(comparison: ComparedLogs, unchecked: ComparedLogs | RefusedLogs): readonly string[] {
  if (unchecked.kind === 'refused') return [`without the checks of rows there is no comparison: ${unchecked.reason}`];
  return unchecked.differences.flatMap(({ set, a, b, word }) => {
    const own = comparison.differences.find((pair) => pair.set === set && pair.a === a && pair.b === b);
    if (own?.word === word) return [];
    const now = own === undefined ? 'left out' : `"${own.word}"`;
    return [
      `the checks of rows changed a word: ${a} and ${b}${set === undefined ? '' : ` on ${set}`} are ${now} in place of "${word}"`,
    ];
  });
}
