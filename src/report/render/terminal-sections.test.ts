import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { madeFinding } from '../../../test/support/made-findings.ts';
import { madeInput } from '../../../test/support/report-input.ts';
import { reportSections } from '../tables/report-sections.ts';
import { verdictTable } from '../tables/verdict-table.ts';
import { limitsList, tableNames, terminalSections, terminalTable } from './terminal-table.ts';

const made = { items: 20, seed: 1, losses: 0.1, probabilities: false };

const inputs = new Map<string, ReturnType<typeof madeInput>>();

/** Returns the report input of these models, which is computed once. */
function inputOf(models: readonly string[]): ReturnType<typeof madeInput> {
  const key = JSON.stringify(models);
  const input = inputs.get(key) ?? madeInput({ ...made, models, samples: 2 });
  inputs.set(key, input);
  return input;
}

async function shown(models: readonly string[], options: { width?: number; wide?: boolean; explain?: boolean } = {}) {
  const sections = reportSections(await inputOf(models));
  return terminalSections(sections, { width: 80, wide: false, explain: false, ...options });
}

describe('terminalSections', () => {
  it('puts the references beside each score', async () => {
    const text = await shown(['one', 'other'], { width: 140 });
    expect(text).toMatch(/model +accuracy \[95 %\] .*best constant +data label +other models +re-execution/);
  });

  it.each([60, 80, 120])('prints no line wider than %i columns', async (width) => {
    const long = Array.from({ length: 15 }, (_, index) => `some-provider/a-model-with-a-long-name-${index}`);
    const lines = (await shown(long, { width })).split('\n');
    expect(lines.length).toBeGreaterThan(30);
    expect(lines.filter((line) => stringWidth(line) > width)).toEqual([]);
  });

  it('keeps names distinguishable when it shortens them', async () => {
    const long = Array.from({ length: 3 }, (_, index) => `some-provider/a-model-with-a-very-long-name-indeed-${index}`);
    const text = await shown(long, { width: 60 });
    for (const end of ['-0 ', '-1 ', '-2 ']) expect(text).toContain(end);
  });

  it('explains columns with explain', async () => {
    expect(await shown(['one'], { explain: true })).toContain('best constant: Score of the best constant answer');
  });
});

describe('terminalTable', () => {
  it('shortens names before it leaves out a column of the first screen', () => {
    const name = (side: string) => `maker-${side}/a-model-with-a-long-name-${side}`;
    const column = (header: string, rank = 0) => ({ name: header, align: 'left', help: '', rank }) as const;
    const text = (value: string) => ({ text: value, sort: value, note: null });
    const [names, words] = [
      ['first', 'second'],
      ['difference', 'verdict', 'p'],
    ];
    const table = {
      ...{ id: 'x', title: '', lead: '' },
      columns: [...names.map((each) => column(each)), column(words[0] ?? ''), column('verdict'), column('p', 1)],
      rows: [
        ['a', 'b'],
        ['a', 'c'],
      ].map(([a = '', b = '']) =>
        [name(a), name(b), '+8.3 points [−1.0, 17.6]', 'no difference found', '0.5'].map(text),
      ),
    };
    const lines = terminalTable(table, 80).split('\n');
    expect(lines[0]).toMatch(/difference +verdict +p$/);
    expect(lines.every((line) => line.length <= 80)).toBe(true);
    expect(new Set(lines.slice(2, 4)).size).toBe(2);
  });

  const tasks = ['requests it refuses', 'words it lists'];
  const table = verdictTable(tasks.map((task) => madeFinding({ task, model: 'bundled/ada+property' })));

  it('keeps the columns of the first screen at 80 columns, with tasks as headings', () => {
    const lines = terminalTable(table, 80).split('\n');
    const head = lines.find((line) => line.startsWith('model')) ?? '';
    for (const name of ['score', 'by chance', 'best constant', 'data label', 'fit']) expect(head).toContain(name);
    expect(lines).toEqual(expect.arrayContaining(tasks));
    expect(lines.filter((line) => stringWidth(line) > 80)).toEqual([]);
    expect(lines.at(-1)).toMatch(/^not shown at this width: |p beyond others$/);
  });

  it('has tasks in a column where there is room, and explains no column that it omits', () => {
    expect(terminalTable(table, 200)).toMatch(/^task +model +score/m);
    const narrow = terminalTable(table, 40);
    expect(narrow.includes('data label: ')).toBe(/^model.*data label/m.test(narrow));
    expect(narrow.includes('by chance: ')).toBe(/^model.*by chance/m.test(narrow));
  });
});

describe('tableNames', () => {
  it('says what each table shows where its title does not', () => {
    const text = tableNames({ tables: [verdictTable([madeFinding()])], lists: [], width: 80 }, 'seb report');
    expect(text).toContain('verdicts  scores with their verdicts, by model and task');
  });

  it('has a header, aligned titles and the command that shows one, in the width of the terminal', () => {
    const tables = [
      { id: 'verdicts', title: `Verdicts of ${'many '.repeat(20)}models`, lead: '', columns: [], rows: [] },
    ];
    const text = tableNames({ tables, lists: [limitsList([])], width: 60 }, 'seb report');
    const [header, , first, second] = text.split('\n');
    expect(header).toBe('name      what it shows');
    expect(first).toMatch(/^verdicts {2}Verdicts of many .*…$/);
    expect(second).toBe('limits    What limits the findings');
    expect(text).toContain('\nseb report --table NAME');
    expect(text.split('\n').filter((line) => stringWidth(line) > 60)).toEqual([]);
  });
});
