import type { ReactNode } from 'react';
import { reasonText } from '../../src/outcome-kinds/words.ts';
import { displayNames } from '../../src/results/display-names.ts';
import { escapeControls } from '../../src/util/escape-controls.ts';
import type { ItemView } from '../../src/view/contract/contract-items.ts';
import type { ItemsSearch } from '../addresses.ts';
import { percent } from './numbers.ts';
import { OthersAlike } from './others-alike.tsx';
import { RunName } from './run-name.tsx';
import { Said } from './text.tsx';

/** A column of the items table. */
export interface ColumnOf {
  readonly id: string;
  readonly name: string;
  readonly sort: ItemsSearch['sort'];
  /** Minimum width in `rem`. */
  readonly minWidth: number;
  /** Share of the remaining width; 0 for a column of fixed width. */
  readonly share: number;
  /** Renders the cell from the row and the distinct name of each model. */
  readonly cell: (row: ItemView, names: ReadonlyMap<string, string>) => ReactNode;
}

export const stateMarks: Readonly<Record<ItemView['state'], string>> = {
  right: '✓',
  wrong: '✗',
  mixed: '±',
  missing: '–',
  graded: '◔',
};

/** What the rows of a list may differ in. */
export interface ListKind {
  readonly severalRuns: boolean;
  readonly severalExperiments: boolean;
  readonly severalModels: boolean;
  readonly severalExecutions: boolean;
}

/** Returns the columns of a list, in order, without those that would say the same in each row. */
export function columnsFor(list: ListKind): readonly ColumnOf[] {
  const said: Readonly<Record<string, boolean>> = {
    experiment: list.severalExperiments,
    run: list.severalRuns,
    ...{ score: list.severalExecutions, agreement: list.severalExecutions, others: list.severalModels },
  };
  return columns.filter(({ id }) => said[id] !== false);
}

/** Every column, in order. */
const columns: readonly ColumnOf[] = [
  { id: 'title', name: 'item', sort: 'title', minWidth: 8, share: 3, cell: (row) => <Title row={row} /> },
  {
    id: 'experiment',
    name: 'experiment',
    sort: 'experiment',
    minWidth: 5.5,
    share: 1,
    cell: ({ experiment }) => <Said text={experiment} />,
  },
  {
    id: 'run',
    name: 'run',
    sort: 'run',
    minWidth: 6.5,
    share: 1.2,
    cell: ({ run }) => <RunName id={run} />,
  },
  {
    id: 'model',
    name: 'model',
    sort: 'model',
    minWidth: 6.5,
    share: 1.8,
    cell: ({ model }, names) => <Model name={model} shown={names.get(model) ?? model} />,
  },
  {
    id: 'unit',
    name: displayNames.unit,
    sort: undefined,
    minWidth: 3.5,
    share: 1,
    cell: ({ unit }) => (unit === '' ? '' : <Said text={unit} />),
  },
  {
    id: 'prediction',
    name: displayNames.prediction,
    sort: 'prediction',
    minWidth: 5.5,
    share: 1.6,
    cell: ({ prediction }) => <Said text={prediction} />,
  },
  {
    id: 'outcome',
    name: displayNames.outcome,
    sort: 'outcome',
    minWidth: 5,
    share: 1.6,
    cell: ({ outcome }) => <Said text={outcome} />,
  },
  { id: 'state', name: displayNames.state, sort: 'state', minWidth: 7.4, share: 0, cell: (row) => <State row={row} /> },
  {
    id: 'score',
    name: displayNames.score,
    sort: 'score',
    minWidth: 3.4,
    share: 0,
    cell: ({ score }) => (score === null ? '' : percent(score)),
  },
  {
    id: 'agreement',
    name: 'same in executions',
    sort: 'agreement',
    minWidth: 5.4,
    share: 0,
    cell: ({ agree, executions }) => (executions === 0 ? '' : `${agree} of ${executions}`),
  },
  {
    id: 'others',
    name: 'same in other models',
    sort: 'others',
    minWidth: 4.4,
    share: 0,
    cell: (row) => <OthersAlike row={row} />,
  },
];

function Title({ row }: { readonly row: ItemView }) {
  return (
    <span className="title">
      <Said text={row.title} />
    </span>
  );
}

/** Shows the distinguishing part of a model's name on at most two lines, with the full name as tooltip. */
function Model({ name, shown }: { readonly name: string; readonly shown: string }) {
  return (
    <span className="model" title={escapeControls(name)}>
      <Said text={shown} />
    </span>
  );
}

export function State({ row }: { readonly row: ItemView }) {
  return (
    <span className={`state ${row.state}`} title={row.reason === null ? undefined : reasonText(row.reason)}>
      <span aria-hidden="true">{stateMarks[row.state]}</span> {row.state}
      {row.judgesDiffer && (
        <span className="judges-differ" title="Two judges disagree on a response">
          {' '}
          <span aria-hidden="true">⚖</span>
          <span className="hidden">judges differ</span>
        </span>
      )}
    </span>
  );
}
