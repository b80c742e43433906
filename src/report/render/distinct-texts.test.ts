import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { ReportTable } from '../../results/page.ts';
import { distinctTexts, terminalTable } from './terminal-table.ts';

describe('distinctTexts', () => {
  it.each([
    ['a middle', ['simulated/a0?self=0', 'simulated/b0?self=0']],
    [
      'a middle of several makers',
      ['together/llama-8b-instruct', 'together/llama-70b-instruct', 'togethex/llama-8b-instruct'],
    ],
    [
      'two far places',
      [
        'maker/a-very-long-name-1-and-an-end',
        'maker/a-very-long-name-2-and-an-end',
        'maker/b-very-long-name-1-and-an-end',
      ],
    ],
    ['an end that is a name', ['provider/some-long-name', 'provider/some-long-name-b-long-name']],
  ])('keeps names distinct that differ in %s', (_, names) => {
    const shorten = distinctTexts(names);
    for (const columns of [12, 13, 18]) {
      const shown = names.map((name) => shorten(name, columns));
      expect(new Set(shown).size, shown.join(' | ')).toBe(names.length);
      expect(Math.max(...shown.map((each) => stringWidth(each)))).toBeLessThanOrEqual(columns);
    }
  });

  it('shortens other names in the middle', () => {
    expect(distinctTexts(['provider/a-long-name-1', 'provider/a-long-name-2'])('provider/a-long-name-1', 12)).toBe(
      'provid…ame-1',
    );
  });
});

describe('terminalTable', () => {
  it('prints names of two columns that differ in the middle so that they differ', () => {
    const column = (name: string) => ({ name, help: '', align: 'left', rank: 0 }) as const;
    const names = ['simulated/a0?self=0', 'simulated/b0?self=0'];
    const table: ReportTable = {
      ...{ id: 'names', title: '', lead: '', columns: [column('model'), column('other')] },
      rows: [names.map((text) => ({ text, sort: text, note: null }))],
    };
    const line = terminalTable(table, 30).split('\n').at(-1) ?? '';
    const [model, other] = line.split(/ {2,}/);
    expect(model).not.toBe(other);
  });
});
