import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { reasonText } from '../../src/outcome-kinds/words.ts';
import { displayNames } from '../../src/results/display-names.ts';
import type { ItemKey, ItemPage, ItemView } from '../../src/view/contract/contract-items.ts';
import { filterOf } from '../addresses.ts';
import { isSameItem, itemSearchOf, keepPlace, placeIn } from '../parts/item-places.ts';
import { State } from '../parts/items-columns.tsx';
import { useTitle, Waiting } from '../parts/layout.tsx';
import { count, percent } from '../parts/numbers.ts';
import { OthersAlike } from '../parts/others-alike.tsx';
import { RankingTable } from '../parts/ranking-table.tsx';
import { RunName } from '../parts/run-name.tsx';
import { Scroll, TableHead } from '../parts/scroll.tsx';
import { Sessions } from '../parts/sessions.tsx';
import { ModelName, Said } from '../parts/text.tsx';
import { source } from '../source.ts';

const route = '/runs/$run/item';
const { prediction, outcome, state } = displayNames;
const unitHead = [displayNames.unit, prediction, outcome, state];

/** "What exactly happened?" Shows every session of an item next to each other. */
export function ItemScreen() {
  const { run } = useParams({ from: route });
  const search = useSearch({ from: route });
  const { experiment, model, condition, item } = search;
  const key: ItemKey = { run: search.of ?? run, experiment, model, condition, item };
  const query = useQuery({ queryKey: ['item', key], queryFn: () => source.item(key) });
  const page = query.data;
  useTitle(`${item}, ${model}`);
  return (
    <div className="item">
      <Neighbors />
      {page === undefined ? (
        <Waiting query={query} />
      ) : (
        <>
          <header>
            <h1>
              <Said text={page.title} />
            </h1>
            <p className="sub">
              {page.key.experiment} <Said text={page.key.item} />, <ModelName name={page.key.model} /> ·{' '}
              <Said text={page.key.condition} /> · run <RunName id={page.key.run} />
            </p>
          </header>
          <Outcome page={page} unit={search.unit ?? null} />
          <RankingTable ranking={page.ranking} />
          <Sessions sessions={page.sessions} />
          <Beside page={page} run={run} />
        </>
      )}
    </div>
  );
}

/** Links to the previous and next item of the list that this one was opened from; the keys j and k do the same. */
function Neighbors() {
  const { run } = useParams({ from: route });
  const search = useSearch({ from: route });
  const navigate = useNavigate();
  const { at, list = {} } = search;
  const filter = filterOf(run, list);
  const from = Math.max(0, (at ?? 0) - around);
  const query = useQuery({
    queryKey: ['neighbors', filter, from],
    queryFn: ({ signal }) => source.items({ ...filter, offset: from, limit: 2 * around + 1 }, signal),
    enabled: at !== undefined,
  });
  const { before, after } = neighborsOf(query.data?.rows ?? [], at === undefined ? -1 : at - from, from);
  useEffect(() => {
    const name = JSON.stringify([run, filter]);
    // where the list was left by a row's link, its exact position is kept
    if (at !== undefined && placeIn(name)?.index !== at) keepPlace(name, { index: at, scrollY: null });
  });
  const go = (neighbor: Neighbor | null) => {
    if (neighbor === null) return;
    void navigate({ to: route, params: { run }, search: itemSearchOf(run, neighbor.row, neighbor.at, list) });
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && /^(input|select|textarea)$/i.test(event.target.tagName);
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'j') go(after);
      if (event.key === 'k') go(before);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <nav className="neighbors" aria-label="Items">
      <Link to="/runs/$run/items" params={{ run }} search={list} resetScroll={false}>
        ← All items
      </Link>
      {at !== undefined && (
        <>
          <button type="button" disabled={before === null} onClick={() => go(before)}>
            Previous <kbd>k</kbd>
          </button>
          <button type="button" disabled={after === null} onClick={() => go(after)}>
            Next <kbd>j</kbd>
          </button>
          {query.data !== undefined && (
            <span className="sub">
              row {count(at + 1)} of {count(query.data.total)}
            </span>
          )}
        </>
      )}
      <CopyLink />
    </nav>
  );
}

/** Number of rows that are read before and after the shown one. */
const around = 25;

