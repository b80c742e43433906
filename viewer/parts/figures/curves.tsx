import { useId } from 'react';
import { fraction } from '../../../src/util/numbers.ts';
import { Said } from '../text.tsx';

export interface Series {
  readonly name: string;
  readonly points: readonly {
    readonly x: number;
    readonly y: number;
    readonly interval: readonly [number, number] | null;
  }[];
}

const [width, height, left, bottom] = [420, 240, 44, 40];

/** Draws lines over numbers of rows or predictions (a logarithmic axis); series differ in color, dashes and mark. */
export function Curves({
  series,
  title,
  xName,
  yName,
}: {
  readonly series: readonly Series[];
  readonly title: string;
  readonly xName: string;
  readonly yName: string;
}) {
  const id = useId();
  const points = series.flatMap((each) => each.points);
  if (points.length === 0) return null;
  const xs = [...new Set(points.map(({ x }) => x))].toSorted((a, b) => a - b);
  const [first = 1, last = 1] = [xs[0], xs.at(-1)];
  const ys = points.flatMap(({ y, interval }) => [y, ...(interval ?? [])]);
  const [low, high] = [Math.min(0, ...ys), Math.max(...ys, 0.01)];
  const x = (value: number) =>
    left + (first === last ? 0.5 : Math.log(value / first) / Math.log(last / first)) * (width - left - 16);
  const y = (value: number) => 12 + (1 - (value - low) / (high - low)) * (height - bottom - 12);
  return (
    <figure className="curves">
      <figcaption>
        <b>
          <Said text={title} />
        </b>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={id}>
        <title id={id}>{`${title}: ${yName} by ${xName}`}</title>
        {[low, (low + high) / 2, high].map((value) => (
          <g key={value}>
            <line className="grid-line" x1={left} x2={width - 12} y1={y(value)} y2={y(value)} />
            <text x={left - 6} y={y(value) + 4} textAnchor="end">
              {fraction(value).replace(/(\.\d\d)\d$/, '$1')}
            </text>
          </g>
        ))}
        {xs.map((value) => (
          <text key={value} x={x(value)} y={height - bottom + 16} textAnchor="middle">
            {value}
          </text>
        ))}
        <text x={(left + width) / 2} y={height - 6} textAnchor="middle">
          {xName}
        </text>
        {series.map(({ name, points: own }, index) => (
          <g key={name} className={`series series-${index % 6}`}>
            <polyline points={own.map((point) => `${x(point.x)},${y(point.y)}`).join(' ')} />
            {own.map(({ interval, ...point }) => (
              <g key={point.x}>
                {interval !== null && <line x1={x(point.x)} x2={x(point.x)} y1={y(interval[0])} y2={y(interval[1])} />}
                <circle cx={x(point.x)} cy={y(point.y)} r={4}>
                  <title>{`${name}, ${point.x}: ${fraction(point.y)}`}</title>
                </circle>
              </g>
            ))}
          </g>
        ))}
      </svg>
      <p className="sub">{yName}</p>
      <ul className="curve-legend">
        {series.map(({ name }, index) => (
          <li key={name}>
            <svg viewBox="0 0 24 10" aria-hidden="true" className={`series series-${index % 6}`}>
              <polyline points="0,5 24,5" />
              <circle cx={12} cy={5} r={4} />
            </svg>
            <Said text={name} />
          </li>
        ))}
      </ul>
    </figure>
  );
}
