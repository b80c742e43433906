import { Link, useNavigate } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef } from 'react';
import type { Filter, ItemView } from '../../src/view/contract/contract-items.ts';
import type { ItemSearch, ItemsSearch } from '../addresses.ts';
import { isSameItem, itemSearchOf } from './item-places.ts';
import { type ColumnOf, columnsFor, type ListKind } from './items-columns.tsx';
import { useActiveRow, usePages } from './items-rows.ts';
import { useNarrow } from './narrow.ts';
import { count } from './numbers.ts';
import { withoutSharedSettings } from './short-names.ts';

interface TableProps {
  readonly run: string;
  readonly filter: Filter;
  readonly search: ItemsSearch;
  /** Every model that rows may belong to. */
  readonly models: readonly string[];
  readonly kind: ListKind;
  /** Whether every answer is indexed. */
  readonly isRead: boolean;
  /** Whether the user has stopped the search. */
  readonly isStopped: boolean;
  readonly onChange: (values: Partial<ItemsSearch>) => void;
}

/** Shows the rows of the filter. Only visible rows are rendered, and only their pages are requested. */
export function ItemsTable({ run, filter, search, models, kind, isRead, isStopped, onChange }: TableProps) {
  const names = useMemo(() => withoutSharedSettings(models), [models]);
  const first = usePages(filter, [], isStopped);
  const total = first.total ?? 0;
  const hidden = new Set((search.hide ?? '').split(' '));
  const chosen = columnsFor(kind);
  const shown = chosen.filter(({ id }) => !hidden.has(id));
  return (
    <>
      <ColumnChoice
        columns={chosen}
        hidden={hidden}
        onChange={(hide) => onChange({ hide: hide === '' ? undefined : hide })}
      />
      <Grid {...{ run, filter, search, total, names, shown, isStopped, onChange }} />
      <p className="sub" role="status">
        {first.total === null
          ? 'Loading …'
          : total === 0
            ? isRead
              ? 'No rows match.'
              : 'No rows yet: the answers are being read.'
            : `${count(total)} ${total === 1 ? 'row' : 'rows'}. Arrow keys move, Enter opens.`}
      </p>
    </>
  );
}

interface GridProps extends Omit<TableProps, 'models' | 'kind' | 'isRead'> {
  readonly total: number;
  readonly names: ReadonlyMap<string, string>;
  readonly shown: readonly ColumnOf[];
}

function Grid({ run, filter, search, total, names, shown, isStopped, onChange }: GridProps) {
  const isNarrow = useNarrow(shown.map(({ minWidth }) => minWidth));
  const body = useRef<HTMLDivElement>(null);
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
    isStopped,
  );
  useEffect(() => virtual.measure(), [isNarrow]);
  const { active, setActive, keep } = useActiveRow(JSON.stringify([run, filter]), total, (index, scrollTop) => {
    body.current?.parentElement?.focus({ preventScroll: true });
    if (scrollTop === null) virtual.scrollToIndex(index, { align: 'center' });
    else scrollTo(0, scrollTop);
  });
  const navigate = useNavigate();
  const linkOf = (row: ItemView, at: number) => ({ params: { run }, search: itemSearchOf(run, row, at, search) });
  const open = (row: ItemView | null, index: number) => {
    if (row === null) return;
    keep(index);
    void navigate({ to: '/runs/$run/item', ...linkOf(row, index) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return; // a click on a button in the header
    const step = stepOf(event.key, total, active);
    if (event.key === 'Enter') open(pages.row(active), active);
    if (step === null) return;
    event.preventDefault();
    setActive(step);
    virtual.scrollToIndex(step, { align: 'auto' });
  };
  const template = shown.map(({ minWidth, share }) => `minmax(${minWidth}rem,${share}fr)`).join(' ');
  return (
    <div
      className={`grid ${isNarrow ? 'narrow' : ''}`}
      role="grid"
      aria-rowcount={total + 1}
      aria-label="Items"
      tabIndex={0}
      aria-activedescendant={`row-${active}`}
      onKeyDown={onKeyDown}
    >
      <GridHead {...{ shown, template, search, onChange }} />
      <div ref={body} className="grid-body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {visible.map(({ index, start, size }) => {
          const row = pages.row(index);
          const before = index === 0 ? null : pages.row(index - 1);
          return (
            <Row
              key={index}
              {...{ row, names, index, shown }}
              style={{
                transform: `translateY(${start - virtual.options.scrollMargin}px)`,
                height: size,
                gridTemplateColumns: template,
              }}
              isActive={index === active}
              isSame={row !== null && before !== null && isSameItem(row, before)}
              link={row === null ? null : linkOf(row, index)}
              onFollow={() => keep(index)}
              onOpen={() => open(row, index)}
            />
          );
        })}
      </div>
    </div>
  );
}

function GridHead({
  shown,
  template,
  search,
  onChange,
}: Pick<GridProps, 'shown' | 'search' | 'onChange'> & { readonly template: string }) {
  return (
    <div className="grid-row head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
      {shown.map((column) => (
        <HeadCell key={column.id} column={column} search={search} onChange={onChange} />
      ))}
    </div>
  );
}

interface RowProps {
  readonly row: ItemView | null;
  readonly names: ReadonlyMap<string, string>;
  readonly index: number;
  readonly style: CSSProperties;
  readonly shown: readonly ColumnOf[];
  readonly isActive: boolean;
  /** Whether the row before is about the same item, model and condition. */
  readonly isSame: boolean;
  readonly link: { readonly params: { readonly run: string }; readonly search: ItemSearch } | null;
  /** Called before the link of the row is followed. */
  readonly onFollow: () => void;
  readonly onOpen: () => void;
}

function Row({ row, names, index, style, shown, isActive, isSame, link, onFollow, onOpen }: RowProps) {
  const onClick = (event: MouseEvent) => {
    const isOnLink = event.target instanceof Element && event.target.closest('a') !== null;
    const isSelecting = getSelection()?.isCollapsed === false;
    if (!isOnLink && !isSelecting && !event.ctrlKey && !event.metaKey && !event.shiftKey) onOpen();
  };
  return (
    <div
      id={`row-${index}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isActive}
      className={`grid-row ${isActive ? 'active' : ''} ${isSame ? 'same' : ''}`}
      style={style}
      onClick={onClick}
    >
      {shown.map(({ id, name, cell }) => (
        <div key={id} role="gridcell" className={`cell col-${id}`} data-name={name}>
          {row === null ? (
            <span className="waiting">…</span>
          ) : id === 'title' && link !== null ? (
            <Link to="/runs/$run/item" {...link} tabIndex={-1} onClick={onFollow}>
              {cell(row, names)}
            </Link>
          ) : (
            cell(row, names)
          )}
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
  columns,
  hidden,
  onChange,
}: {
  readonly columns: readonly ColumnOf[];
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
