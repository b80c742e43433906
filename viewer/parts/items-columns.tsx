import type { ReactNode } from 'react';
import { reasonText } from '../../src/measures/reason-text.ts';
import { escapeControls } from '../../src/util/escape-controls.ts';
import type { ItemView } from '../../src/view/contract/contract-items.ts';
import type { ItemsSearch } from '../addresses.ts';
import { percent } from './numbers.ts';
import { OthersAlike } from './others-alike.tsx';
import { Said } from './text.tsx';

/** A column of the items table. */
export interface ColumnOf {
  readonly id: string;
  readonly name: string;
  readonly sort: ItemsSearch['sort'];
  /** Share of the width, in `fr`. */
  readonly width: string;
  /** Renders the cell from the row and the distinct name of each model. */
  readonly cell: (row: ItemView, names: ReadonlyMap<string, string>) => ReactNode;
}

const stateMarks: Readonly<Record<ItemView['state'], string>> = {
  right: '✓',
  wrong: '✗',
  mixed: '±',
  missing: '–',
};

/** Every column, in order. */
export const columns: readonly ColumnOf[] = [
  { id: 'title', name: 'item', sort: 'title', width: 'minmax(8rem,3fr)', cell: (row) => <Title row={row} /> },
  {
    id: 'model',
    name: 'model',
    sort: 'model',
    width: 'minmax(6.5rem,1.8fr)',
    cell: ({ model }, names) => <Model name={model} shown={names.get(model) ?? model} />,
  },
  {
    id: 'unit',
    name: 'about',
    sort: undefined,
    width: 'minmax(3.5rem,1fr)',
    cell: ({ unit }) => (unit === '' ? '' : <Said text={unit} />),
  },
  {
    id: 'prediction',
    name: 'predicted',
    sort: undefined,
    width: 'minmax(5rem,1.6fr)',
    cell: ({ prediction }) => <Said text={prediction} />,
  },
  {
    id: 'outcome',
    name: 'did',
    sort: undefined,
    width: 'minmax(5rem,1.6fr)',
    cell: ({ outcome }) => <Said text={outcome} />,
  },
  { id: 'state', name: 'right?', sort: 'state', width: '5.4rem', cell: (row) => <State row={row} /> },
  {
    id: 'score',
    name: 'score',
    sort: 'score',
    width: '3.4rem',
    cell: ({ score }) => (score === null ? '' : percent(score)),
  },
  {
    id: 'agreement',
    name: 'executions alike',
    sort: 'agreement',
    width: '5.4rem',
    cell: ({ agree, executions }) => (executions === 0 ? '' : `${agree} of ${executions}`),
  },
  {
    id: 'others',
    name: 'others alike',
    sort: 'others',
    width: '4.4rem',
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
      {row.judgesDiffer && <span title="Two judges disagree on a response"> ⚖</span>}
    </span>
  );
}
