import type { Command } from 'commander';
import { nextSteps } from '../../analyze/next-steps/next-steps.ts';
import { ruleJudge } from '../../domain/judging.ts';
import { isRecorded } from '../../domain/recorded.ts';
import { csvOfTable } from '../../report/render/csv.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { nextLines } from '../../report/render/screen.ts';
import { explainedTables, terminalTable } from '../../report/render/terminal-table.ts';
import { print, printScreen, typedCommand } from '../../util/terminal.ts';
import { oneLine, wrapText } from '../../util/text.ts';
import type { Filter, ItemView } from '../../view/contract/contract-items.ts';
import { readItem, WorkFinder } from '../../view/page/item-sessions.ts';
import { ItemRows } from '../../view/search-index/item-rows.ts';
import { allRows } from '../../view/search-index/next-row.ts';
import { groupHeading, itemCsvHeader, itemCsvLine, itemCsvTable, itemRowLines } from '../../view/text/item-list.ts';
import { itemMatrix } from '../../view/text/item-matrix.ts';
import { pagerOf, printPaged } from '../execution/page-lines.ts';
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
    if (isSet(command, 'matrix')) return printMatrix(rows, filter, command);
    if (isSet(command, 'explain'))
      return printPaged(explainedTables([itemCsvTable], terminalWidth()), pagerOf(command));
    if (isSet(command, 'csv')) return printCsv(rows, filter);
    if (isSet(command, 'json')) {
      const why = whyMissing(opened);
      for (const row of allRows(rows, filter)) print(safeJson({ ...row, why: await why(row) }));
      return;
    }
    const limit = isSet(command, 'all') ? Number.MAX_SAFE_INTEGER : defaultShown;
    const { lines, first } = await listLines(rows, {
      filter,
      limit,
      whyOf: whyMissing(opened),
      basis: basisOf(opened, filter),
    });
    const next = nextSteps({ kind: 'items', run: run.id, item: first, onward: null });
    const look = { width: terminalWidth(), command: typedCommand };
    printPaged([...lines, ...(first === null ? [] : ['', ...nextLines(next, look)])], pagerOf(command));
  });
}

/** Prints items by models: as CSV, or as tables through the pager. */
function printMatrix(rows: ItemRows, filter: Filter, command: Command): void {
  const isCsv = isSet(command, 'csv');
  const limit = isCsv || isSet(command, 'all') ? Number.MAX_SAFE_INTEGER : defaultShown;
  const tables = itemMatrix(allRows(rows, filter), limit);
  const text = tables.map((table) => terminalTable(table, terminalWidth())).join('\n\n');
  if (tables.length === 0) printScreen('no items match');
  else if (isCsv) for (const table of tables) print(`${csvOfTable(table)}\r`);
  else printPaged(text.split('\n'), pagerOf(command));
}

function printCsv(rows: ItemRows, filter: Filter): void {
  print(`${itemCsvHeader}\r`); // RFC 4180: every line ends with CR LF
  for (const row of allRows(rows, filter)) print(`${itemCsvLine(row)}\r`);
}

const maxSaid = 60;

/** Returns a function that returns why a row is missing: why its call failed, or what the model said; null where neither is known. */
function whyMissing({ store, run, experiments }: OpenRun): (row: ItemView) => Promise<string | null> {
  const finder = new WorkFinder(store, experiments);
  return async (row) => {
    if (row.state !== 'missing' || row.reason === null) return null;
    const work = await finder.find(run, row);
    if (work === null) return null;
    const { sessions } = await readItem(store, work);
    const slot = row.reason.slice(0, row.reason.lastIndexOf(': '));
    const failed = sessions.filter(({ failure }) => failure !== null);
    const failure = (failed.find((each) => each.slot === slot) ?? failed[0])?.failure ?? null;
    if (row.reason.endsWith(': failed')) return failure;
    const said = sessions.find((each) => each.slot === slot && each.answer !== null && each.reading?.kind !== 'parsed');
    if (said?.answer == null) return null;
    return said.answer.text.trim() === '' ? 'said nothing' : `said: ${oneLine(said.answer.text.trim(), maxSaid)}`;
  };
}

/** Returns how often items were executed and who judged the responses. */
function basisOf({ run: { config }, experiments }: OpenRun, { experiment }: Filter): string {
  if (config.models.every(isRecorded)) return '';
  const own = config.experiments.filter(({ name }) => experiment === undefined || name === experiment);
  const isJudged = own.some(({ name }) =>
    Object.values(experiments.get(name)?.slots ?? {}).some(({ kind }) => kind === 'judge'),
  );
  const { judge } = config;
  const who = judge === null ? 'the model itself' : judge.name === ruleJudge ? 'a rule' : oneLine(judge.name, 40);
  return `each item was executed ${config.samples === 1 ? 'once' : `${config.samples} times`}${isJudged ? `; responses were judged by ${who}` : ''}`;
}

/** What the rows of a state are, after `11 of 40`. */
const stateTexts: Readonly<Record<ItemView['state'], string>> = {
  right: 'rows were predicted rightly',
  wrong: 'rows were predicted wrongly',
  mixed: 'rows were predicted rightly in some executions',
  graded: 'rows have a graded score',
  missing: 'rows have no prediction or no outcome that could be read',
};

interface Listed {
  readonly filter: Filter;
  /** Maximum number of rows. */
  readonly limit: number;
  readonly whyOf: (row: ItemView) => Promise<string | null>;
  /** What outcomes stand on, as a line; '' where the run does not say. */
  readonly basis: string;
}

/** Returns rows under headings, then how many match, and the first item; one line and null where none does. */
async function listLines(
  rows: ItemRows,
  { filter, limit, whyOf, basis }: Listed,
): Promise<{ readonly lines: readonly string[]; readonly first: string | null }> {
  const lines: string[] = [];
  let first: string | null = null;
  const columns = terminalWidth();
  const { total } = rows.page({ ...filter, offset: 0, limit: 1 });
  let shown = 0;
  let heading = '';
  for (const row of allRows(rows, { ...filter, sort: 'model' })) {
    if (shown === limit) break;
    first ??= row.item;
    const own = groupHeading(row, columns);
    if (own !== heading) lines.push(...(shown === 0 ? [] : ['']), own);
    heading = own;
    lines.push(...itemRowLines(row, { columns, failure: await whyOf(row) }));
    shown += 1;
  }
  const more = total > shown ? `; ${total - shown} more with --all, --csv or --json` : '';
  const { state, ...others } = filter;
  const all = state === undefined ? total : rows.page({ ...others, offset: 0, limit: 1 }).total;
  const about = state === undefined ? '' : ` of ${all} ${stateTexts[state]}`;
  const count = `${total}${state === undefined ? (total === 1 ? ' row' : ' rows') : about}${more}`;
  const footer = total === 0 ? ['no items match'] : [count, ...(basis === '' ? [] : [basis])];
  return { lines: [...lines, ...footer.flatMap((line) => wrapText(line, columns))], first };
}
