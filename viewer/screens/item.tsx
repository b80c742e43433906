import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { reasonText } from '../../src/measures/reason-text.ts';
import type { ItemKey, ItemPage, ItemView } from '../../src/view/contract/contract-items.ts';
import { filterOf } from '../addresses.ts';
import { State } from '../parts/items-columns.tsx';
import { useTitle, Waiting } from '../parts/layout.tsx';
import { count, percent } from '../parts/numbers.ts';
import { OthersAlike } from '../parts/others-alike.tsx';
import { Scroll, TableHead } from '../parts/scroll.tsx';
import { Sessions } from '../parts/sessions.tsx';
import { ModelName, Said } from '../parts/text.tsx';
import { useSource } from '../source/source.ts';

const route = '/runs/$run/item';

/** "What exactly happened?" Shows every session of an item next to each other. */
export function ItemScreen() {
  const { run } = useParams({ from: route });
  const search = useSearch({ from: route });
  const source = useSource();
  const { experiment, model, condition, item } = search;
  const key: ItemKey = { run: search.of ?? run, experiment, model, condition, item };
  const query = useQuery({ queryKey: ['item', key], queryFn: () => source.item(key) });
  const page = query.data;
  useTitle(`${item}, ${model}`);
  return (
    <div className="wide item">
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
              <Said text={page.key.condition} /> · run <code>{page.key.run}</code>
            </p>
          </header>
          <Outcome page={page} />
          {page.sessions === null ? (
            <p className="note">
              This report does not contain prompts and answers, because the data is not redistributable or the report
              was opened from a file.
            </p>
          ) : (
            <Sessions sessions={page.sessions} />
          )}
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
  const source = useSource();
  const navigate = useNavigate();
  const { at, list = {} } = search;
  const filter = filterOf(run, list);
  const from = Math.max(0, (at ?? 0) - 1);
  const query = useQuery({
    queryKey: ['neighbors', filter, from],
    queryFn: ({ signal }) => source.items({ ...filter, offset: from, limit: 3 }, signal),
    enabled: at !== undefined,
  });
  const rows = query.data?.rows ?? [];
  const before = at === undefined || at === 0 ? null : (rows[0] ?? null);
  const after = at === undefined ? null : (rows[at - from + 1] ?? null);
  const go = (row: ItemView | null, place: number) => {
    if (row === null) return;
    const { experiment, model, condition, item } = row;
    const next = { experiment, model, condition, item, at: place, list, ...(run === 'all' ? { of: row.run } : {}) };
    void navigate({ to: route, params: { run }, search: next });
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && /^(input|select|textarea)$/i.test(event.target.tagName);
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'j') go(after, (at ?? 0) + 1);
      if (event.key === 'k') go(before, (at ?? 0) - 1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <nav className="neighbors" aria-label="Items">
      <Link to="/runs/$run/items" params={{ run }} search={list}>
        ← All items
      </Link>
      {at !== undefined && (
        <>
          <button type="button" disabled={before === null} onClick={() => go(before, at - 1)}>
            Previous <kbd>k</kbd>
          </button>
          <button type="button" disabled={after === null} onClick={() => go(after, at + 1)}>
            Next <kbd>j</kbd>
          </button>
          {query.data !== undefined && (
            <span className="sub">
              {count(at + 1)} of {count(query.data.total)}
            </span>
          )}
        </>
      )}
      <CopyLink />
    </nav>
  );
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

function Outcome({ page: { rows, judgements } }: { readonly page: ItemPage }) {
  return (
    <section aria-label="Outcome">
      <Scroll label="Outcomes">
        <table className="stacked">
          <TableHead names={['about', 'predicted', 'did', 'right?', 'executions alike', 'other models alike']} />
          <tbody>
            {rows.map((row) => (
              <tr key={row.unit}>
                <th scope="row">{row.unit === '' ? 'the item' : <Said text={row.unit} />}</th>
                <td data-name="predicted">
                  <Said text={row.prediction} />
                </td>
                <td data-name="did">
                  <Said text={row.outcome} />
                </td>
                <td data-name="right?">
                  <State row={row} />
                  {row.reason !== null && <small>{reasonText(row.reason)}</small>}
                  {row.score !== null && row.executions > 1 && <small>{percent(row.score)}</small>}
                </td>
                <td data-name="executions alike">
                  {row.agree} of {row.executions}
                </td>
                <td data-name="other models alike">
                  <OthersAlike row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
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
  return (
    <section>
      <h2>The same item with other models and conditions</h2>
      <Scroll label="Other models and conditions">
        <table>
          <TableHead names={['model', 'about', 'predicted', 'did', 'right?']} />
          <tbody>
            {beside.map((row) => (
              <tr key={`${row.model} ${row.condition} ${row.unit}`}>
                <th scope="row">
                  <Link
                    to={route}
                    params={{ run }}
                    search={{
                      ...{ experiment: key.experiment, model: row.model, condition: row.condition, item: key.item },
                      ...(run === 'all' ? { of: key.run } : {}),
                    }}
                  >
                    <ModelName name={row.model} />
                  </Link>
                  <small>
                    <Said text={row.condition} />
                  </small>
                </th>
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
