import { duration } from '../../src/util/numbers.ts';
import type { RunSummary } from '../../src/view/contract/contract.ts';
import { count } from './numbers.ts';
import { Said } from './text.tsx';

/** Shows the progress of a run (calls, rate, remaining time, cost, failures by reason) and of its index. */
export function RunProgress({ run }: { readonly run: RunSummary }) {
  const { answered, expected, failed, dollars, rate, secondsLeft, secondsSilent } = run.progress;
  const failures = Object.entries(failed);
  const isDone = run.status === 'finished' && !run.live;
  return (
    <div className="progress">
      {!isDone && expected !== null && (
        <progress max={expected} value={Math.min(answered, expected)} aria-label={`Calls of run ${run.id}`} />
      )}
      <p className="sub">
        <span className="answered">
          {count(answered)}
          {expected === null ? '' : ` of ${count(expected)}`} calls answered
        </span>
        {rate !== null && `, ${rate < 10 ? rate.toFixed(1) : count(Math.round(rate))} a second`}
        {secondsSilent !== null && run.live && `, no answer for ${duration(secondsSilent)}`}
        {secondsLeft !== null && run.live && `, about ${duration(secondsLeft)} left`}
        {dollars === null ? ', cost unknown' : dollars > 0 && `, $${dollars.toFixed(dollars < 1 ? 4 : 2)}`}
        {failures.map(([code, number]) => `, ${count(number)} failed: ${code}`).join('')}
        <IndexState run={run} />
      </p>
    </div>
  );
}

function IndexState({ run: { index } }: { readonly run: RunSummary }) {
  switch (index.kind) {
    case 'ready':
      return null;
    case 'stale':
      return <span className="index"> · waiting to be read</span>;
    case 'building':
      return <span className="index"> · reading answers: {Math.round(index.share * 100)} %</span>;
    case 'failed':
      return (
        <span className="index failed">
          {' '}
          · could not be read: <Said text={index.reason} />
        </span>
      );
  }
}
