/** Returns the labels of an axis of shares as reports print them: `50 %`. */
export function shareAxis(tickCount: number): object {
  return { labelExpr: "format(100 * datum.value, '.3~g') + ' %'", tickCount };
}

/** Ends of an interval; null without one. */
interface Ends {
  readonly low: number | null;
  readonly high: number | null;
}

/** Returns the part of an interval of a share that can be drawn: symmetric intervals of few items leave 0 to 1. */
export function withinShares({ low, high }: Ends): Ends {
  return { low: low === null ? null : Math.max(0, low), high: high === null ? null : Math.min(1, high) };
}

/** Returns the labels of an axis of differences of shares, in points: `+5`, `−5`. */
export function pointsAxis(tickCount: number): object {
  return {
    labelExpr: "abs(datum.value) < 1e-9 ? '0' : (datum.value > 0 ? '+' : '') + format(100 * datum.value, '.3~g')",
    tickCount,
  };
}
