import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Filter, ItemsPage, ItemView } from '../../src/view/contract/contract-items.ts';
import type { ItemsSearch } from '../addresses.ts';
import { useSource } from '../source/source.ts';
import { type ColumnOf, columns } from './items-columns.tsx';
import { count } from './numbers.ts';
import { distinctNames } from './short-names.ts';

const pageSize = 100;

interface TableProps {
  readonly run: string;
  readonly filter: Filter;
  readonly search: ItemsSearch;
  /** Every model that rows may belong to. */
  readonly models: readonly string[];
  readonly onChange: (values: Partial<ItemsSearch>) => void;
}

/** Shows the rows of the filter. Only visible rows are rendered, and only their pages are requested. */
export function ItemsTable({ run, filter, search, models, onChange }: TableProps) {
  const names = useMemo(() => distinctNames(models), [models]);
  const hidden = new Set((search.hide ?? '').split(' '));
  const shown = columns.filter(({ id }) => !hidden.has(id));
  const isNarrow = useNarrow();
  const body = useRef<HTMLDivElement>(null);
  const [total, setTotal] = useState(0);
  const [active, setActive] = useState(0);
  const virtual = useWindowVirtualizer({
    count: total,
    estimateSize: () => (isNarrow ? 128 : 44),
    overscan: 12,
    scrollMargin: body.current?.offsetTop ?? 0,
  });
  const visible = virtual.getVirtualItems();
  const pages = usePages(
    filter,
    visible.map(({ index }) => index),
  );
  const found = pages.total;
  useEffect(() => {
    if (found !== null) setTotal(found);
  }, [found]);
  useEffect(() => virtual.measure(), [isNarrow]);
  const open = useOpenRow(run, search);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return; // a click on a button in the header
    const step = stepOf(event.key, total, active);
    const row = pages.row(active);
    if (event.key === 'Enter' && row !== null) open(row, active);
    if (step === null) return;
    event.preventDefault();
    setActive(step);
    virtual.scrollToIndex(step, { align: 'auto' });
  };
  const template = shown.map(({ width }) => width).join(' ');
  return (
    <>
      <ColumnChoice hidden={hidden} onChange={(hide) => onChange({ hide: hide === '' ? undefined : hide })} />
      <div
        className={`grid ${isNarrow ? 'narrow' : ''}`}
        role="grid"
        aria-rowcount={total + 1}
        aria-label="Items"
        tabIndex={0}
        aria-activedescendant={`row-${active}`}
        onKeyDown={onKeyDown}
      >
        <div className="grid-row head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {shown.map((column) => (
            <HeadCell key={column.id} column={column} search={search} onChange={onChange} />
          ))}
        </div>
        <div ref={body} className="grid-body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {visible.map(({ index, start, size }) => {
            const row = pages.row(index);
            const onOpen = () => {
              setActive(index);
              if (row !== null) open(row, index);
            };
            const style = {
              transform: `translateY(${start - virtual.options.scrollMargin}px)`,
              height: size,
              gridTemplateColumns: template,
            };
            return <Row key={index} {...{ row, names, index, style, shown, onOpen }} isActive={index === active} />;
          })}
        </div>
      </div>
      <p className="sub" role="status">
        {found === null
          ? 'Loading …'
          : found === 0
            ? 'No rows match.'
            : `${count(found)} ${found === 1 ? 'row' : 'rows'}. Arrow keys move, Enter opens.`}
      </p>
    </>
  );
}

interface RowProps {
  readonly row: ItemView | null;
  readonly names: ReadonlyMap<string, string>;
  readonly index: number;
  readonly style: CSSProperties;
  readonly shown: readonly ColumnOf[];
  readonly isActive: boolean;
  readonly onOpen: () => void;
}

function Row({ row, names, index, style, shown, isActive, onOpen }: RowProps) {
  return (
    <div
      id={`row-${index}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isActive}
      className={`grid-row ${isActive ? 'active' : ''}`}
      style={style}
      onClick={onOpen}
    >
      {shown.map(({ id, name, cell }) => (
        <div key={id} role="gridcell" className={`cell col-${id}`} data-name={name}>
          {row === null ? <span className="waiting">…</span> : cell(row, names)}
        </div>
      ))}
    </div>
  );
}

function stepOf(key: string, total: number, active: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    j: active + 1,
    ArrowUp: active - 1,
    k: active - 1,
    PageDown: active + 15,
    PageUp: active - 15,
    Home: 0,
    End: total - 1,
  };
  const step = steps[key];
  return step === undefined ? null : Math.max(0, Math.min(total - 1, step));
}

function HeadCell({
  column,
  search,
  onChange,
}: {
  readonly column: ColumnOf;
  readonly search: ItemsSearch;
  readonly onChange: TableProps['onChange'];
}) {
  const { sort, name, id } = column;
  const isSorted = sort !== undefined && search.sort === sort;
  const direction = !isSorted ? 'none' : search.descending === true ? 'descending' : 'ascending';
  const next = () => {
    if (!isSorted) onChange({ sort, descending: undefined });
    else if (search.descending !== true) onChange({ descending: true });
    else onChange({ sort: undefined, descending: undefined });
  };
  return (
    <div role="columnheader" className={`cell col-${id}`} aria-sort={direction}>
      {sort === undefined ? (
        name
      ) : (
        <button type="button" onClick={next}>
          {name}
        </button>
      )}
    </div>
  );
}

function ColumnChoice({
  hidden,
  onChange,
}: {
  readonly hidden: ReadonlySet<string>;
  readonly onChange: (hide: string) => void;
}) {
  const toggle = (id: string) => {
    const next = columns.filter((column) => (column.id === id) !== hidden.has(column.id)).map((column) => column.id);
    onChange(next.join(' '));
  };
  return (
    <details className="columns">
      <summary>Columns</summary>
      {columns.map(({ id, name }) => (
        <label key={id}>
          <input type="checkbox" checked={!hidden.has(id)} onChange={() => toggle(id)} /> {name}
        </label>
      ))}
    </details>
  );
}

/** Returns the pages that contain these rows. */
function usePages(filter: Filter, indexes: readonly number[]) {
  const source = useSource();
  const numbers = [...new Set([0, ...indexes.map((index) => Math.floor(index / pageSize))])];
  const results = useQueries({
    queries: numbers.map((number) => ({
      queryKey: ['items', filter, number],
      queryFn: ({ signal }) => source.items({ ...filter, offset: number * pageSize, limit: pageSize }, signal),
      gcTime: 60_000,
    })),
  });
  const known = new Map<number, ItemsPage>();
  for (const [place, { data }] of results.entries()) if (data !== undefined) known.set(numbers[place] ?? 0, data);
  const [first] = known.values();
  return {
    total: first?.total ?? null,
    row: (index: number): ItemView | null => known.get(Math.floor(index / pageSize))?.rows[index % pageSize] ?? null,
  };
}

function useOpenRow(run: string, list: ItemsSearch) {
  const navigate = useNavigate();
  return (row: ItemView, at: number) => {
    const { experiment, model, condition, item } = row;
    const search = { experiment, model, condition, item, at, list, ...(run === 'all' ? { of: row.run } : {}) };
    void navigate({ to: '/runs/$run/item', params: { run }, search });
  };
}

const query = '(max-width: 860px)';

function subscribe(listener: () => void): () => void {
  const narrow = matchMedia(query);
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** Returns whether rows are shown as cards, as on a phone. */
function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
