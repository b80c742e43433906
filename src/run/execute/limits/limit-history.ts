import type { LimitPoint } from '../../../domain/endpoint-record.ts';

const mostPoints = 200;

/** Changes of a limit over time, in bounded memory. */
export class LimitHistory {
  readonly #maxInFlight: number;
  #points: LimitPoint[] = [];

  constructor(maxInFlight: number) {
    this.#maxInFlight = maxInFlight;
  }

  get points(): readonly LimitPoint[] {
    return this.#points;
  }

  /** Records a point if it is informative: a reason other than growth, growth by a tenth, or growth to the maximum. */
  add(point: LimitPoint): void {
    const last = this.#points.at(-1);
    const small = last !== undefined && point.limit - last.limit < 0.1 * last.limit;
    if (point.why === 'grew' && small && point.limit !== this.#maxInFlight) return;
    this.#points.push(point);
    if (this.#points.length > mostPoints) this.#points = thinned(this.#points);
  }
}

/** Returns every second point of the older half, and all of the newer half. */
function thinned(points: readonly LimitPoint[]): LimitPoint[] {
  return points.filter((_, index) => index % 2 === 0 || index >= points.length / 2);
}

/** Returns a limit rounded for storage and display: whole above 10, else to two digits. */
export function roundedLimit(limit: number): number {
  return limit >= 10 ? Math.round(limit) : Number(limit.toPrecision(2));
}
