import { describe, expect, it } from 'vitest';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { renderSvg } from '../../src/report/figures/render/render-svg.ts';
import { csvReport } from '../../src/report/render/csv.ts';
import { studyFigures } from '../../src/study/report/study-figures.ts';
import { glossaryWords, headerWord, legendTexts } from '../support/glossary-words.ts';
import { madeSections } from '../support/made-sections.ts';
import { madeStudyResult } from '../support/study/made-result.ts';

/** Returns the headers of every table that a report or a command can show, and of its CSV file. */
async function tableHeaders(): Promise<readonly string[]> {
  const sections = await madeSections();
  const secondary = [...experimentRegistry().values()].flatMap(({ presentation }) =>
    (presentation?.secondaryMeasures ?? []).map(({ name }) => name),
  );
  const similarity = ['prediction [95 %]', 'different prompts'];
  const columns = sections.flatMap(({ tables }) =>
    tables.flatMap((table) => table.columns.flatMap(({ name, pair = [] }) => [name, ...pair])),
  );
  return [...columns, ...secondary, ...similarity];
}

describe('docs/glossary.md', () => {
  const words = glossaryWords();

  it('defines every column header of the report tables', async () => {
    const headers = new Set((await tableHeaders()).map(headerWord).filter((word) => word !== null));
    expect(headers.size).toBeGreaterThan(60);
    expect([...headers].filter((word) => !words.includes(word))).toEqual([]);
  });

  it('defines every header of estimates.csv', () => {
    const headers = new Set(csvReport([], []).split(','));
    expect(headers.size).toBeGreaterThan(20);
    const known = new Set([...words, ...words.map((word) => word.replaceAll(' ', '_'))]);
    expect([...headers].filter((word) => !known.has(word))).toEqual([]);
  });

  it('defines every word in the legends of a study, but for names of models and their training', async () => {
    const drawn = studyFigures('s', madeStudyResult).flatMap(({ figure }) =>
      figure.kind === 'drawn' ? figure.spec : [],
    );
    const legends = await Promise.all(drawn.map(async (spec) => legendTexts(await renderSvg(spec))));
    const shown = new Set(legends.flat());
    expect(shown.size).toBeGreaterThan(3);
    expect([...shown].filter((word) => !words.includes(word) && !/^\S+, trained on /.test(word))).toEqual([]);
  });

  it('defines no word twice', () => {
    const twice = [...Map.groupBy(words, (word) => word)].filter(([, all]) => all.length > 1).map(([word]) => word);
    expect(twice).toEqual([]);
  });
});
