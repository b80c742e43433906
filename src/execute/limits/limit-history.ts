import type { LimitPoint } from '../../domain/endpoint-record.ts';

const mostPoints = 200;

/** The changes of a limit over time, in bounded memory. */
export class LimitHistory {
  readonly #ceiling: number;
  #points: LimitPoint[] = [];

  constructor(ceiling: number) {
    this.#ceiling = ceiling;
  }

  get points(): readonly LimitPoint[] {
    return this.#points;
  }

  /** Keeps a point when it says something new: another reason than growth, growth of a tenth, or to the ceiling. */
  add(point: LimitPoint): void {
    const last = this.#points.at(-1);
    const small = last !== undefined && point.limit - last.limit < 0.1 * last.limit;
    if (point.why === 'grew' && small && point.limit !== this.#ceiling) return;
    this.#points.push(point);
    if (this.#points.length > mostPoints) this.#points = thinned(this.#points);
  }
}

/** Every second point of the older half, and all of the newer one. */
function thinned(points: readonly LimitPoint[]): LimitPoint[] {
  return points.filter((_, index) => index % 2 === 0 || index >= points.length / 2);
}

/** A limit as it is kept and shown: whole above 10, else to two digits. */
export function roundedLimit(limit: number): number {
  return limit >= 10 ? Math.round(limit) : Number(limit.toPrecision(2));
}
