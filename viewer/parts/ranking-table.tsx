import type { Ranking } from '../../src/view/contract/contract-items.ts';
import { count } from './numbers.ts';
import { Scroll, TableHead } from './scroll.tsx';
import { Said } from './text.tsx';

/** Shows, for each execution, how the true order of the questions follows from right answers and tokens. */
export function RankingTable({ ranking }: { readonly ranking: Ranking }) {
  if (ranking.length === 0) return null;
  return (
    <section>
      <h2>Predicted and true order</h2>
      <p className="sub">
        The true order puts questions that were answered right first, and fewer tokens before more. Place 1 is the
        easiest.
      </p>
      {ranking.map((questions, sample) => (
        <Scroll key={sample} label={`Execution ${sample + 1}`}>
          <table>
            {ranking.length > 1 && <caption>Execution {sample + 1}</caption>}
            <TableHead names={['question', 'id', 'predicted place', 'answer', 'tokens', 'true place']} />
            <tbody>
              {questions.toSorted(byPlace).map(({ question, promptName, predicted, right, tokens, actual }) => (
                <tr key={question}>
                  <th scope="row">
                    <Said text={promptName} />
                  </th>
                  <td>
                    <Said text={question} />
                  </td>
                  <td>{predicted ?? 'missing'}</td>
                  <td>{right === null ? 'missing' : right ? 'right' : 'wrong'}</td>
                  <td>{tokens === null ? 'not counted' : count(tokens)}</td>
                  <td>{actual ?? 'missing'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      ))}
    </section>
  );
}

type Row = Ranking[number][number];

function byPlace(a: Row, b: Row): number {
  return (a.predicted ?? 0) - (b.predicted ?? 0);
}
