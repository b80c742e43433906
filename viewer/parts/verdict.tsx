import { Link } from '@tanstack/react-router';
import { fraction, fractionRange } from '../../src/util/numbers.ts';
import type { Card, VerdictValue } from '../../src/view/contract/contract.ts';
import { Band, BandLegend } from './figures/band.tsx';
import { count } from './numbers.ts';
import { ModelName, Said } from './text.tsx';
import { VerdictTable } from './verdict-table.tsx';
import { capitalized, keyOf, VerdictWord, wordsOf } from './verdict-words.tsx';

/** Shows a model's verdict on one experiment, with its score between chance and a re-execution. */
function VerdictCard({ card, showsCondition }: { readonly card: Card; readonly showsCondition: boolean }) {
  return (
    <li className={`card ${card.verdict}`}>
      <h3>
        <ModelName name={card.model} /> <span className="task">{card.task}</span>
      </h3>
      <p className="answer">
        <VerdictWord value={card.verdict} long={wordsOf(card)} />
      </p>
      <Band card={card} />
      <p className="sub">
        <b>{fraction(card.score)}</b>
        {card.interval !== null && <> {fractionRange(card.interval)}</>}
        {card.baseRate !== null && <>, chance {fraction(card.baseRate)}</>}
        {card.others !== null && <>, other models {fraction(card.others)}</>}
        {card.reexecution !== null && <>, re-execution {fraction(card.reexecution)}</>}, n&nbsp;=&nbsp;
        {count(card.n)}
      </p>
      <p className="sub">
        <Said text={capitalized(card.sentence)} />
        {showsCondition && (
          <>
            {' '}
            Asked: <Said text={card.condition} />.
          </>
        )}
      </p>
      {card.run !== null && (
        <p className="links">
          <Link to="/runs/$run" params={{ run: card.run }}>
            Evidence
          </Link>
          <Link
            to="/runs/$run/items"
            params={{ run: card.run }}
            search={{ experiment: card.experiment, model: card.model, state: 'wrong' }}
          >
            Items with wrong predictions
          </Link>
        </p>
      )}
    </li>
  );
}

const maxCards = 24;

/** Shows verdict cards, or a table if there are too many; verdicts on too few items are folded. */
export function Verdicts({ cards }: { readonly cards: readonly Card[] }) {
  if (cards.length === 0) return <p className="sub">No verdicts yet.</p>;
  const given = cards.filter(({ verdict }) => verdict !== 'insufficient');
  const others = cards.filter(({ verdict }) => verdict === 'insufficient');
  const isFolded = given.length > 0 && others.length > 3;
  const shown = isFolded ? given : [...given, ...others];
  return (
    <>
      <p className="answer">{tallyOf(cards)}</p>
      {shown.length > maxCards ? <VerdictTable cards={shown} /> : <VerdictCards cards={shown} />}
      {isFolded && (
        <details>
          <summary>{others.length} more have too few items for a verdict</summary>
          <VerdictTable cards={others} />
        </details>
      )}
      {shown.length <= maxCards && <BandLegend />}
    </>
  );
}

/** Returns a sentence that counts the scores by verdict. */
function tallyOf(cards: readonly Card[]): string {
  const countOf = (value: VerdictValue) => cards.filter(({ verdict }) => verdict === value).length;
  const few = countOf('insufficient');
  if (few === cards.length) return 'There are too few items for a verdict.';
  const both = countOf('above-constant-and-others');
  const above = both + countOf('above-constant');
  const isCompared = cards.some(({ others }) => others !== null);
  const rest = [
    { n: countOf('not-distinguishable'), words: 'not distinguishable from chance' },
    { n: countOf('below-constant'), words: 'below chance' },
  ].flatMap(({ n, words }) => (n === 0 ? [] : [`${n} ${n === 1 ? 'is' : 'are'} ${words}`]));
  if (few > 0) rest.push(`${few} ${few === 1 ? 'has' : 'have'} too few items for a verdict`);
  return [
    `${above === 0 ? 'None' : above} of ${cards.length} ${cards.length === 1 ? 'score' : 'scores'} ${above > 1 ? 'are' : 'is'} above chance`,
    above === 0 || !isCompared ? '' : `, ${both === 0 ? 'none' : both} of these also above other models`,
    rest.length === 0 ? '' : `; ${rest.join(', ')}`,
    '.',
  ].join('');
}

function VerdictCards({ cards }: { readonly cards: readonly Card[] }) {
  const conditions = new Set(cards.map(({ condition, experiment }) => `${experiment} ${condition}`));
  const showsCondition = conditions.size > new Set(cards.map(({ experiment }) => experiment)).size;
  return (
    <ul className="cards" aria-label="Verdicts">
      {cards.map((card) => (
        <VerdictCard key={keyOf(card)} card={card} showsCondition={showsCondition} />
      ))}
    </ul>
  );
}
