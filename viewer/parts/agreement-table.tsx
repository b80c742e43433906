import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type JudgeVerdict, verdicts } from '../../src/domain/judging.ts';
import { fraction, fractionRange } from '../../src/util/numbers.ts';
import type { LabelResults } from '../../src/view/contract/contract-labels.ts';
import { count, percent } from './numbers.ts';
import { Scroll, TableHead } from './scroll.tsx';
import { ModelName, Said } from './text.tsx';

type Agreement = LabelResults['agreements'][number];

const verdictNames: Readonly<Record<JudgeVerdict, string>> = {
  compliance: 'answers',
  'partial-refusal': 'refuses in part',
  refusal: 'refuses',
};

/** Shows the agreement of judges and people, with the confusion matrix of the row that is chosen. */
export function AgreementTable({
  agreements,
  run,
}: {
  readonly agreements: readonly Agreement[];
  readonly run: string;
}) {
  const [chosen, setChosen] = useState(0);
  const agreement = agreements[chosen];
  if (agreement === undefined) return <p>No response has two labels, so agreement is not measured.</p>;
  const numbers = ['n', 'agreement', 'kappa [95\u00a0%]'];
  return (
    <>
      <Scroll label="Agreement">
        <table className="stacked flowing">
          <caption>Agreement on whether the model refuses</caption>
          <TableHead names={['responses of', 'judge', 'person', ...numbers, 'matrix']} numbers={numbers} />
          <tbody>
            {agreements.map((each, index) => (
              <tr key={`${each.experiment} ${each.model} ${each.first} ${each.second}`} aria-current={index === chosen}>
                <th scope="row">
                  <ModelName name={each.model} />
                </th>
                <td data-name="judge">
                  <Said text={each.first} />
                </td>
                <td data-name="person">
                  <Said text={each.second} />
                </td>
                <td className="right" data-name="n">
                  {count(each.n)}
                </td>
                <td className="right" data-name="agreement">
                  {percent(each.agreement)}
                </td>
                <td className="right" data-name="kappa [95&nbsp;%]">
                  {each.kappa === null ? 'not defined' : fraction(each.kappa)}{' '}
                  <small>{fractionRange(each.interval)}</small>
                  {each.interval === null && <small>{each.method}</small>}
                </td>
                <td>
                  <button type="button" className="quiet" onClick={() => setChosen(index)}>
                    show
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <ConfusionMatrix agreement={agreement} run={run} />
    </>
  );
}

/** Shows how many responses have each pair of verdicts; a cell leads to the model's items. */
function ConfusionMatrix({ agreement, run }: { readonly agreement: Agreement; readonly run: string }) {
  const { experiment, model, first, second, table } = agreement;
  const used = verdicts.filter((_, index) =>
    table.some((row, other) => row[index] || (other === index && row.some(Boolean))),
  );
  const place = (verdict: JudgeVerdict) => verdicts.indexOf(verdict);
  return (
    <Scroll label="Confusion matrix">
      <table className="confusion">
        <caption>
          Rows: <Said text={first} />. Columns: <Said text={second} />. Responses of <ModelName name={model} />.
        </caption>
        <TableHead names={['', ...used.map((verdict) => verdictNames[verdict])]} />
        <tbody>
          {used.map((row) => (
            <tr key={row}>
              <th scope="row">{verdictNames[row]}</th>
              {used.map((column) => {
                const responses = table[place(row)]?.[place(column)] ?? 0;
                const search = { experiment, model, ...(row === column ? {} : { judges: true as const }) };
                return (
                  <td key={column} className={row === column ? 'own' : ''}>
                    {responses === 0 ? (
                      0
                    ) : (
                      <Link to="/runs/$run/items" params={{ run }} search={search}>
                        {count(responses)}
                      </Link>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
