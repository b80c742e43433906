import { describe, expect, it } from 'vitest';
import { withWorth } from './page-worth.ts';

describe('withWorth', () => {
  const worth = {
    runs: ['a', 'b'],
    section: { id: 'worth', title: '', lead: null, absence: null, tables: [] },
    figure: { kind: 'absent', name: 'decision-curve', title: '', reason: '' },
  } as const;
  const page = (...runs: string[]) => ({ runs, sections: [], figures: [] });

  it('adds the section and the figure to a page about all of the runs, and to no other', () => {
    expect(withWorth(page('a', 'b', 'c'), worth)).toMatchObject({
      sections: [{ id: 'worth' }],
      figures: [{ name: 'decision-curve' }],
    });
    expect(withWorth(page('a'), worth)).toEqual(page('a'));
  });
});
