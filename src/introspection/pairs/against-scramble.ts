import type { CellIndex } from '../cells.ts';
import { type CellComparison, type CompareOptions, compareCells } from '../compare-cells.ts';

/** What training on true labels adds to training on permuted labels, and what that adds to no training. */
export interface TrainingGain {
  readonly base: string;
  readonly target: string;
  /** Trained on true labels less trained on permuted labels: learning about single items. */
  readonly itemSpecific: CellComparison;
  /** Trained on permuted labels less untrained: format, base rates and habit. */
  readonly formatAndBaseRate: CellComparison;
}

/**
 * Splits the gain from training of each base on each target. Coverage is held fixed: only rows that both compared
 * predictors answered count, so a predictor that learned to answer in form gains nothing here by that alone.
 */
export function againstScramble(index: CellIndex, options: Omit<CompareOptions, 'policy'>): readonly TrainingGain[] {
  const fixed = { ...options, policy: 'parsed' as const };
  return index.models.flatMap((target) =>
    index.models.flatMap((base) => {
      const trained = index.rows({ base, target, kind: 'trained' });
      if (trained.length === 0) return [];
      const scramble = index.rows({ base, target, kind: 'scramble' });
      const untrained = index.rows({ base, target, kind: 'untrained' });
      const itemSpecific = compareCells(trained, scramble, fixed);
      return [{ base, target, itemSpecific, formatAndBaseRate: compareCells(scramble, untrained, fixed) }];
    }),
  );
}
