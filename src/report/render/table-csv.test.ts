import { describe, expect, it } from 'vitest';
import { madeFinding } from '../../../test/support/made-findings.ts';
import { madeSections, madeWorth } from '../../../test/support/made-sections.ts';
import { parseCsv } from '../../data/files/csv.ts';
import type { ReportTable } from '../../results/page.ts';
import { flatTable } from '../tables/report-table.ts';
import { pageTables } from '../tables/verdict-table.ts';
import { worthTable } from '../tables/worth-tables.ts';
import { csvOfTable } from './csv.ts';

function csvRecords(table: ReportTable): readonly (readonly string[])[] {
  return parseCsv(csvOfTable(table), `${table.id}.csv`).map(({ value }) => value);
}

/** A number that the screen prints, and half a unit of its last decimal. */
interface Printed {
  readonly value: number;
  readonly tolerance: number;
}

function printedIn(text: string): readonly Printed[] {
  const plain = text
    .replace(/ · .*/, '')
    .replaceAll('−', '-')
    .replace(/(\d),(?=\d{3})/g, '$1');
  return [...plain.matchAll(/-?(?:\d+(?:\.\d+)?|\.\d+)/g)].map(([found]) => ({
    value: Number(found),
    tolerance: 0.5000001 * 10 ** -(found.split('.')[1]?.length ?? 0),
  }));
}

/** Headers that name the unit of their numbers, in which the file then has them; shares are in [0, 1] under all others. */
const namesUnit = /points|\$/;

/** Returns what is wrong with the CSV file of a table: a number of the screen that it lacks, or has in another unit. */
function faultsOf(table: ReportTable): readonly string[] {
  const { columns, rows } = flatTable(table);
  const [header = [], ...lines] = csvRecords(table);
  return rows.flatMap((row, index) => {
    let at = 0;
    return row.flatMap(({ text, sort }, column) => {
      const name = columns[column]?.name ?? '';
      const next = columns
        .slice(column + 1)
        .reduce((sum, each, k) => sum + widthOf(table, column + 1 + k, each.pair), 0);
      const width = header.length - 1 - next - at;
      const cells = (lines[index] ?? []).slice(at, at + width);
      at += width;
      if (typeof sort !== 'number' || text.includes('<')) return [];
      const numbers = cells.filter((cell) => cell !== '' && Number.isFinite(Number(cell))).map(Number);
      return printedIn(text).flatMap(({ value, tolerance }, k) => {
        const own = numbers[k];
        const scales = namesUnit.test(name) ? [1] : [1, 100];
        const isThere = own !== undefined && scales.some((scale) => Math.abs(scale * own - value) <= tolerance);
        return isThere ? [] : [`${table.id}, ${name}: ${text} on the screen, ${cells.join(' and ')} in the file`];
      });
    });
  });
}

/** Returns the number of columns that the file has for a column of a table. */
function widthOf(table: ReportTable, column: number, pair: readonly string[] | undefined): number {
  if (pair !== undefined) return 2;
  return flatTable(table).rows.some((row) => row[column]?.interval !== undefined) ? 3 : 1;
}

describe('csvOfTable', () => {
  it('has every number that a table of the report shows, in the unit that its header names', async () => {
    const tables = (await madeSections()).flatMap((section) => section.tables);
    const many = Array.from({ length: 10 }, (_, index) =>
      madeFinding({ model: `m${index}`, constant: 0.2 + index / 100 }),
    );
    const all = [...tables, ...pageTables(many), worthTable(madeWorth('dollars per 1,000 requests'))];
    expect(all.length).toBeGreaterThan(20);
    expect(all.flatMap(faultsOf)).toEqual([]);
  });

  it('gives both ends of a range, and both numbers of a pair, a column each', async () => {
    const tables = (await madeSections()).flatMap((section) => section.tables);
    const headersOf = (id: RegExp) =>
      tables.filter((table) => id.test(table.id)).map((table) => csvRecords(table)[0] ?? []);
    const pairs = [
      [/^right-answers$/, 'right low', 'right high'],
      [/^wrong-keys$/, 'agree', 'models'],
      [/^verdicts$/, 'score low', 'score high'],
      [/^verdicts$/, 'usable', 'units'],
      [/^scores-restriction$/, 'worst', 'best'],
      [/^scores-restriction$/, 'usable', 'units'],
      [/^differences$/, 'only first right', 'only second right'],
      [/^conditions-restriction$/, 'lowest', 'lowest condition'],
      [/^control-answer-shown$/, 'answer shown low', 'answer shown high'],
      [/^control-answer-shown$/, 'usable', 'units'],
      [/^worth$/, 'gain, points low', 'gain, points high'],
    ] as const;
    for (const [id, ...names] of pairs) {
      const headers = headersOf(id);
      expect(headers.length, String(id)).toBeGreaterThan(0);
      for (const header of headers) expect(header, String(id)).toEqual(expect.arrayContaining([...names]));
    }
    expect(
      tables.flatMap(({ id, columns }) =>
        columns.filter(({ name }) => /^\d+ %$|…/.test(name)).map(({ pair }) => [id, pair?.length]),
      ),
    ).toEqual(
      expect.arrayContaining([
        ['right-answers', 2],
        ['verdicts', 2],
      ]),
    );
  });
});
