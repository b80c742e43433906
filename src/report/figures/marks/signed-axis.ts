/** An axis of differences with 0 in its middle. */

/** A value with the ends of its interval; null without one. */
interface Reach {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** Returns the end of an axis from `-end` to `end` that has all intervals, and `room` times as much space; above 0. */
export function symmetricDomain(rows: readonly Reach[], room: number): number {
  const reach = Math.max(
    0,
    ...rows.flatMap(({ value, low, high }) => [value, low, high].map((end) => Math.abs(end ?? 0))),
  );
  return reach === 0 ? 1 : reach * room;
}

/** Reach of the widest panel, in that of the narrowest, up to which panels share an axis: beyond it, bars would be dots. */
const maxSharedReach = 3;

/** Ends of the axes of panels whose values have the same unit. */
interface PanelDomains {
  readonly ends: readonly number[];
  readonly isShared: boolean;
}

/**
 * Returns the end of each panel's axis, `room` times as wide as its intervals: one for all, so that bars compare, unless the widest
 * panel reaches over three times as far as the narrowest.
 */
export function panelDomains(panels: readonly (readonly Reach[])[], room: number): PanelDomains {
  const own = panels.map((rows) => symmetricDomain(rows, room));
  const [least, most] = [Math.min(...own), Math.max(...own)];
  return most > maxSharedReach * least ? { ends: own, isShared: false } : { ends: own.map(() => most), isShared: true };
}

/** What a figure says whose panels do not share their axis. */
export const ownAxes = 'Each task has its own axis.';

/** Pixels from one label to the next at least. */
const minLabelSpace = 56;
/** Pixels of the widest label, which no label stands beyond the panel by half of: panels below each other stay aligned. */
const maxLabelWidth = 40;

/** Returns an axis with a label at round distances from 0 on both sides, each with its sign. */
export function signedAxis(
  end: number,
  { width, fontSize }: { readonly width: number; readonly fontSize: number },
): object {
  const least = (minLabelSpace * 2 * end) / width;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 2.5, 5, 10].find((times) => times * power >= least) ?? 10);
  const count = Math.max(1, Math.floor((end * (1 - maxLabelWidth / width)) / step));
  const values = Array.from({ length: 2 * count + 1 }, (_, index) => Number(((index - count) * step).toPrecision(6)));
  return {
    values,
    labelExpr: `datum.value === 0 ? '0' : format(datum.value, '+.3~g')`,
    ...{ labelFlush: false, labelFontSize: fontSize, titleFontSize: fontSize, titlePadding: 6 },
  };
}
