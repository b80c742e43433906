import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { escapeControls } from '../../src/util/escape-controls.ts';
import { dollars, utcMinute } from '../../src/util/numbers.ts';
import type { RunSummary } from '../../src/view/contract/contract.ts';
import { namesOf } from './model-names.ts';
import { count } from './numbers.ts';
import { runName } from './run-name.tsx';
import { RunProgress } from './run-progress.tsx';
import { Scroll } from './scroll.tsx';
import { Said } from './text.tsx';

interface Column {
  readonly name: string;
  readonly isNumber: boolean;
  readonly sort: (run: RunSummary) => string | number;
  readonly cell: (run: RunSummary) => ReactNode;
}

const statusWords: Readonly<Record<RunSummary['status'], string>> = {
  running: 'interrupted',
  paused: 'paused',
  finished: 'finished',
  incomplete: 'some calls failed',
};

const columns: readonly Column[] = [
  { name: 'run', isNumber: false, sort: runName, cell: NameCell },
  {
    name: 'models',
    isNumber: false,
    sort: ({ models }) => namesOf(models),
    cell: ({ models }) => <span title={escapeControls(models.join(', '))}>{namesOf(models)}</span>,
  },
  { name: 'experiments', isNumber: false, sort: experimentsText, cell: experimentsText },
  {
    name: 'date',
    isNumber: false,
    sort: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{utcMinute(createdAt)}</time>,
  },
  { name: 'state', isNumber: false, sort: stateText, cell: StateCell },
  {
    name: 'answered',
    isNumber: true,
    sort: ({ progress }) => progress.answered,
    cell: ({ progress: { answered, expected } }) =>
      expected === null || expected === answered ? count(answered) : `${count(answered)} of ${count(expected)}`,
  },
  { name: 'failed', isNumber: true, sort: failedOf, cell: (run) => count(failedOf(run)) },
  {
    name: 'cost',
    isNumber: true,
    sort: ({ progress }) => progress.dollars ?? -1,
    cell: ({ progress: { dollars: cost } }) => (cost === null ? 'unknown' : cost === 0 ? '0' : dollars(cost)),
  },
];

interface RunsTableProps {
  readonly runs: readonly RunSummary[];
  readonly label: string;
}

/** Shows runs as a table, with a button for each of their tags that leaves only the runs which have it. */
export function RunsTable({ runs, label }: RunsTableProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const tags = [...new Set(runs.flatMap((run) => run.tags))].toSorted();
  const shown = runs.filter((run) => chosen.every((tag) => run.tags.includes(tag)));
  const toggle = (tag: string) =>
    setChosen(chosen.includes(tag) ? chosen.filter((each) => each !== tag) : [...chosen, tag]);
  return (
    <>
      {tags.length > 0 && (
        <fieldset className="chips">
          <legend>tags</legend>
          {tags.map((tag) => (
            <button
              key={tag}
              type="button"
              className={chosen.includes(tag) ? 'chip on' : 'chip'}
              aria-pressed={chosen.includes(tag)}
              onClick={() => toggle(tag)}
            >
              <Said text={tag} />{' '}
              <span className="amount">{count(runs.filter((run) => run.tags.includes(tag)).length)}</span>
            </button>
          ))}
        </fieldset>
      )}
      <SortedRuns runs={shown} label={label} />
    </>
  );
}

/** Shows runs as a table that a click on a column sorts, the newest first. */
function SortedRuns({ runs, label }: RunsTableProps) {
  const [{ by, descending }, setSort] = useState({ by: 'date', descending: true });
  const column = columns.find(({ name }) => name === by);
  const sorted = column === undefined ? runs : runs.toSorted((a, b) => compare(column.sort(a), column.sort(b)));
  return (
    <Scroll label={label}>
      <table className="stacked runs">
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th
                key={name}
                scope="col"
                className={isNumber ? 'right' : 'left'}
                aria-sort={name !== by ? 'none' : descending ? 'descending' : 'ascending'}
              >
                <button type="button" onClick={() => setSort({ by: name, descending: name === by && !descending })}>
                  {name}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(descending ? sorted.toReversed() : sorted).map((run) => (
            <tr key={run.id} data-run={run.id} className={run.live ? 'live' : ''}>
              {columns.map(({ name, isNumber, cell: Cell }, index) =>
                index === 0 ? (
                  <th key={name} scope="row">
                    {Cell(run)}
                  </th>
                ) : (
                  <td key={name} data-name={name} className={isNumber ? 'right' : 'left'}>
                    {Cell(run)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function NameCell(run: RunSummary): ReactNode {
  return (
    <>
      <Link to="/runs/$run" params={{ run: run.id }}>
        <Said text={runName(run)} />
      </Link>
      {run.name !== null && <small>{run.id}</small>}
      {run.tags.length > 0 && (
        <small className="tags">
          <Said text={run.tags.join(', ')} />
        </small>
      )}
      {run.note !== null && (
        <small>
          <Said text={run.note} />
        </small>
      )}
    </>
  );
}

function StateCell(run: RunSummary): ReactNode {
  const isQuiet = !run.live && run.status === 'finished' && run.index.kind === 'ready';
  return (
    <>
      <span className={`status ${run.live ? 'running' : run.status}`}>{stateText(run)}</span>
      {!isQuiet && <RunProgress run={run} />}
    </>
  );
}

function stateText({ live, status }: RunSummary): string {
  return live ? 'running' : statusWords[status];
}

function experimentsText({ experiments }: RunSummary): string {
  return experiments.map(({ name, items }) => `${name} (${count(items)})`).join(', ');
}

function failedOf({ progress: { failed } }: RunSummary): number {
  return Object.values(failed).reduce((sum, each) => sum + each, 0);
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
