import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { reasonText } from '../../src/outcome-kinds/words.ts';
import { escapeControls } from '../../src/util/escape-controls.ts';
import type { Filter, ItemView } from '../../src/view/contract/contract-items.ts';
import { type ItemMatrix, itemMatrices, type MatrixUnit } from '../../src/view/contract/item-matrix.ts';
import type { ItemsSearch } from '../addresses.ts';
import { source } from '../source.ts';
import { itemSearchOf } from './item-places.ts';
import { stateMarks } from './items-columns.tsx';
import { Waiting } from './layout.tsx';
import { count } from './numbers.ts';
import { Scroll } from './scroll.tsx';
import { withoutProviders, withoutSharedSettings } from './short-names.ts';
import { Said } from './text.tsx';

/** Maximum number of rows of the list that a page reads. */
const maxRows = 1_000;

interface MatrixProps {
  readonly run: string;
  readonly filter: Filter;
  readonly search: ItemsSearch;
  /** Every model that rows may belong to. */
  readonly models: readonly string[];
}

/** Shows items by models: whether each prediction was right, with a link to it. */
export function ItemsMatrix({ run, filter, search, models }: MatrixProps) {
  const names = useMemo(() => withoutSharedSettings(models), [models]);
  const query = useQuery({
    queryKey: ['matrix', filter],
    queryFn: ({ signal }) => source.items({ ...filter, sort: 'title', offset: 0, limit: maxRows }, signal),
    placeholderData: keepPreviousData,
  });
  if (query.data === undefined) return <Waiting query={query}>Loading …</Waiting>;
  const { rows, total } = query.data;
  if (rows.length === 0) return <p role="status">No rows match.</p>;
  return (
    <>
      <p className="sub" role="status">
        ✓ right, ✗ wrong, ± executions differ, – prediction or execution missing; empty: not asked, or left out by the
        filter.
        {total > rows.length && ` The first ${count(rows.length)} of ${count(total)} predictions are shown.`}
      </p>
      {itemMatrices(rows).map((matrix) => (
        <Matrix key={`${matrix.run} ${matrix.experiment} ${matrix.condition}`} {...{ matrix, names, run, search }} />
      ))}
    </>
  );
}

interface OneMatrix {
  readonly matrix: ItemMatrix;
  readonly names: ReadonlyMap<string, string>;
  readonly run: string;
  readonly search: ItemsSearch;
}

function Matrix({ matrix, names, run, search }: OneMatrix) {
  const { experiment, condition, models, units } = matrix;
  const title = `${experiment} · ${condition}${run === 'all' ? ` · run ${matrix.run}` : ''}`;
  return (
    <section>
      <h2>
        <Said text={title} />
      </h2>
      <Scroll label={`Items by models: ${title}`}>
        <table className="matrix">
          <thead>
            <tr>
              <th scope="col" className="left">
                item
              </th>
              {models.map((model) => (
                <th key={model} scope="col" title={escapeControls(model)}>
                  <Said text={withoutProviders(names.get(model) ?? model)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {units.map((unit) => (
              <UnitRow key={`${unit.item} ${unit.unit}`} {...{ unit, models, run, search }} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

interface UnitRowProps extends Pick<OneMatrix, 'run' | 'search'> {
  readonly unit: MatrixUnit;
  readonly models: readonly string[];
}

function UnitRow({ unit: { title, unit, byModel }, models, run, search }: UnitRowProps) {
  return (
    <tr>
      <th scope="row" className="left">
        <Said text={unit === '' ? title : `${title} · ${unit}`} />
      </th>
      {models.map((model) => {
        const row = byModel.get(model);
        return <td key={model}>{row !== undefined && <StateLink {...{ row, run, search }} />}</td>;
      })}
    </tr>
  );
}

function StateLink({ row, run, search }: Pick<OneMatrix, 'run' | 'search'> & { readonly row: ItemView }) {
  const said = row.reason === null ? `${row.prediction} → ${row.outcome}` : reasonText(row.reason);
  return (
    <Link
      className={`state ${row.state}`}
      to="/runs/$run/item"
      params={{ run }}
      search={itemSearchOf(run, row, null, search)}
      title={escapeControls(said)}
    >
      <span aria-hidden="true">{stateMarks[row.state]}</span>
      <span className="hidden">{row.state}</span>
    </Link>
  );
}
