import { describe, expect, it } from 'vitest';
import { renderSvg } from '../../src/report/figures/render/render-svg.ts';
import { csvReport } from '../../src/report/render/csv.ts';
import { studyFigures } from '../../src/study/report/study-figures.ts';
import { itemCsvHeader } from '../../src/view/text/item-list.ts';
import { describedColumns, describedWords } from '../support/described-columns.ts';
import { glossaryWords, legendTexts } from '../support/glossary-words.ts';
import { madeStudyResult } from '../support/study/made-result.ts';

/** What a description of numbers names: a unit, or what is a share by the rule that `--explain` prints. */
const unit =
  /\b(shares?|scores?|accuracy|number of|points|correlation|p|bits|doublings|US dollars|log odds|tokens|kappa|tracking|frequency|is as expected|is full agreement|unit of the measure)\b/i;

describe('descriptions of columns', () => {
  it('are a sentence for every column of every table and CSV file', async () => {
    const columns = await describedColumns();
    expect(new Set(columns.map(({ name }) => name)).size).toBeGreaterThan(120);
    const faulty = columns.filter(({ help }) => !/^\S.{8,}\.$/s.test(help) || /see docs/i.test(help));
    expect(faulty.map(({ place, name, help }) => `${place}, ${name}: ${help}`)).toEqual([]);
  });

  it('name the unit of numbers', async () => {
    const faulty = (await describedColumns()).filter(({ help, isNumber }) => isNumber && !unit.test(help));
    expect(faulty.map(({ place, name, help }) => `${place}, ${name}: ${help}`)).toEqual([]);
  });

  it('are there for every header of the CSV files', async () => {
    const words = await describedWords();
    const headers = [...csvReport([], []).split(','), ...itemCsvHeader.split(',')];
    expect(headers.length).toBeGreaterThan(40);
    expect(headers.filter((word) => !words.includes(word))).toEqual([]);
  });
});

describe('docs/glossary.md', () => {
  const words = glossaryWords();

  it('or a column defines every word in the legends of a study, but for names of models and their training', async () => {
    const drawn = studyFigures('s', madeStudyResult).flatMap(({ figure }) =>
      figure.kind === 'drawn' ? figure.spec : [],
    );
    const legends = await Promise.all(drawn.map(async (spec) => legendTexts(await renderSvg(spec))));
    const shown = new Set(legends.flat());
    const known = new Set([...words, ...(await describedWords())]);
    expect(shown.size).toBeGreaterThan(3);
    expect([...shown].filter((word) => !known.has(word) && !/^\S+, trained on /.test(word))).toEqual([]);
  });

  it('defines no word twice', () => {
    const twice = [...Map.groupBy(words, (word) => word)].filter(([, all]) => all.length > 1).map(([word]) => word);
    expect(twice).toEqual([]);
  });
});
