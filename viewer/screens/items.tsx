import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Counts } from '../../src/view/contract/contract-items.ts';
import { searchProblem } from '../../src/view/search/search-pattern.ts';
import { maxSearchMs } from '../../src/view/search/searched-text.ts';
import { filterOf, type ItemsSearch } from '../addresses.ts';
import { Filters } from '../parts/filters.tsx';
import { ItemsTable } from '../parts/items-table.tsx';
import { useOverview, useTitle, Waiting } from '../parts/layout.tsx';
import { count, percent } from '../parts/numbers.ts';
import { RunProgress } from '../parts/run-progress.tsx';
import { useSource } from '../source/source.ts';

const searching = 'Searching titles and answers …';

/** "On which items was it wrong?" Filter, order and hidden columns are in the URL. */
export function ItemsScreen() {
  const { run } = useParams({ from: '/runs/$run/items' });
  const search = useSearch({ from: '/runs/$run/items' });
  const navigate = useNavigate({ from: '/runs/$run/items' });
  const source = useSource();
  const { data: overview } = useOverview();
  const problem = searchProblem(search.search ?? '');
  const filter = filterOf(run, problem === null ? search : { ...search, search: undefined });
  const query = useQuery({
    queryKey: ['counts', filter],
    queryFn: ({ signal }) => source.counts(filter, signal),
    placeholderData: keepPreviousData,
  });
  useTitle(`Items of ${run === 'all' ? 'the report' : `run ${run}`}`);
  const isSearching = search.search !== undefined && query.isPlaceholderData;
  const summary = overview?.runs.find(({ id }) => id === run);
  const change = (values: Partial<ItemsSearch>) => {
    void navigate({ search: (old) => withoutEmpty({ ...old, ...values }), replace: true });
  };
  return (
    <div className="wide">
      <h1>On which items {search.state === 'right' ? 'were they right' : 'were they wrong'}?</h1>
      {summary !== undefined && (summary.live || summary.index.kind !== 'ready') && <RunProgress run={summary} />}
      {query.data === undefined ? (
        <Waiting query={query}>{search.search === undefined ? 'Loading …' : searching}</Waiting>
      ) : (
        <>
          <Filters
            {...{ search, problem, counts: query.data, findsAnswers: overview?.texts === 'all' }}
            onChange={change}
          />
          {problem === null && (
            <>
              <p className="downloads">
                <button type="button" onClick={() => void source.download(filter, 'csv')}>
                  CSV
                </button>
                <button type="button" onClick={() => void source.download(filter, 'jsonl')}>
                  JSON lines
                </button>
                <span className="sub" role="status">
                  {isSearching ? searching : `of the rows below: ${count(totalOf(query.data, search))}`}
                </span>
              </p>
              {query.data.searched < 1 && !isSearching && <Unfinished searched={query.data.searched} />}
              <ItemsTable {...{ run, filter, search }} models={query.data.models} onChange={change} />
            </>
          )}
        </>
      )}
    </div>
  );
}

/** Shows how far a search that took too long has come. */
function Unfinished({ searched }: { readonly searched: number }) {
  return (
    <p className="note" role="note">
      The search stopped after {maxSearchMs / 1000} seconds, having covered the first {percent(searched)} of the items.
      Text of at least three characters is faster to find than shorter text or a pattern.
    </p>
  );
}

/**
 * Returns the number of rows that the filter leaves, from counts that are shown anyway, and that include divergent rows
 * and judges.
 */
function totalOf({ states, reasons }: Counts, { state, reason }: ItemsSearch): number {
  if (reason !== undefined) return reasons[reason] ?? 0;
  if (state !== undefined) return states[state] ?? 0;
  return Object.values(states).reduce((sum, each) => sum + each, 0);
}

function withoutEmpty(search: ItemsSearch): ItemsSearch {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries);
}
