import { displayNames } from '../../results/display-names.ts';
import type { LadderCurve, RungScore } from '../../results/ladder.ts';
import type { Quantity } from '../../results/quantity.ts';
import { type CurvePoint, curvePanels } from './marks/curve-panels.ts';
import { intervalText, numberText } from './marks/number-text.ts';
import type { Figure } from './render/figure.ts';

/** A curve with the name of its panel and of its series. */
interface DrawnCurve extends Pick<LadderCurve, 'axis' | 'rungs'> {
  readonly panel: string;
  readonly series: string;
}

/** Series of the references, which are drawn once in each panel. */
const references = [
  [displayNames.bestConstant, ({ constant }) => constant],
  [displayNames.reexecution, ({ reexecution }) => reexecution],
  ['other models', ({ others }) => others],
] as const satisfies readonly (readonly [string, (rung: RungScore) => Quantity])[];

type Reference = (typeof references)[number][0];

/** Draws scores by rung: a panel for each model and axis, with the `shown` references of its first curve. */
export function ladderFigure(
  curves: readonly DrawnCurve[],
  name: string,
  shown: readonly Reference[] = references.map(([reference]) => reference),
): Figure {
  const title = 'Where does self-prediction break?';
  const drawn = references.filter(([reference]) => shown.includes(reference));
  const panels = Map.groupBy(curves, ({ panel }) => panel);
  const points = [...panels].flatMap(([panel, own]) => [
    ...own.flatMap(({ series, rungs }) => pointsOf({ panel, series }, rungs, ({ score }) => score)),
    ...drawn.flatMap(([series, of]) => pointsOf({ panel, series }, own[0]?.rungs ?? [], of)),
  ]);
  if (points.length === 0)
    return { kind: 'absent', name, title, reason: 'needs items on a ladder (seb data print property/ladder)' };
  return {
    kind: 'drawn',
    name,
    title,
    caption:
      'Share of right predictions at each rung, from the easiest (1), with 95 % intervals over strings. The table lists the tasks.',
    ...curvePanels({
      points,
      xTitle: 'rung, from the easiest',
      yTitle: 'right predictions',
      axis: 'steps',
      columns: axesOf(curves, points),
    }),
  };
}

/** Returns the number of panels in a row: the axes of a model, so that each model is a row. */
function axesOf(curves: readonly DrawnCurve[], points: readonly CurvePoint[]): number {
  const drawn = new Set(points.map(({ panel }) => panel));
  const axes = new Set(curves.flatMap(({ axis, panel }) => (drawn.has(panel) ? [axis] : []))).size;
  return axes >= minColumns && axes <= maxColumns ? axes : minColumns;
}

const minColumns = 2;
const maxColumns = 3;

function pointsOf(
  place: Pick<CurvePoint, 'panel' | 'series'>,
  rungs: readonly RungScore[],
  of: (rung: RungScore) => Quantity,
): readonly CurvePoint[] {
  return rungs.flatMap((rung): readonly CurvePoint[] => {
    const { value, interval } = of(rung);
    if (value === null) return [];
    const tip =
      `${place.panel} · ${place.series} · ${rung.label}: ${numberText(value, 'share')} ${intervalText(interval, 'share')}`.trimEnd();
    return [
      { ...place, x: rung.rung, y: value, low: interval?.[0] ?? null, high: interval?.[1] ?? null, n: null, tip },
    ];
  });
}
