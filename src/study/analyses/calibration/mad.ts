/** Maximum number of bins. */
const maxBins = 10;

/** Points with one executed share. */
interface EqualShares {
  n: number;
  distance: number;
}

/**
 * Adds up points for the mean absolute deviation in percentage points: the unweighted mean over at most ten equal-count
 * bins of the executed share of 100 |mean executed - mean predicted| (Binder et al., arXiv 2410.13787, section 4). Equal
 * executed shares stay in one bin. It is above 0 even for a perfect predictor: read it with its excess.
 */
export class DeviationTally {
  readonly #shares = new Map<number, EqualShares>();
  #n = 0;

  add(executed: number, predicted: number): void {
    const distance = executed - predicted;
    const known = this.#shares.get(executed);
    if (known === undefined) this.#shares.set(executed, { n: 1, distance });
    else {
      known.n += 1;
      known.distance += distance;
    }
    this.#n += 1;
  }

  /** Returns the deviation; null with fewer than two bins. */
  deviation(): number | null {
    let [sum, bins, taken] = [0, 0, 0];
    let bin: EqualShares = { n: 0, distance: 0 };
    const close = () => {
      sum += Math.abs(bin.distance) / bin.n;
      bins += 1;
      bin = { n: 0, distance: 0 };
    };
    for (const [, { n, distance }] of [...this.#shares].sort(([a], [b]) => a - b)) {
      if (bin.n > 0 && taken * maxBins >= (bins + 1) * this.#n) close();
      bin.n += n;
      bin.distance += distance;
      taken += n;
    }
    if (bin.n > 0) close();
    return bins < 2 ? null : (100 * sum) / bins;
  }
}
