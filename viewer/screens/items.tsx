import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type Counts, type Filter, filterSchema } from '../../src/view/contract/contract-items.ts';
import type { ItemsSearch } from '../app.tsx';
import { Filters } from '../parts/filters.tsx';
import { ItemsTable } from '../parts/items-table.tsx';
import { useOverview, useTitle, Waiting } from '../parts/layout.tsx';
import { count } from '../parts/numbers.ts';
import { useSource } from '../source/source.ts';
import { RunProgress } from './overview.tsx';

/** On which items was it wrong? Filter, order and hidden columns are in the address. */
export function ItemsScreen() {
  const { run } = useParams({ from: '/runs/$run/items' });
  const search = useSearch({ from: '/runs/$run/items' });
  const navigate = useNavigate({ from: '/runs/$run/items' });
  const source = useSource();
  const { data: overview } = useOverview();
  const filter = filterOf(run, search);
  const query = useQuery({
    queryKey: ['counts', filter],
    queryFn: () => source.counts(filter),
    placeholderData: (previous: Counts | undefined) => previous,
  });
  useTitle(`Items of ${run === 'all' ? 'the report' : `run ${run}`}`);
  const summary = overview?.runs.find(({ id }) => id === run);
  const change = (values: Partial<ItemsSearch>) => {
    void navigate({ search: (old) => withoutEmpty({ ...old, ...values }), replace: true });
  };
  return (
    <div className="wide">
      <h1>On which items {search.state === 'right' ? 'were they right' : 'were they wrong'}?</h1>
      {summary !== undefined && (summary.live || summary.index.kind !== 'ready') && <RunProgress run={summary} />}
      {query.data === undefined ? (
        <Waiting query={query} />
      ) : (
        <>
          <Filters search={search} counts={query.data} onChange={change} />
          <p className="downloads">
            <button type="button" onClick={() => void source.download(filter, 'csv')}>
              CSV
            </button>
            <button type="button" onClick={() => void source.download(filter, 'jsonl')}>
              JSON lines
            </button>
            <span className="sub"> of the rows below: {count(totalOf(query.data, search))}</span>
          </p>
          <ItemsTable {...{ run, filter, search }} models={query.data.models} onChange={change} />
        </>
      )}
    </div>
  );
}

/** The filter of an address: a report's page about all runs has no run in it. */
export function filterOf(run: string, { hide: _hide, ...search }: ItemsSearch): Filter {
  return filterSchema.parse({ ...search, run: run === 'all' ? undefined : run });
}

/** Rows that the filter leaves, from the counts that are shown anyway; divergent rows and judges are counted in them. */
function totalOf({ states, reasons }: Counts, { state, reason }: ItemsSearch): number {
  if (reason !== undefined) return reasons[reason] ?? 0;
  if (state !== undefined) return states[state] ?? 0;
  return Object.values(states).reduce((sum, each) => sum + each, 0);
}

function withoutEmpty(search: ItemsSearch): ItemsSearch {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries);
}
