/** Returns the labels of an axis of shares as reports print them: `50 %`. */
export function shareAxis(tickCount: number): object {
  return { labelExpr: "format(100 * datum.value, '.3~g') + ' %'", tickCount };
}

/** Returns the labels of an axis of differences of shares, in points: `+5`, `−5`. */
export function pointsAxis(tickCount: number): object {
  return {
    labelExpr: "abs(datum.value) < 1e-9 ? '0' : (datum.value > 0 ? '+' : '') + format(100 * datum.value, '.3~g')",
    tickCount,
  };
}
