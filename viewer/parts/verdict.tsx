import { Link } from '@tanstack/react-router';
import type { Card, VerdictValue } from '../../src/view/contract/contract.ts';
import { Band, BandLegend } from './band.tsx';
import { number, range } from './numbers.ts';
import { Scroll } from './scroll.tsx';
import { ModelName, Said } from './text.tsx';

interface Words {
  readonly short: string;
  readonly long: string;
  /** A shape beside the words, so that color alone says nothing. */
  readonly mark: string;
}

export const verdictWords: Readonly<Record<VerdictValue, Words>> = {
  'above-chance-and-others': { short: 'Yes', long: 'above chance and above other models', mark: '●' },
  'above-chance': { short: 'Partly', long: 'above chance only', mark: '◐' },
  'not-distinguishable': { short: 'Not shown', long: 'not distinguishable from chance', mark: '○' },
  'below-chance': { short: 'No', long: 'below chance', mark: '▽' },
  insufficient: { short: 'Too few items', long: 'too few items', mark: '·' },
};

function VerdictWord({ value, long }: { readonly value: VerdictValue; readonly long: string }) {
  const { mark } = verdictWords[value];
  return (
    <span className={`verdict ${value}`}>
      <span aria-hidden="true">{mark}</span> {long}
    </span>
  );
}

/** The words of a verdict; with the number of groups where these are too few. */
function wordsOf({ verdict, clusters }: Card): string {
  return verdict === 'insufficient' ? `too few items (n\u00a0=\u00a0${clusters})` : verdictWords[verdict].long;
}

function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** A model's verdict on one experiment, with its score between chance and a re-execution. */
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
        <b>{number(card.score)}</b>
        {card.interval !== null && <> {range(card.interval)}</>}
        {card.baseRate !== null && <>, chance {number(card.baseRate)}</>}
        {card.others !== null && <>, other models {number(card.others)}</>}
        {card.reexecution !== null && <>, re-execution {number(card.reexecution)}</>}, n&nbsp;=&nbsp;
        {card.n.toLocaleString('en', { maximumFractionDigits: 1 })}
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
            Where it was wrong
          </Link>
        </p>
      )}
    </li>
  );
}

const maxCards = 24;

/** Verdict cards, or a table of verdicts where there are too many to be cards; those on too few items are folded. */
export function Verdicts({ cards }: { readonly cards: readonly Card[] }) {
  if (cards.length === 0) return <p className="sub">No verdicts yet.</p>;
  const given = cards.filter(({ verdict }) => verdict !== 'insufficient');
  const others = cards.filter(({ verdict }) => verdict === 'insufficient');
  const isFolded = given.length > 0 && others.length > 3;
  const shown = isFolded ? given : [...given, ...others];
  return (
    <>
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

function keyOf({ run, experiment, model, condition }: Card): string {
  return JSON.stringify([run, experiment, model, condition]);
}

const headings = [
  { name: 'model', align: 'left' },
  { name: 'predicts', align: 'left' },
  { name: 'score [95\u00a0%]', align: 'right' },
  { name: 'chance', align: 'right' },
  { name: 'other models', align: 'right' },
  { name: 're-execution', align: 'right' },
  { name: 'run', align: 'left' },
  { name: 'verdict', align: 'left' },
] as const;

function VerdictTable({ cards }: { readonly cards: readonly Card[] }) {
  return (
    <Scroll label="Verdicts">
      <table>
        <thead>
          <tr>
            {headings.map(({ name, align }) => (
              <th key={name} scope="col" className={align}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => (
            <tr key={keyOf(card)}>
              <th scope="row">
                <ModelName name={card.model} />
                <small>
                  <Said text={card.condition} />
                </small>
              </th>
              <td>{card.task}</td>
              <td className="right">
                {number(card.score)} <small>{range(card.interval)}</small>
              </td>
              <td className="right">{number(card.baseRate)}</td>
              <td className="right">{number(card.others)}</td>
              <td className="right">{number(card.reexecution)}</td>
              <td>
                {card.run !== null && (
                  <Link to="/runs/$run" params={{ run: card.run }}>
                    {card.run.slice(0, 8)}
                  </Link>
                )}
              </td>
              <td>
                <VerdictWord value={card.verdict} long={wordsOf(card)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
