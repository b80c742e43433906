import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { escapeControls } from '../../src/util/escape-controls.ts';
import type { RunSummary } from '../../src/view/contract/contract.ts';
import type { PersonStep } from '../../src/view/contract/contract-people.ts';
import { useOverview, useTitle, Waiting } from '../parts/layout.tsx';
import { PersonQuestion } from '../parts/people/person-question.tsx';
import { runName } from '../parts/run-name.tsx';
import { Said } from '../parts/text.tsx';
import { source } from '../source.ts';

/** "Can people predict themselves?" Asks a person the questions that are open for them now. */
export function PeopleScreen() {
  useTitle('Take part');
  const { run, by } = useSearch({ from: '/people' });
  const navigate = useNavigate({ from: '/people' });
  const { data: overview } = useOverview();
  if (overview === undefined) return <p role="status">Loading …</p>;
  const runs = overview.runs.filter((each) => each.people.length > 0);
  return (
    <>
      <h1>{run === undefined || by === undefined ? 'Who takes part?' : <Said text={by} />}</h1>
      {run === undefined || by === undefined ? (
        <Choice runs={runs} run={run} onStart={(chosen) => void navigate({ search: chosen })} />
      ) : (
        <Steps key={`${run} ${by}`} run={run} by={by} />
      )}
    </>
  );
}

interface Chosen {
  readonly run: string;
  readonly by: string;
}

function Choice({
  runs,
  run,
  onStart,
}: {
  readonly runs: readonly RunSummary[];
  readonly run: string | undefined;
  readonly onStart: (chosen: Chosen) => void;
}) {
  const [id, setId] = useState(run ?? runs[0]?.id ?? '');
  const chosen = runs.find((each) => each.id === id) ?? runs[0];
  const [name, setName] = useState('');
  if (chosen === undefined) {
    return (
      <p>
        No run of this store has people. <code>seb people new</code> creates one.
      </p>
    );
  }
  const by = chosen.people.includes(name) ? name : (chosen.people[0] ?? '');
  return (
    <form
      className="begin"
      onSubmit={(event) => {
        event.preventDefault();
        onStart({ run: chosen.id, by });
      }}
    >
      <label>
        Run
        <select value={chosen.id} onChange={({ target }) => setId(target.value)}>
          {runs.map((each) => (
            <option key={each.id} value={each.id}>
              {escapeControls(`${runName(each)} · ${each.experiments.map((experiment) => experiment.name).join(', ')}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        Your name
        <select value={by} onChange={({ target }) => setName(target.value)}>
          {chosen.people.map((each) => (
            <option key={each} value={each}>
              {escapeControls(each)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="primary">
        Continue
      </button>
    </form>
  );
}

function Steps({ run, by }: Chosen) {
  const queries = useQueryClient();
  const [hasAgreed, setHasAgreed] = useState(false);
  const agreed = hasAgreed ? 'yes' : 'no';
  const [failure, setFailure] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ['person', run, by, agreed],
    queryFn: () => source.people.step({ run, by, agreed }),
    staleTime: 0, // another window may have answered
  });
  if (query.data === undefined) return <Waiting query={query} />;
  const step = query.data;
  /** Sends something to the server; shows the reason if the server refuses it. Returns whether it was stored. */
  const isStored = async (sent: Promise<void>): Promise<boolean> => {
    try {
      await sent;
      setFailure(null);
      return true;
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  const agree = async () => {
    if (await isStored(source.people.agree({ run, by, agreed: 'yes' }))) setHasAgreed(true);
  };
  const answer = async (key: string, values: readonly string[]) => {
    if (!(await isStored(source.people.answer({ run, by, agreed: 'yes', key, values: [...values] })))) return;
    await queries.invalidateQueries({ queryKey: ['person', run, by] });
  };
  if (step.kind === 'consent') return <Consent step={step} failure={failure} onAgree={() => void agree()} />;
  if (step.kind === 'question') {
    return <PersonQuestion key={step.key} step={step} failure={failure} onAnswer={answer} />;
  }
  return <End step={step} run={run} />;
}

function Consent({
  step: { paragraphs },
  failure,
  onAgree,
}: {
  readonly step: Extract<PersonStep, { kind: 'consent' }>;
  readonly failure: string | null;
  readonly onAgree: () => void;
}) {
  const [isRead, setIsRead] = useState(false);
  const agree = (event: FormEvent) => {
    event.preventDefault();
    if (isRead) onAgree();
  };
  return (
    <section aria-labelledby="consent">
      <h2 id="consent">Before you begin</h2>
      {paragraphs.map((text) => (
        <p key={text}>
          <Said text={text} />
        </p>
      ))}
      <form className="begin" onSubmit={agree}>
        <label className="check">
          <input type="checkbox" checked={isRead} onChange={({ target }) => setIsRead(target.checked)} /> I have read
          this and I want to take part.
        </label>
        {failure === null ? null : <p role="alert">{failure}</p>}
        <button type="submit" className="primary" disabled={!isRead}>
          Begin
        </button>
      </form>
    </section>
  );
}

function End({
  step,
  run,
}: {
  readonly step: Extract<PersonStep, { kind: 'waiting' | 'done' }>;
  readonly run: string;
}) {
  if (step.kind === 'waiting') {
    const opens = new Date(step.opensAt);
    return (
      <section className="end" role="status">
        <h2>All your predictions are stored</h2>
        <p>
          The questions themselves open on{' '}
          <time dateTime={step.opensAt}>
            <strong>{opens.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' })}</strong>
          </time>
          . Come back to this address then.
        </p>
      </section>
    );
  }
  return (
    <section className="end" role="status">
      <h2>Thank you: nothing is left to answer</h2>
      {step.isOpen ? (
        <p>
          <Link to="/runs/$run" params={{ run }}>
            See the results
          </Link>
        </p>
      ) : (
        <p>The results open once all people of this run have answered.</p>
      )}
    </section>
  );
}
