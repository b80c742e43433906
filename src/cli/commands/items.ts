import type { Command } from 'commander';
import { safeJson } from '../../report/render/safe-json.ts';
import { shellWord } from '../../util/shell-word.ts';
import { print, printScreen, typedCommand } from '../../util/terminal.ts';
import { wrapCommand, wrapText } from '../../util/text.ts';
import type { Filter, ItemView } from '../../view/contract/contract-items.ts';
import { readItem, WorkFinder } from '../../view/page/item-sessions.ts';
import { ItemRows } from '../../view/search-index/item-rows.ts';
import { allRows } from '../../view/search-index/next-row.ts';
import { groupHeading, itemCsvHeader, itemCsvLine, itemRowLines } from '../../view/text/item-list.ts';
import { isSet } from '../flags/command-options.ts';
import { type OpenRun, rowFilter, withRowIndex } from '../flags/row-filter.ts';
import { terminalWidth } from '../flags/terminal-options.ts';

const defaultShown = 50;

/** Lists the outcome units of a run: predicted value, executed value, right or wrong. */
export async function items(id: string, command: Command): Promise<void> {
  await withRowIndex(id, command, async (database, opened) => {
    const { run } = opened;
    const rows = new ItemRows(database);
    const filter = rowFilter(run.id, command);
    if (isSet(command, 'csv')) return printCsv(rows, filter);
    if (isSet(command, 'json')) {
      for (const row of allRows(rows, filter)) print(safeJson(row));
      return;
    }
    const limit = isSet(command, 'all') ? Number.MAX_SAFE_INTEGER : defaultShown;
    const total = await printList(rows, { filter, limit, failureOf: failures(opened) });
    if (total === 0) return;
    const open = typedCommand(`seb show ${shellWord(run.id)} ITEM`);
    for (const line of ['open one:', ...wrapCommand(open, terminalWidth())]) printScreen(line);
  });
}

function printCsv(rows: ItemRows, filter: Filter): void {
  print(`${itemCsvHeader}\r`); // RFC 4180: every line ends with CR LF
  for (const row of allRows(rows, filter)) print(`${itemCsvLine(row)}\r`);
}

/** Returns a function that returns why the calls of a row failed; null for a row that has another reason. */
function failures({ store, run, experiments }: OpenRun): (row: ItemView) => Promise<string | null> {
  const finder = new WorkFinder(store, experiments);
  return async (row) => {
    if (row.state !== 'missing' || row.reason?.endsWith(': failed') !== true) return null;
    const work = await finder.find(run, row);
    if (work === null) return null;
    const { sessions } = await readItem(store, work);
    const slot = row.reason.slice(0, -': failed'.length);
    const failed = sessions.filter(({ failure }) => failure !== null);
    return (failed.find((each) => each.slot === slot) ?? failed[0])?.failure ?? null;
  };
}

interface Listed {
  readonly filter: Filter;
  /** Maximum number of rows. */
  readonly limit: number;
  readonly failureOf: (row: ItemView) => Promise<string | null>;
}

/** Prints rows under headings; returns how many rows match. */
async function printList(rows: ItemRows, { filter, limit, failureOf }: Listed): Promise<number> {
  const columns = terminalWidth();
  const { total } = rows.page({ ...filter, offset: 0, limit: 1 });
  let shown = 0;
  let heading = '';
  for (const row of allRows(rows, { ...filter, sort: 'model' })) {
    if (shown === limit) break;
    const own = groupHeading(row, columns);
    if (own !== heading) printScreen(`${shown === 0 ? '' : '\n'}${own}`);
    heading = own;
    for (const line of itemRowLines(row, { columns, failure: await failureOf(row) })) printScreen(line);
    shown += 1;
  }
  const more = total > shown ? `; ${total - shown} more with --all, --csv or --json` : '';
  const counted = `${total} ${total === 1 ? 'row' : 'rows'}${more}`;
  for (const line of wrapText(total === 0 ? 'no items match' : counted, columns)) printScreen(line);
  return total;
}
