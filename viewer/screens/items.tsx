import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { RunSummary } from '../../src/view/contract/contract.ts';
import type { Counts } from '../../src/view/contract/contract-items.ts';
import { searchProblem } from '../../src/view/search/search-pattern.ts';
import { maxSearchMs } from '../../src/view/search/searched-text.ts';
import { filterOf, type ItemsSearch } from '../addresses.ts';
import { Filters } from '../parts/filters.tsx';
import type { ListKind } from '../parts/items-columns.tsx';
import { ItemsMatrix } from '../parts/items-matrix.tsx';
import { nextSlice, searchSliceMs } from '../parts/items-rows.ts';
import { ItemsTable } from '../parts/items-table.tsx';
import { useOverview, useTitle, Waiting } from '../parts/layout.tsx';
import { count, percent } from '../parts/numbers.ts';
import { runChoice } from '../parts/run-name.tsx';
import { RunProgress } from '../parts/run-progress.tsx';
import { source } from '../source.ts';

const searching = 'Searching titles and answers …';

/** Returns what the list answers: of all items first, what was predicted and done. */
function questionOf(state: ItemsSearch['state']): string {
  switch (state) {
    case 'right':
      return 'On which items were they right?';
    case 'wrong':
      return 'On which items were they wrong?';
    case 'mixed':
      return 'On which items do executions differ?';
    case 'missing':
      return 'Which items are missing?';
    case 'graded':
      return 'Which grades did the answers get?';
    case undefined:
      return 'What was predicted, and what was done?';
  }
}

/** "On which items was it wrong?" Filter, order and hidden columns are in the URL. */
export function ItemsScreen() {
  const { run } = useParams({ from: '/runs/$run/items' });
  const search = useSearch({ from: '/runs/$run/items' });
  const navigate = useNavigate({ from: '/runs/$run/items' });
  const { data: overview } = useOverview();
  const problem = searchProblem(search.search ?? '');
  const filter = filterOf(run, problem === null ? search : { ...search, search: undefined });
  const [stopped, setStopped] = useState<string | null>(null);
  const isStopped = stopped !== null && stopped === (search.search ?? '');
  const query = useQuery({
    queryKey: ['counts', filter],
    queryFn: ({ signal }) => source.counts({ ...filter, within: searchSliceMs }, signal),
    refetchInterval: ({ state: { data } }) => nextSlice(data, isStopped),
    placeholderData: keepPreviousData,
  });
  const titled = overview?.runs.find(({ id }) => id === run);
  useTitle(`Items of ${run === 'all' ? 'all runs' : `run ${titled?.name ?? run}`}`);
  const isSearching = search.search !== undefined && query.isPlaceholderData;
  const summary = overview?.runs.find(({ id }) => id === run);
  const change = (values: Partial<ItemsSearch>) => {
    void navigate({ search: (old) => withoutEmpty({ ...old, ...values }), replace: true });
  };
  return (
    <div>
      <h1>{questionOf(search.state)}</h1>
      {overview !== undefined && overview.runs.length > 1 && <RunPicker runs={overview.runs} run={run} />}
      {overview !== undefined && run !== 'all' && summary === undefined && (
        <p role="alert">
          The store has no run <code>{run}</code>. <Link to="/">Go to the overview</Link>
        </p>
      )}
      {summary !== undefined && (summary.live || summary.index.kind !== 'ready') && <RunProgress run={summary} />}
      {query.data === undefined ? (
        <Waiting query={query}>{search.search === undefined ? 'Loading …' : searching}</Waiting>
      ) : (
        <>
          <Filters {...{ search, problem, counts: query.data }} onChange={change} />
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
              {query.data.isSearching && !isSearching && (
                <SearchProgress
                  searched={query.data.searched}
                  isStopped={isStopped}
                  onStop={(stop) => setStopped(stop ? (search.search ?? '') : null)}
                />
              )}
              {query.data.searched < 1 && !query.data.isSearching && !isSearching && (
                <Unfinished searched={query.data.searched} />
              )}
              {query.data.models.length > 1 && <ByModels isOn={search.by === 'models'} onChange={change} />}
              {search.by === 'models' ? (
                <ItemsMatrix {...{ run, filter, search }} models={query.data.models} />
              ) : (
                <ItemsTable
                  {...{ run, filter, search, isStopped }}
                  models={query.data.models}
                  kind={kindOf(run, search, query.data, overview?.runs ?? [])}
                  isRead={summary?.index.kind !== 'building'}
                  onChange={change}
                />
              )}
            </>
          )}
        </>
      )}
    </div>
  );
}

/** Switches between a row for each prediction and a table of items by models. */
function ByModels({
  isOn,
  onChange,
}: {
  readonly isOn: boolean;
  readonly onChange: (values: Partial<ItemsSearch>) => void;
}) {
  return (
    <p>
      <label>
        <input type="checkbox" checked={isOn} onChange={() => onChange({ by: isOn ? undefined : 'models' })} /> a column
        for each model
      </label>
    </p>
  );
}

/** Chooses the run whose items are shown, or all runs; the filter stays. */
function RunPicker({ runs, run }: { readonly runs: readonly RunSummary[]; readonly run: string }) {
  const navigate = useNavigate({ from: '/runs/$run/items' });
  return (
    <p>
      <label>
        Items of{' '}
        <select
          value={run}
          onChange={({ target }) => void navigate({ params: { run: target.value }, search: (old) => old })}
        >
          <option value="all">all {runs.length} runs</option>
          {runs.map((each) => (
            <option key={each.id} value={each.id}>
              {runChoice(each)}
            </option>
          ))}
        </select>
      </label>
    </p>
  );
}

/** Shows how far a search has come, and stops or continues it. */
function SearchProgress({
  searched,
  isStopped,
  onStop,
}: {
  readonly searched: number;
  readonly isStopped: boolean;
  readonly onStop: (stop: boolean) => void;
}) {
  return (
    <p className="note" role="status">
      {isStopped ? 'Search stopped' : 'Searching'}: {percent(searched)} of the items covered; the rows below are those
      found so far.{' '}
      <button type="button" onClick={() => onStop(!isStopped)}>
        {isStopped ? 'Continue' : 'Stop'}
      </button>
    </p>
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

function kindOf(run: string, { experiment }: ItemsSearch, counts: Counts, runs: readonly RunSummary[]): ListKind {
  return {
    severalRuns: run === 'all' && runs.length > 1,
    severalExperiments: experiment === undefined && counts.experiments.length > 1,
    severalModels: counts.models.length > 1,
    severalExecutions: runs.some(({ id, samples }) => (run === 'all' || id === run) && samples > 1),
  };
}

function withoutEmpty(search: ItemsSearch): ItemsSearch {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries);
}