/** A row of the list about a different item, with its place in the list. */
interface Neighbor {
  readonly row: ItemView;
  readonly at: number;
}

/** Returns the nearest rows about different items: the option words of one item share a page. */
function neighborsOf(
  rows: readonly ItemView[],
  index: number,
  from: number,
): { readonly before: Neighbor | null; readonly after: Neighbor | null } {
  const own = rows[index];
  if (own === undefined) return { before: null, after: null };
  const isOther = (row: ItemView) => !isSameItem(row, own);
  const last = rows.slice(0, index).findLastIndex(isOther);
  const beforeRow = rows[last];
  const firstOfItem = beforeRow === undefined ? -1 : rows.findIndex((row) => isSameItem(row, beforeRow));
  const next = rows.findIndex((row, position) => position > index && isOther(row));
  const neighbor = (position: number): Neighbor | null => {
    const row = rows[position];
    return row === undefined ? null : { row, at: from + position };
  };
  return { before: neighbor(firstOfItem < 0 ? last : firstOfItem), after: neighbor(next) };
}

function CopyLink() {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(location.href);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  if (navigator.clipboard === undefined) return null;
  return (
    <button type="button" onClick={() => void copy()}>
      {copied ? 'Copied' : 'Copy link'}
    </button>
  );
}

function Outcome({ page: { rows, judgements }, unit }: { readonly page: ItemPage; readonly unit: string | null }) {
  return (
    <section aria-label="Outcome">
      <Scroll label="Outcomes">
        <table className="stacked">
          <TableHead names={[...unitHead, 'same in executions', 'same in other models']} />
          <tbody>
            {rows.map((row) => (
              <tr key={row.unit} aria-current={row.unit !== '' && row.unit === unit}>
                <th scope="row">{row.unit === '' ? 'the item' : <Said text={row.unit} />}</th>
                <td data-name={prediction}>
                  <Said text={row.prediction} />
                </td>
                <td data-name={outcome}>
                  <Said text={row.outcome} />
                </td>
                <td data-name={state}>
                  <State row={row} />
                  {row.reason !== null && <small>{reasonText(row.reason)}</small>}
                  {row.score !== null && row.executions > 1 && <small>{percent(row.score)}</small>}
                </td>
                <td data-name="same in executions">
                  {row.agree} of {row.executions}
                </td>
                <td data-name="same in other models">
                  <OthersAlike row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {rows.some(({ judgesDiffer }) => judgesDiffer) && (
        <p className="note">⚖ The judges disagree on a response. The value that counts is that of the run’s judge.</p>
      )}
      {judgements.length > 0 && (
        <dl className="judges">
          {judgements.map(({ judge, rubric, verdicts }) => (
            <div key={`${judge} ${rubric}`}>
              <dt>
                judged by <Said text={judge} /> ({rubric})
              </dt>
              <dd>{verdicts.join(', ')}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** Shows the item for other models and conditions. */
function Beside({ page: { beside, key }, run }: { readonly page: ItemPage; readonly run: string }) {
  if (beside.length === 0) return null;
  const severalRuns = beside.some((row) => row.run !== key.run);
  return (
    <section>
      <h2>The same item with other models and conditions</h2>
      <Scroll label="Other models and conditions">
        <table>
          <TableHead names={['model', ...(severalRuns ? ['run'] : []), ...unitHead]} />
          <tbody>
            {beside.map((row) => (
              <tr key={`${row.run} ${row.model} ${row.condition} ${row.unit}`}>
                <th scope="row">
                  <Link
                    to={route}
                    params={{ run: run === 'all' ? run : row.run }}
                    search={{
                      ...{ experiment: key.experiment, model: row.model, condition: row.condition, item: key.item },
                      ...(run === 'all' ? { of: row.run } : {}),
                    }}
                  >
                    <ModelName name={row.model} />
                  </Link>
                  <small>
                    <Said text={row.condition} />
                  </small>
                </th>
                {severalRuns && (
                  <td>
                    <RunName id={row.run} />
                  </td>
                )}
                <td>
                  <Said text={row.unit} />
                </td>
                <td>
                  <Said text={row.prediction} />
                </td>
                <td>
                  <Said text={row.outcome} />
                </td>
                <td>
                  <State row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}
