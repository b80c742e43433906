import { experimentRegistry } from '../../src/experiments/registry.ts';
import { estimatesTable } from '../../src/report/render/csv.ts';
import { measureColumn } from '../../src/report/tables/score-tables.ts';
import { itemCsvTable } from '../../src/view/text/item-list.ts';
import { headerWord } from './glossary-words.ts';
import { madeSections } from './made-sections.ts';

/** A column of a table or of a CSV file, and where it stands. */
interface Described {
  readonly name: string;
  readonly help: string;
  readonly place: string;
  readonly isNumber: boolean;
}

/** Returns the columns of every table that a report or a command can show, and of the CSV files, as `--explain` prints them. */
export async function describedColumns(): Promise<readonly Described[]> {
  const tables = (await madeSections()).flatMap((section) => section.tables);
  const shown = tables.flatMap(({ id, columns }) =>
    columns.map(({ name, help, align }) => ({ name, help, place: id, isNumber: align === 'right' })),
  );
  const secondary = [...experimentRegistry().values()].flatMap((experiment) =>
    (experiment.presentation?.secondaryMeasures ?? []).map(({ name, help }) => ({
      ...{ name, help, place: `beside-${experiment.name}`, isNumber: true },
    })),
  );
  // The score of categories is the mean over groups (macro), where there are several.
  const headlines = [...experimentRegistry().values()].flatMap(({ name, measures: [headline] }) =>
    (headline === undefined ? [] : [headline.name, headline.name.replace('micro', 'macro')]).map((measure) => ({
      ...measureColumn(measure),
      ...{ place: `scores-${name}`, isNumber: true },
    })),
  );
  const files = [
    ...estimatesTable.columns.map((column) => ({ ...column, place: 'estimates.csv', isNumber: false })),
    ...itemCsvTable.columns.map((column) => ({ ...column, place: 'items --csv', isNumber: false })),
  ];
  return [...shown, ...secondary, ...headlines, ...files];
}

/** Returns the words of headers that a description explains, in the spelling of tables. */
export async function describedWords(): Promise<readonly string[]> {
  const tables = (await madeSections()).flatMap((section) => section.tables);
  const pairs = tables.flatMap(({ columns }) => columns.flatMap(({ pair = [] }) => pair));
  const names = (await describedColumns()).map(({ name }) => name);
  return [...new Set([...names, ...pairs].map(headerWord).filter((word) => word !== null))];
}
