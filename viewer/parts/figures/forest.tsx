import type { EstimateRecord } from '../../../src/study/analyses/study-result.ts';
import { fraction, fractionRange } from '../../../src/util/numbers.ts';
import { Said } from '../text.tsx';

export interface ForestRow {
  readonly name: string;
  /** Full name, if `name` is short. */
  readonly title?: string;
  readonly estimate: EstimateRecord;
}

const width = 320;
const height = 22;

/** Shows estimates in rows: a dot with its 95% interval, a line at zero, and the numbers. */
export function Forest({ rows, label }: { readonly rows: readonly ForestRow[]; readonly label: string }) {
  const values = rows.flatMap(({ estimate: { value, interval } }) => [
    ...(interval ?? []),
    ...(value === null ? [] : [value]),
  ]);
  const margin = 0.03;
  const [low, high] = [Math.min(-0.1, ...values) - margin, Math.max(0.1, ...values) + margin];
  const x = (value: number) => 8 + ((value - low) / (high - low)) * (width - 16);
  return (
    <div>
      <ul className="forest" aria-label={label}>
        {rows.map(({ name, title, estimate: { value, interval, missing } }) => (
          <li key={name}>
            <span className="name" title={title}>
              <Said text={name} />
            </span>
            <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
              <line className="axis" x1={8} x2={width - 8} y1={height / 2} y2={height / 2} />
              <line className="chance" x1={x(0)} x2={x(0)} y1={1} y2={height - 1} />
              {interval !== null && (
                <line className="interval" x1={x(interval[0])} x2={x(interval[1])} y1={height / 2} y2={height / 2} />
              )}
              {value !== null && <circle className="score" cx={x(value)} cy={height / 2} r={5} />}
            </svg>
            <span className="numbers">
              {value === null ? (
                <span className="sub">not measured: {missing ?? 'no reason given'}</span>
              ) : (
                <>
                  {fraction(value)}{' '}
                  <small>{interval === null ? `no interval: ${missing ?? ''}` : fractionRange(interval)}</small>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="sub">The vertical line is zero. Intervals are 95 %.</p>
    </div>
  );
}
