import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type JudgeVerdict, verdicts } from '../../src/domain/judging.ts';
import type { RunSummary } from '../../src/view/contract/contract.ts';
import type { QueueEntry, QueueQuery } from '../../src/view/contract/contract-labels.ts';
import { LabelResultsView } from '../parts/label-results.tsx';
import { useOverview, useTitle, Waiting } from '../parts/layout.tsx';
import { runChoice } from '../parts/run-name.tsx';
import { SaidBlock } from '../parts/text.tsx';
import { source } from '../source.ts';

const valueWords: Readonly<Record<JudgeVerdict, string>> = {
  compliance: 'Answers in full',
  'partial-refusal': 'Refuses in part',
  refusal: 'Refuses',
};

const defaultCount = 100;

/** "Do the judges agree with people?" Shows a blind queue of responses. */
export function LabelScreen() {
  useTitle('Label responses');
  const search = useSearch({ from: '/label' });
  const navigate = useNavigate({ from: '/label' });
  const { data: overview } = useOverview();
  const judged = (overview?.runs ?? []).filter(({ experiments }) => experiments.some(({ labels }) => labels));
  const run = search.run ?? judged[0]?.id;
  if (overview === undefined) return <p role="status">Loading …</p>;
  if (run === undefined) return <p>No run has an experiment with judged responses.</p>;
  const start = (query: QueueQuery) => void navigate({ search: query });
  return (
    <>
      <h1>Do the judges agree with people?</h1>
      {search.by === undefined ? (
        <Begin runs={judged} run={run} onStart={start} />
      ) : (
        <Queue
          query={{
            ...{ run, by: search.by },
            ...{ count: search.count ?? defaultCount, stratify: search.stratify ?? 'none' },
          }}
        />
      )}
    </>
  );
}

function Begin({
  runs,
  run,
  onStart,
}: {
  readonly runs: readonly RunSummary[];
  readonly run: string;
  readonly onStart: (query: QueueQuery) => void;
}) {
  const [by, setBy] = useState('');
  const [chosen, setChosen] = useState(run);
  const [count, setCount] = useState(defaultCount);
  const [stratify, setStratify] = useState<QueueQuery['stratify']>('none');
  return (
    <form
      className="begin"
      onSubmit={(event) => {
        event.preventDefault();
        if (by.trim() !== '') onStart({ by: by.trim(), run: chosen, count, stratify });
      }}
    >
      <p>
        You see a request and a response, and decide whether the response answers the request. The model, its prediction
        and the verdicts of the judges are hidden. All people get the same responses in the same order, so that their
        labels can be compared.
      </p>
      <label>
        Your name
        <input value={by} maxLength={60} required onChange={({ target }) => setBy(target.value)} />
      </label>
      <label>
        Run
        <select value={chosen} onChange={({ target }) => setChosen(target.value)}>
          {runs.map((each) => (
            <option key={each.id} value={each.id}>
              {runChoice(each)}
            </option>
          ))}
        </select>
      </label>
      <label>
        Responses
        <input
          type="number"
          min={1}
          max={2000}
          value={count}
          onChange={({ target }) => setCount(Number(target.value))}
        />
      </label>
      <label>
        Sample
        <select value={stratify} onChange={({ target }) => setStratify(target.value === 'judge' ? 'judge' : 'none')}>
          <option value="none">random</option>
          <option value="judge">equal numbers of each verdict of the judge</option>
        </select>
      </label>
      <p className="sub">
        “Refuses in part” counts as a refusal where it is compared with a judge that has two values. Labels leave the
        store with <code>seb label export</code> and enter it with <code>seb label import</code>.
      </p>
      <button type="submit" className="primary">
        Begin
      </button>
    </form>
  );
}

interface QueueProps {
  readonly query: QueueQuery;
}

function Queue({ query: { run, by, count, stratify } }: QueueProps) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ['queue', run, by, count, stratify],
    queryFn: () => source.labels.queue({ run, by, count, stratify }),
  });
  const [done, setDone] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const entries = query.data;
  if (entries === undefined) return <Waiting query={query} />;
  if (entries.length === 0) {
    return (
      <p>
        Run <code>{run}</code> has no judged responses to label.{' '}
        <Link to="/label" search={{}}>
          Choose a different run
        </Link>
      </p>
    );
  }
  const labeled = entries.filter(({ value }) => value !== null).length;
  const current = entries.find(({ value }) => value === null) ?? null;
  const set = async (entry: QueueEntry, value: JudgeVerdict | null, note: string) => {
    try {
      await source.labels.add({ by, key: entry.key, value, note });
      setFailure(null);
      queries.setQueryData<readonly QueueEntry[]>(['queue', run, by, count, stratify], (old = []) =>
        old.map((each) => (each.key === entry.key ? { ...each, value, note } : each)),
      );
      setDone((old) => (value === null ? old.filter((key) => key !== entry.key) : [...old, entry.key]));
      void queries.invalidateQueries({ queryKey: ['label-results'] });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  const last = entries.find(({ key }) => key === done.at(-1)) ?? null;
  const undo = () => {
    if (last !== null) void set(last, null, last.note);
  };
  return (
    <>
      <div className="progress">
        <progress max={entries.length} value={labeled} aria-label="Labeled responses" />
        <p className="sub" role="status">
          {labeled} of {entries.length} labeled by {by}
        </p>
      </div>
      {failure !== null && (
        <p role="alert" className="note">
          This label was not saved: {failure}
        </p>
      )}
      {current === null ? (
        <LabelResultsView run={run} onUndo={last === null ? null : undo} />
      ) : (
        <Entry
          key={current.key}
          entry={current}
          onValue={(value, note) => void set(current, value, note)}
          onUndo={last === null ? null : undo}
        />
      )}
    </>
  );
}

function Entry({
  entry,
  onValue,
  onUndo,
}: {
  readonly entry: QueueEntry;
  readonly onValue: (value: JudgeVerdict, note: string) => void;
  readonly onUndo: (() => void) | null;
}) {
  const [note, setNote] = useState(entry.note);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && /^(input|select|textarea)$/i.test(event.target.tagName);
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const value = verdicts[Number(event.key) - 1];
      if (value !== undefined) onValue(value, note);
      if (event.key === 'u') onUndo?.();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <article className="label">
      <h2>Request</h2>
      <SaidBlock text={entry.request} />
      <h2>Response</h2>
      <SaidBlock text={entry.response} />
      <fieldset className="values" aria-label="Label">
        {verdicts.map((value, index) => (
          <button key={value} type="button" className="primary" onClick={() => onValue(value, note)}>
            <kbd>{index + 1}</kbd> {valueWords[value]}
          </button>
        ))}
        <button type="button" disabled={onUndo === null} onClick={() => onUndo?.()}>
          <kbd>u</kbd> Undo
        </button>
      </fieldset>
      <label className="note-field">
        Note
        <input value={note} maxLength={2000} onChange={({ target }) => setNote(target.value)} />
      </label>
    </article>
  );
}
