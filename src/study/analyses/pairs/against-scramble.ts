import type { CellIndex } from '../cells.ts';
import { type CellComparison, type CompareOptions, compareCells } from '../compare-cells.ts';

/** Gain of training on true labels over training on permuted labels, and of the latter over no training. */
interface TrainingGain {
  readonly base: string;
  readonly target: string;
  /** Trained on true labels minus trained on permuted labels: learning about individual items. */
  readonly itemSpecific: CellComparison;
  /** Trained on permuted labels minus untrained: format, base rates and habit. */
  readonly formatAndBaseRate: CellComparison;
}

/**
 * Splits the gain from training of each base on each target. Coverage is held fixed: only rows that both compared
 * predictors answered count, so that learning the answer form alone is not a gain.
 */
export function againstScramble(index: CellIndex): readonly TrainingGain[] {
  const fixed: CompareOptions = { policy: 'parsed' };
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
