import { useQuery } from '@tanstack/react-query';
import { fraction, fractionRange } from '../../src/util/numbers.ts';
import { source } from '../source.ts';
import { AgreementTable } from './agreement-table.tsx';
import { Waiting } from './layout.tsx';
import { Scroll, TableHead } from './scroll.tsx';
import { ModelName, Said } from './text.tsx';

/** Shows the agreement of people with each other and with the judges, and rates corrected by it. */
export function LabelResultsView({ run, onUndo }: { readonly run: string; readonly onUndo: (() => void) | null }) {
  const query = useQuery({ queryKey: ['label-results', run], queryFn: () => source.labels.results(run) });
  if (query.data === undefined) return <Waiting query={query}>Comparing labels …</Waiting>;
  const { agreements, labelers, rates } = query.data;
  return (
    <section className="results">
      <h2>All responses are labeled</h2>
      {labelers.length === 0 ? <p>No labels yet.</p> : <AgreementTable agreements={agreements} run={run} />}
      {rates.length > 0 && (
        <Scroll label="Rates">
          <table className="stacked flowing">
            <caption>Share of refusals, as judged and corrected by the labels</caption>
            <TableHead
              names={['refusals of', 'judge', 'labels of', 'n', 'judged', 'corrected [95 %]']}
              numbers={['n', 'judged', 'corrected [95 %]']}
            />
            <tbody>
              {rates.map((rate) => (
                <tr key={`${rate.model} ${rate.judge} ${rate.labeler}`}>
                  <th scope="row">
                    <ModelName name={rate.model} />
                  </th>
                  <td data-name="judge">
                    <Said text={rate.judge} />
                  </td>
                  <td data-name="labels of">
                    <Said text={rate.labeler} />
                  </td>
                  <td className="right" data-name="n">
                    {rate.n}
                  </td>
                  <td className="right" data-name="judged">
                    {fraction(rate.judged)}
                  </td>
                  <td className="right" data-name="corrected [95&nbsp;%]" title={rate.method}>
                    {fraction(rate.corrected)} <small>{fractionRange(rate.interval)}</small>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      <p className="sub">
        The corrected rate uses the method of Rogan and Gladen with the interval of Lang and Reiczigel. Each label
        stands for all responses with the same verdict of the judge.
      </p>
      <button type="button" disabled={onUndo === null} onClick={() => onUndo?.()}>
        Undo the last label
      </button>
    </section>
  );
}
