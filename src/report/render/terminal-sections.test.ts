import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { madeInput } from '../../../test/support/report-input.ts';
import { reportSections } from '../tables/report-sections.ts';
import { limitsList, tableNames, terminalSections } from './terminal-table.ts';

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
    expect(text).toMatch(/model +score \[95 %\] .*base rate +item rule +other models +re-execution/);
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
    expect(await shown(['one'], { explain: true })).toContain('base rate: Score of the best constant answer');
  });
});

describe('tableNames', () => {
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
