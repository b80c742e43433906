import type { Command } from 'commander';
import { runsToRead } from '../../pipeline/choose-runs.ts';
import { csvCell } from '../../report/render/csv.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { indexLocation } from '../../server/index-location.ts';
import { openIndex, refreshIndex } from '../../server/open-index.ts';
import { defaultStoreLocation } from '../../store/location.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { AppError } from '../../util/app-error.ts';
import { print, tell } from '../../util/terminal.ts';
import { oneLine } from '../../util/text.ts';
import { type Filter, filterSchema, type ItemView } from '../../view/contract/contract-items.ts';
import { ItemRows } from '../../view/index/item-rows.ts';
import { experimentsOf, isSet, textOption } from '../command-options.ts';

const pageSize = 1_000;
const defaultShown = 50;

/** Lists the outcome units of a run: predicted, done, right or wrong. */
export async function items(id: string, command: Command): Promise<void> {
  await withRows(id, command, (rows, run) => {
    const filter = filterOf(run, command);
    if (isSet(command, 'csv')) return printCsv(rows, filter);
    if (isSet(command, 'json')) return printJson(rows, filter);
    const limit = isSet(command, 'all') ? Number.MAX_SAFE_INTEGER : defaultShown;
    return printList(rows, filter, limit);
  });
}

/** Opens the index of a run, up to date, with progress on stderr. */
export async function withRows<T>(
  id: string,
  command: Command,
  use: (rows: ItemRows, run: string) => T | Promise<T>,
): Promise<T> {
  const location = textOption(command, 'store') ?? defaultStoreLocation();
  return withExistingStore(location, async (store) => {
    const experiments = await experimentsOf(command);
    const [run] = await runsToRead(store, [id], experiments);
    if (run === undefined) throw new AppError('unknown-run', `the store has no run ${id}`);
    const database = openIndex(indexLocation(location));
    try {
      let shown = performance.now();
      const onProgress = (_: unknown, share: number) => {
        if (performance.now() - shown < 1_000) return;
        shown = performance.now();
        tell(`reading the run: ${Math.round(share * 100)} %\n`);
      };
      await refreshIndex({ store, runs: [run], experiments, database, onProgress });
      return await use(new ItemRows(database), run.id);
    } finally {
      database.close();
    }
  });
}

/** The filter that the command's flags ask for. AppError where two of them exclude each other. */
export function filterOf(run: string, command: Command): Filter {
  const states = (['right', 'wrong', 'mixed', 'missing'] as const).filter((state) => isSet(command, state));
  if (states.length > 1) {
    throw new AppError('bad-filter', `a row is not both ${states.join(' and ')}`, {
      hint: `give one of ${states.map((state) => `--${state}`).join(', ')}`,
    });
  }
  return filterSchema.parse({
    run,
    experiment: textOption(command, 'experiment'),
    model: textOption(command, 'model'),
    condition: textOption(command, 'condition'),
    search: textOption(command, 'search'),
    reason: textOption(command, 'reason'),
    state: states[0],
    divergent: isSet(command, 'divergent'),
  });
}

function* allRows(rows: ItemRows, filter: Filter): Generator<ItemView> {
  for (let offset = 0; ; offset += pageSize) {
    const page = rows.page({ ...filter, offset, limit: pageSize });
    yield* page.rows;
    if (page.rows.length < pageSize) return;
  }
}

const csvColumns = [
  ...['run', 'experiment', 'model', 'condition', 'item', 'unit', 'title', 'prediction', 'outcome', 'state', 'reason'],
  ...['score', 'agree', 'executions', 'same', 'others', 'judgesDiffer'],
] as const satisfies readonly (keyof ItemView)[];

function printCsv(rows: ItemRows, filter: Filter): void {
  print(`${csvColumns.join(',')}\r`); // RFC 4180 ends every line alike
  for (const row of allRows(rows, filter)) {
    const cells: Readonly<Record<string, string | number | boolean | null>> = row;
    const line = csvColumns.map((name) => {
      const value = cells[name] ?? null;
      return csvCell(typeof value === 'boolean' ? String(value) : value);
    });
    print(`${line.join(',')}\r`);
  }
}

function printJson(rows: ItemRows, filter: Filter): void {
  for (const row of allRows(rows, filter)) print(safeJson(row));
}

function printList(rows: ItemRows, filter: Filter, limit: number): void {
  const { total } = rows.page({ ...filter, offset: 0, limit: 1 });
  if (total === 0) print('no items match');
  if (total === 0) return;
  let shown = 0;
  let heading = '';
  for (const row of allRows(rows, { ...filter, sort: 'model' })) {
    if (shown === limit) break;
    const about = `${row.experiment} · ${row.model} · ${row.condition}`;
    if (about !== heading) print(`${shown === 0 ? '' : '\n'}${oneLine(about, 80)}`);
    heading = about;
    for (const line of linesOf(row)) print(line);
    shown += 1;
  }
  const more = total > shown ? `${total - shown} more (--all, --csv or --json shows them); ` : '';
  print(`\n${total} ${total === 1 ? 'row' : 'rows'}; ${more}open one with: seb show ${filter.run ?? 'RUN'} ITEM`);
}

const marks: Readonly<Record<ItemView['state'], string>> = {
  right: 'right',
  wrong: 'WRONG',
  mixed: 'mixed',
  missing: 'missing',
};

/** Two lines of at most 80 columns. */
function linesOf(row: ItemView): readonly string[] {
  const unit = row.unit === '' ? '' : `${row.unit}: `;
  const predicted = row.prediction === '' ? 'no prediction' : `predicted ${row.prediction}`;
  const did = row.outcome === '' ? 'no outcome' : `did ${row.outcome} (${row.agree} of ${row.executions})`;
  const facts = row.state === 'missing' ? `missing: ${row.reason ?? 'no outcome'}` : `${predicted}; ${did}`;
  const others = row.others === null || row.others === 0 ? '' : `; ${row.same} of ${row.others} others alike`;
  return [
    `${marks[row.state].padEnd(7)}  ${oneLine(row.item, 30)}  ${oneLine(row.title, 39)}`,
    `         ${oneLine(`${unit}${facts}${others}`, 71)}`,
  ];
}
