import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Overview, RunSummary } from '../../src/view/contract/contract.ts';
import { useOverview, useTitle, Waiting } from '../parts/layout.tsx';
import { count, when } from '../parts/numbers.ts';
import { RunProgress } from '../parts/run-progress.tsx';
import { ModelName, Said } from '../parts/text.tsx';
import { Verdicts } from '../parts/verdict.tsx';
import { useSource } from '../source/source.ts';
import { RunView } from './run.tsx';
import { StudyLinks } from './study.tsx';

/** "Can these models predict themselves?" Shows verdicts and runs of the store; for a report, its page. */
export function OverviewScreen() {
  const query = useOverview();
  const source = useSource();
  useTitle(query.data?.question ?? 'seb viewer');
  if (query.data === undefined) return <Waiting query={query} />;
  const { together, runs } = query.data;
  const page = together ?? (source.labels === null && runs.length === 1 ? (runs[0]?.id ?? null) : null);
  return page === null ? <StoreOverview overview={query.data} /> : <RunView run={page} />;
}

function StoreOverview({ overview }: { readonly overview: Overview }) {
  const { search = '' } = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const wanted = search.toLowerCase();
  const fits = (texts: readonly string[]) => texts.some((text) => text.toLowerCase().includes(wanted));
  const runs = overview.runs.filter((run) =>
    fits([run.id, run.name ?? '', ...run.models, ...run.experiments.map(({ name }) => name)]),
  );
  const shown = new Set(runs.map(({ id }) => id));
  const cards = overview.cards.filter(({ run, model, experiment }) => {
    if (search === '') return true;
    return (run !== null && shown.has(run) && fits([run])) || fits([model, experiment]);
  });
  return (
    <>
      <header>
        <h1>{overview.question}</h1>
        <p className="sub">
          Store <Said text={overview.store} />
        </p>
      </header>
      {overview.runs.length > 1 && (
        <p>
          <label>
            Search{' '}
            <input
              type="search"
              value={search}
              placeholder="run, model or experiment"
              onChange={({ target }) =>
                void navigate({ search: target.value === '' ? {} : { search: target.value }, replace: true })
              }
            />
          </label>
        </p>
      )}
      <section aria-labelledby="verdicts">
        <h2 id="verdicts">Verdicts</h2>
        <Verdicts cards={cards} />
      </section>
      <StudyLinks run={null} />
      <section aria-labelledby="runs">
        <h2 id="runs">Runs</h2>
        {runs.length === 0 ? (
          <p className="sub">{overview.runs.length === 0 ? 'The store has no runs yet.' : 'No run matches.'}</p>
        ) : (
          <ul className="runs">
            {runs.map((run) => (
              <RunLine key={run.id} run={run} />
            ))}
          </ul>
        )}
      </section>
      {overview.notes.map((note) => (
        <p key={note} className="note">
          {note}
        </p>
      ))}
    </>
  );
}

const statusWords: Readonly<Record<RunSummary['status'], string>> = {
  running: 'interrupted',
  paused: 'paused',
  finished: 'finished',
  incomplete: 'some calls failed',
};

function RunLine({ run }: { readonly run: RunSummary }) {
  const { id, models, experiments, createdAt, samples, live, status } = run;
  return (
    <li className={`run ${live ? 'live' : ''}`} data-run={id}>
      <p className="head">
        <Link to="/runs/$run" params={{ run: id }}>
          {run.name === null ? <code>{id}</code> : <Said text={run.name} />}
        </Link>{' '}
        {run.name !== null && <code className="sub">{id}</code>}{' '}
        <span className={`status ${live ? 'running' : status}`}>{live ? 'running' : statusWords[status]}</span>{' '}
        <time dateTime={createdAt} className="sub">
          {when(createdAt)}
        </time>
      </p>
      <p>
        {models.slice(0, 6).map((model, index) => (
          <span key={model}>
            {index > 0 && ', '}
            <ModelName name={model} />
          </span>
        ))}
        {models.length > 6 && ` and ${models.length - 6} more`}
        <span className="sub">
          {' '}
          · {experiments.map(({ name, items }) => `${name} (${count(items)} items)`).join(', ')} ·{' '}
          {samples === 1 ? '1 execution' : `${samples} executions`}
        </span>
      </p>
      <RunProgress run={run} />
    </li>
  );
}
