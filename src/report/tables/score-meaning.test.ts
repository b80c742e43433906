import { describe, expect, it } from 'vitest';
import { madeFinding, madeQuantity } from '../../../test/support/made-findings.ts';
import { madeComparison } from '../../../test/support/report-input.ts';
import type { Comparison, Difference } from '../../results/comparison.ts';
import type { Finding } from '../../results/finding.ts';
import { comparisonFigure } from '../figures/comparison-figure.ts';
import { findingsFigure } from '../figures/findings-figure.ts';
import { compareScreen } from '../render/compare-screen.ts';
import { comparisonAnswer } from './comparison-answer.ts';
import { comparisonTables } from './comparison-tables.ts';
import { flatTable } from './report-table.ts';
import { scoreMeaning } from './score-meaning.ts';
import { screenTables, verdictTable } from './verdict-table.ts';

const error = { measure: 'log2_error', unit: 'doublings', better: 'lower' } as const;
const meaning = '(score: error in doublings, lower is better)';

const errorFinding: Finding = madeFinding({
  ...{ ...error, task: 'tokens', score: madeQuantity(0.24), chance: 1.2, constant: 0.86 },
  aboveConstant: madeQuantity(0.62, [0.5, 0.74]),
});

const made = madeComparison(['a', 'b'], 40);
const [difference] = made.differences as [Difference];
const found: Difference = {
  ...{ ...difference, ...error, experiment: 'tokens', word: 'lower', means: { a: 0.24, b: 0.85 } },
  quantity: { ...difference.quantity, value: -0.61, interval: [-0.77, -0.45] },
};
const comparison: Comparison = { ...made, tasks: [], differences: [found] };
const answer = comparisonAnswer(comparison, { kind: 'run', next: [] });
const screen = compareScreen(comparison, { answer, about: [], width: 120, findings: [] });
const figure = JSON.stringify(findingsFigure([errorFinding]));

/** Returns a text in one line. */
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('scoreMeaning', () => {
  it.each([
    ['share of right predictions', { measure: 'accuracy', unit: 'share', better: 'higher' }, ''],
    ['probabilities', { measure: 'probability_score', unit: 'share', better: 'higher' }, ' (score: one minus Brier)'],
    ['error', error, ` ${meaning}`],
  ] as const)('says what a score is, and which way is better: %s', (_name, score, text) => {
    expect(scoreMeaning([score, score])).toBe(text);
  });

  it.each([
    [
      'groups of the verdict table',
      () =>
        verdictTable([errorFinding])
          .groups?.map(({ title }) => title)
          .join(),
    ],
    ['verdict table in CSV and papers', () => flatTable(verdictTable([errorFinding])).rows[0]?.[0]?.text],
    [
      'table of models and tasks',
      () => {
        const many = Array.from({ length: 12 }, (_, index) => ({ ...errorFinding, model: `m${index}` }));
        return screenTables(many)
          .flatMap(({ notes = [] }) => notes)
          .join('\n');
      },
    ],
    [
      'groups of the table of differences',
      () =>
        comparisonTables(comparison)
          .flatMap(({ groups = [] }) => groups.map(({ title }) => title))
          .join(),
    ],
    ['screen of a comparison', () => screen],
  ])('stands with an error in the %s', (_name, text) => {
    expect(text()).toContain(`tokens ${meaning}`);
  });

  it('says in the sentence and the figure of a comparison that a lower error is better', () => {
    expect(answer.answer).toContain('is lower (better) than');
    expect(answer.answer).toContain('by 0.61 doublings (0.240 / 0.850)');
    const swapped = comparisonAnswer(
      { ...comparison, differences: [{ ...found, word: 'higher' }] },
      { kind: 'run', next: [] },
    );
    expect(swapped.answer).toContain('is higher (worse) than');
    expect(comparisonFigure([{ ...found, unit: 'share' }], (name) => name).title).toContain('is lower (better) than');
    const right = comparisonAnswer(
      { ...comparison, differences: [{ ...found, better: 'higher' }] },
      { kind: 'run', next: [] },
    );
    expect(right.answer).toContain('is lower than');
  });

  it('says in the figure of scores what is right of the line, in the unit of the score', () => {
    expect(flat(figure)).toContain('doublings better than best constant');
    expect(flat(figure)).toContain('+0.62 doublings better than the best constant answer');
    expect(flat(figure)).toContain('a mark right of the line is a lower score');
    expect(figure).not.toContain('points above');
  });
});
