import { describe, expect, it } from 'vitest';
import { madeBeyond, madeFinding } from '../../../test/support/made-findings.ts';
import type { Finding } from '../../results/finding.ts';
import { type Fit, fitWords } from '../../results/verdict.ts';
import { screenTables, verdictTable } from './verdict-table.ts';

const notesOf = (tables: ReturnType<typeof screenTables>) => tables.flatMap(({ notes = [] }) => notes).join('; ');

/** Returns scores of more models than the list of the first screen has. */
function many(changes: (index: number) => Partial<Finding>): readonly Finding[] {
  return Array.from({ length: 18 }, (_, index) => madeFinding({ model: `m${index}`, ...changes(index) }));
}

describe('notes on the words of scores', () => {
  it('explain every word of a grid, also those without a verdict', () => {
    const fits = many((index) => ({ fit: fitWords[index % fitWords.length] as Fit }));
    const notes = notesOf(screenTables(fits));
    for (const word of fitWords) expect(notes).toContain(`${word}: `);
    expect(notes).not.toContain('+:');
  });

  it('explain the mark of beyond others in the grid alone', () => {
    const found = many((index) => ({ fit: 'useful', beyond: index === 0 ? 'yes' : 'not shown' }));
    expect(notesOf(screenTables(found))).toContain('+: adds to what other models tell');
    const listed = notesOf([verdictTable(found)]);
    expect(listed).toContain('beyond others: adds to what other models tell');
    expect(listed).not.toContain('+');
  });

  it('name beside other models only what every yes was tested against', () => {
    const found = (references: readonly string[]) =>
      madeFinding({
        beyond: 'yes',
        rungs: { ...madeFinding().rungs, beyondOthers: madeBeyond({ references: ['other models', ...references] }) },
      });
    const legend = (...findings: readonly Finding[]) =>
      notesOf([verdictTable(findings)])
        .split('; ')
        .find((note) => note.startsWith('beyond others: '));
    const [text, label] = ['text of the items', 'label'];
    expect(legend(found([text, label]))).toBe(
      'beyond others: adds to what other models, the label and the words and length of the items tell',
    );
    expect(legend(found([label]))).toBe('beyond others: adds to what other models and the label tell');
    expect(legend(found([text, label]), found([label]))).toBe(
      'beyond others: adds to what other models and the label tell',
    );
    expect(legend(found([text]), found([label]))).toBe('beyond others: adds to what other models tell');
    expect(legend(found([]), madeFinding({ beyond: 'not shown' }))).toBe(
      'beyond others: adds to what other models tell',
    );
  });

  it('say that a score without a sign can be high', () => {
    expect(notesOf(screenTables([madeFinding({ fit: 'no sign' })]))).toContain(', however high the score is');
  });

  it('say what many models stated as a range, and as one number where all print the same', () => {
    const stated = (index: number) => ({ said: 0.55 + index / 1e4, happened: 0.4 + index / 100, verb: 'was right on' });
    expect(notesOf([verdictTable(many((index) => ({ stated: stated(index) })))])).toContain(
      'each model said 55 % on average, was right on 40 to 57 %',
    );
  });
});
