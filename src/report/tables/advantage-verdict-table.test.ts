import { expect, it } from 'vitest';
import type { ComparisonVerdict } from '../../analyze/compare/comparison-types.ts';
import { advantageVerdictTable } from './advantage-verdict-table.ts';

/** Returns the notes below one primary verdict. */
function notesOn(verdict: 'advantage' | 'none'): string {
  const about = { experiment: 'restriction', condition: '', measure: 'mcc', form: 'reuse', model: null, primary: true };
  // no other field is read
  const found = { ...about, verdict, p: 0.01, detectable: 0.1, reasons: [] } as unknown as ComparisonVerdict;
  return (
    advantageVerdictTable({ matrices: [], selfAdvantage: [], differences: [], verdicts: [found] }).notes ?? []
  ).join('\n');
}

it('says below an advantage that own rules about public features are not excluded', () => {
  expect(notesOn('advantage')).toContain('does not exclude a model’s own rule on what all can see');
  expect(notesOn('none')).not.toContain('own rule');
});
