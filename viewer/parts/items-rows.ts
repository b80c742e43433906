import { useQueries } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Filter, ItemsPage, ItemView } from '../../src/view/contract/contract-items.ts';
import { source } from '../source.ts';
import { keepPlace, placeIn } from './item-places.ts';

const pageSize = 100;

/** Time after which the server answers a search with the rows that it has found, in milliseconds. */
export const searchSliceMs = 400;
const nextSliceMs = 100;

/** Returns after how many milliseconds a search is continued; false where it has ended or was stopped. */
export function nextSlice(data: { readonly isSearching: boolean } | undefined, isStopped: boolean): number | false {
  return data?.isSearching === true && !isStopped ? nextSliceMs : false;
}

/** Returns the pages that contain these rows; while a search goes on, those of the rows found so far. */
export function usePages(filter: Filter, indexes: readonly number[], isStopped: boolean) {
  const numbers = [...new Set([0, ...indexes.map((index) => Math.floor(index / pageSize))])];
  const results = useQueries({
    queries: numbers.map((number) => ({
      queryKey: ['items', filter, number],
      queryFn: ({ signal }) =>
        source.items({ ...filter, offset: number * pageSize, limit: pageSize, within: searchSliceMs }, signal),
      refetchInterval: (query: { readonly state: { readonly data: ItemsPage | undefined } }) =>
        nextSlice(query.state.data, isStopped),
      gcTime: number === 0 ? 600_000 : 60_000, // the first page has the total, which the way back needs
    })),
  });
  const known = new Map<number, ItemsPage>();
  for (const [position, { data }] of results.entries()) if (data !== undefined) known.set(numbers[position] ?? 0, data);
  const first = known.get(0);
  return {
    total: first?.total ?? null,
    row: (index: number): ItemView | null => known.get(Math.floor(index / pageSize))?.rows[index % pageSize] ?? null,
  };
}

/** The active row of a list. At the start, it is the row that was opened last, which is shown where it was. */
export function useActiveRow(listName: string, total: number, show: (index: number, scrollTop: number | null) => void) {
  const [active, setActive] = useState(() => placeIn(listName)?.index ?? 0);
  const shownList = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (total === 0 || shownList.current === listName) return;
    const isStart = shownList.current === null;
    shownList.current = listName;
    const place = isStart ? placeIn(listName) : null; // a changed filter starts at the top
    if (!isStart) setActive(0);
    if (place === null) return;
    const index = Math.min(place.index, total - 1);
    setActive(index);
    requestAnimationFrame(() => show(index, place.scrollY));
  }, [listName, total, show]);
  const keep = (index: number) => {
    setActive(index);
    keepPlace(listName, { index, scrollY });
  };
  return { active, setActive, keep };
}
