import { Link } from '@tanstack/react-router';
import { escapeControls } from '../../src/util/escape-controls.ts';
import { fraction, fractionRange } from '../../src/util/numbers.ts';
import type { Card } from '../../src/view/contract/contract.ts';
import { Scroll } from './scroll.tsx';
import { distinctNames } from './short-names.ts';
import { Said } from './text.tsx';
import { keyOf, VerdictWord, wordsOf } from './verdict-words.tsx';

/** Verdicts as rows, with the columns in which they differ; below one another on a phone. */
export function VerdictTable({ cards }: { readonly cards: readonly Card[] }) {
  const names = distinctNames([...new Set(cards.map(({ model }) => model))]);
  const conditions = new Set(cards.map(({ condition, experiment }) => `${experiment} ${condition}`));
  const showsCondition = conditions.size > new Set(cards.map(({ experiment }) => experiment)).size;
  const showsReexecution = cards.some(({ reexecution }) => reexecution !== null);
  const numbers = ['score [95\u00a0%]', 'chance', 'other models', ...(showsReexecution ? ['re-execution'] : [])];
  return (
    <Scroll label="Verdicts">
      <table className="stacked">
        <thead>
          <tr>
            {['model', 'predicts', 'verdict'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {numbers.map((name) => (
              <th key={name} scope="col" className="right">
                {name}
              </th>
            ))}
            <th scope="col">show</th>
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => (
            <tr key={keyOf(card)}>
              <th scope="row" title={escapeControls(card.model)}>
                <Said text={names.get(card.model) ?? card.model} />
                {showsCondition && (
                  <small>
                    <Said text={card.condition} />
                  </small>
                )}
              </th>
              <td data-name="predicts">{card.task}</td>
              <td>
                <VerdictWord value={card.verdict} long={wordsOf(card)} />
              </td>
              <td className="right" data-name="score">
                {fraction(card.score)} <small>{fractionRange(card.interval)}</small>
              </td>
              <td className="right" data-name="chance">
                {fraction(card.baseRate)}
              </td>
              <td className="right" data-name="other models">
                {fraction(card.others)}
              </td>
              {showsReexecution && (
                <td className="right" data-name="re-execution">
                  {fraction(card.reexecution)}
                </td>
              )}
              <td>{card.run !== null && <CardLinks card={card} run={card.run} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function CardLinks({ card: { experiment, model }, run }: { readonly card: Card; readonly run: string }) {
  return (
    <>
      <Link to="/runs/$run/items" params={{ run }} search={{ experiment, model, state: 'wrong' }}>
        wrong items
      </Link>
      {', '}
      <Link to="/runs/$run" params={{ run }}>
        evidence
      </Link>
    </>
  );
}
