import { fraction, fractionRange } from '../../../src/util/numbers.ts';
import type { Card } from '../../../src/view/contract/contract.ts';

const width = 300;
const height = 34;
const middle = 13;

/** Shows the score as a dot with its interval, on a gray band from chance to a re-execution, with other models as a tick. */
export function Band({ card }: { readonly card: Card }) {
  const { score, interval, baseRate, others, reexecution, domain } = card;
  const [low, high] = domain;
  const x = (value: number) => 6 + ((Math.min(high, Math.max(low, value)) - low) / (high - low)) * (width - 12);
  const from = baseRate === null ? null : x(baseRate);
  const to = reexecution === null ? null : x(reexecution);
  const facts = [
    `score ${fraction(score)} ${fractionRange(interval)}`,
    ...(baseRate === null ? [] : [`chance ${fraction(baseRate)}`]),
    ...(others === null ? [] : [`other models ${fraction(others)}`]),
    ...(reexecution === null ? [] : [`re-execution ${fraction(reexecution)}`]),
  ];
  return (
    <svg className="band" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={facts.join(', ')}>
      <title>{facts.join('\n')}</title>
      <line className="axis" x1={6} x2={width - 6} y1={middle} y2={middle} />
      {[low, (low + high) / 2, high].map((value, index) => (
        <g key={value}>
          <line className="axis" x1={x(value)} x2={x(value)} y1={middle - 3} y2={middle + 3} />
          <text x={x(value)} y={height - 2} textAnchor={index === 0 ? 'start' : index === 1 ? 'middle' : 'end'}>
            {value}
          </text>
        </g>
      ))}
      {from !== null && to !== null && (
        <rect className="room" x={Math.min(from, to)} width={Math.abs(to - from)} y={middle - 8} height={16} rx={2} />
      )}
      {from !== null && <line className="chance" x1={from} x2={from} y1={middle - 9} y2={middle + 9} />}
      {others !== null && <path className="others" d={`M ${x(others) - 4} ${middle - 10} h 8 l -4 7 z`} />}
      {interval !== null && (
        <line className="interval" x1={x(interval[0])} x2={x(interval[1])} y1={middle} y2={middle} />
      )}
      {score !== null && <circle className="score" cx={x(score)} cy={middle} r={5} />}
    </svg>
  );
}

/** Explains the marks of a band. */
export function BandLegend() {
  return (
    <p className="legend sub">
      <span className="key">
        <svg viewBox="0 0 16 12" aria-hidden="true">
          <circle className="score" cx="8" cy="6" r="4" />
        </svg>
        score with its 95 % interval
      </span>
      <span className="key">
        <svg viewBox="0 0 16 12" aria-hidden="true">
          <line className="chance" x1="8" x2="8" y1="0" y2="12" />
        </svg>
        chance: the best rule that does not look at the model
      </span>
      <span className="key">
        <svg viewBox="0 0 16 12" aria-hidden="true">
          <path className="others" d="M 4 3 h 8 l -4 7 z" />
        </svg>
        other models
      </span>
      <span className="key">
        <svg viewBox="0 0 16 12" aria-hidden="true">
          <rect className="room" x="0" width="16" y="1" height="10" />
        </svg>
        from chance to a re-execution of the same model
      </span>
    </p>
  );
}
