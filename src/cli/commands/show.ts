import type { Command } from 'commander';
import { runsToRead } from '../../pipeline/choose-runs.ts';
import { storedWorks } from '../../pipeline/execute-run.ts';
import { conditionName, type ItemTask } from '../../plan/item-task.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { indexLocation } from '../../server/index-location.ts';
import { openIndex } from '../../server/open-index.ts';
import { defaultStoreLocation } from '../../store/location.ts';
import type { RunRecord } from '../../store/store.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { AppError } from '../../util/app-error.ts';
import { print } from '../../util/terminal.ts';
import type { Filter, ItemKey } from '../../view/contract/contract-items.ts';
import type { ItemRows } from '../../view/index/item-rows.ts';
import { readItem } from '../../view/item-sessions.ts';
import { experimentsOf, isSet, textOption } from '../command-options.ts';
import { invocation } from '../invocation.ts';
import { filterOf, withRows } from './items.ts';
import { itemText } from './show-text.ts';

/** Prints one item with everything that was asked and answered about it, each session apart. */
export async function show(id: string, item: string | null, command: Command): Promise<void> {
  const chosen = isFiltered(command) ? await nextKey(id, item, command) : null;
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const experiments = await experimentsOf(command);
    const [run] = await runsToRead(store, [id], experiments);
    if (run === undefined) return;
    const all = [...(await storedWorks(store, run, experiments))];
    const works = chosen === null ? chosenWorks(all, item, command) : all.filter((work) => isOf(work, chosen.key));
    const read = [];
    for (const work of works) read.push(await readItem(store, work));
    if (isSet(command, 'json'))
      return print(safeJson(read.map(({ work, ...rest }) => ({ ...namesOfWork(work), ...rest }))));
    print(read.map((each) => itemText(each, isSet(command, 'full'))).join('\n\n'));
    if (chosen !== null) print(`\n${chosen.place}; the next one: ${nextCommand(run, command)}`);
  });
}

function isFiltered(command: Command): boolean {
  return ['wrong', 'mixed', 'missing', 'divergent', 'next'].some((name) => isSet(command, name));
}

/** Repeats the flags of the command, so that it goes on. */
function nextCommand(run: RunRecord, command: Command): string {
  const flags = ['wrong', 'mixed', 'missing', 'divergent'].filter((name) => isSet(command, name));
  const named = ['experiment', 'model', 'condition'].flatMap((name) => {
    const value = textOption(command, name);
    return value === undefined ? [] : [`--${name} '${value}'`];
  });
  return [invocation(), 'show', run.id, ...flags.map((flag) => `--${flag}`), ...named, '--next'].join(' ');
}

interface Chosen {
  readonly key: ItemKey;
  /** As "3 of 17 rows". */
  readonly place: string;
}

/** The row after the item, after the last one that was shown with `--next`, or the first. */
async function nextKey(id: string, item: string | null, command: Command): Promise<Chosen> {
  return withRows(id, command, (rows, run) => {
    const filter = filterOf(run, command);
    const cursors = openIndex(indexLocation(textOption(command, 'store') ?? defaultStoreLocation()));
    try {
      const name = `cursor ${JSON.stringify(filter)}`;
      const last = cursors.prepare('select value from meta where name = ?').get(name)?.value;
      const at =
        item === null
          ? isSet(command, 'next') && last !== undefined
            ? Number(last) + 1
            : 0
          : placeAfter(rows, filter, item);
      const page = rows.page({ ...filter, offset: at, limit: 1 });
      const [row] = page.rows;
      if (row === undefined) {
        cursors.prepare('delete from meta where name = ?').run(name);
        throw new AppError(
          'no-more-items',
          page.total === 0 ? 'no items match' : `that was the last of ${page.total} rows`,
          {
            hint: 'without --next the list begins anew',
          },
        );
      }
      cursors.prepare('insert or replace into meta values (?, ?)').run(name, String(at));
      return { key: row, place: `row ${at + 1} of ${page.total}` };
    } finally {
      cursors.close();
    }
  });
}

/** Place of the first row after the last one of an item. */
function placeAfter(rows: ItemRows, filter: Filter, item: string): number {
  const pageSize = 1_000;
  let after = 0;
  for (let offset = 0; ; offset += pageSize) {
    const page = rows.page({ ...filter, offset, limit: pageSize });
    for (const [index, row] of page.rows.entries()) if (row.item === item) after = offset + index + 1;
    if (page.rows.length < pageSize) return after;
  }
}

function isOf({ experiment, subject, context }: ItemTask, key: ItemKey): boolean {
  return (
    experiment.name === key.experiment &&
    subject.name === key.model &&
    context.item.id === key.item &&
    conditionName(context.condition) === key.condition
  );
}

function namesOfWork({ experiment, subject, context }: ItemTask) {
  return {
    experiment: experiment.name,
    model: subject.name,
    condition: conditionName(context.condition),
    item: context.item,
  };
}

function chosenWorks(works: readonly ItemTask[], item: string | null, command: Command): readonly ItemTask[] {
  const experiment = textOption(command, 'experiment');
  const model = textOption(command, 'model');
  const fitting = works.filter(
    (work) =>
      (experiment === undefined || work.experiment.name === experiment) &&
      (model === undefined || work.subject.name === model),
  );
  const wanted = item ?? fitting[0]?.context.item.id;
  const chosen = fitting.filter(({ context }) => context.item.id === wanted);
  if (chosen.length > 0) return chosen;
  if (fitting.length === 0) {
    throw new AppError('unknown-item', 'the run has no such experiment or model', {
      hint: `it has ${namesOf(works, ({ experiment }) => experiment.name)} and ${namesOf(works, ({ subject }) => subject.name)}`,
    });
  }
  throw new AppError('unknown-item', `the run has no item ${wanted}`, {
    hint: `items are named like ${namesOf(fitting.slice(0, 3), ({ context }) => context.item.id)}; \`seb items RUN\` lists them`,
  });
}

function namesOf(works: readonly ItemTask[], name: (work: ItemTask) => string): string {
  return [...new Set(works.map(name))].join(', ');
}
