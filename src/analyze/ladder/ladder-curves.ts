import { type CategoricalOutcome, categoricalTerms, truthOf } from '../../outcome-kinds/categorical.ts';
import { modeOf } from '../../outcome-kinds/item-rule.ts';
import type { LadderCurve, LadderFinding, RungScore } from '../../results/ladder.ts';
import type { Quantity } from '../../results/quantity.ts';
import { holm } from '../../stats/holm.ts';
import { estimateAll, minIntervalClusters, ratioOfSums, twoSidedP } from '../../stats/jackknife.ts';

/** One property of one item on a ladder, predicted by one model. */
export interface LadderUnit {
  /** Task and property. */
  readonly group: string;
  readonly cluster: string;
  readonly outcome: CategoricalOutcome;
  /** The most frequent value of the other models; null where they have none. */
  readonly other: string | null;
}

/** Sums of one cluster at one rung. */
const columns = ['n', 'right', 'constant', 'read', 'again', 'againN', 'other', 'otherN'] as const;
type Column = (typeof columns)[number];

/** A rung that has units. */
interface Place {
  readonly rung: number;
  readonly label: string;
  /** Number of units, with and without a truth. */
  readonly units: number;
}

/**
 * Returns the curve of each axis of one model. The best constant answer is the most frequent value of each rung on the
 * scored units themselves, which no prediction can know: a model that answers the same everywhere is never above it.
 */
export function ladderCurves(units: readonly LadderUnit[]): readonly LadderCurve[] {
  const axes = Map.groupBy(
    units.filter(({ outcome }) => outcome.rung !== undefined),
    ({ outcome }) => outcome.rung?.axis ?? '',
  );
  const curves = [...axes].map(([axis, own]) => curveOf(axis, own));
  const tested = curves.flatMap(({ rungs }) => rungs.flatMap((rung) => (rung.p === null ? [] : [{ rung, p: rung.p }])));
  const adjusted = new Map(holm(tested.map(({ p }) => p)).map((p, index) => [tested[index]?.rung, p]));
  return curves.map((curve) => withVerdict(curve, (rung) => adjusted.get(rung) ?? null));
}

const level = 0.05;

/** Adds the adjusted p values and what they decide. */
function withVerdict(curve: LadderCurve, adjustedOf: (rung: RungScore) => number | null): LadderCurve {
  const rungs = curve.rungs.map((rung): RungScore => {
    const adjusted = adjustedOf(rung);
    return { ...rung, adjusted, isAbove: adjusted !== null && adjusted < level && (rung.gain.value ?? 0) > 0 };
  });
  const last = rungs.findLastIndex(({ isAbove }) => isAbove);
  return { ...curve, rungs, notAboveFrom: rungs[last + 1]?.label ?? null };
}

function curveOf(axis: string, units: readonly LadderUnit[]): LadderCurve {
  const places = placesOf(units);
  const clusters = sumsOf(units, places);
  const at = (totals: ArrayLike<number>, index: number, column: Column) =>
    totals[index * columns.length + columns.indexOf(column)] ?? 0;
  const share = (totals: ArrayLike<number>, index: number, [part, all]: readonly [Column, Column]) => {
    const n = at(totals, index, all);
    return n === 0 ? null : at(totals, index, part) / n;
  };
  const gainOf = (totals: ArrayLike<number>, index: number) => {
    const [score, constant] = [share(totals, index, ['right', 'n']), share(totals, index, ['constant', 'n'])];
    return score === null || constant === null ? null : score - constant;
  };
  const numbers = places.map(({ rung }) => rung);
  const perRung = 5;
  const estimates = estimateAll({ clusters, n: units.length }, (totals) => [
    ...places.flatMap((_, index) => [
      share(totals, index, ['right', 'n']),
      share(totals, index, ['constant', 'n']),
      gainOf(totals, index),
      share(totals, index, ['again', 'againN']),
      share(totals, index, ['other', 'otherN']),
    ]),
    slopeOf(
      numbers,
      places.map((_, index) => share(totals, index, ['right', 'n'])),
    ),
    slopeOf(
      numbers,
      places.map((_, index) => gainOf(totals, index)),
    ),
  ]);
  const rungs = places.map(({ rung, label, units: all }, index): RungScore => {
    const having = clusters.filter((sums) => at(sums, index, 'n') > 0);
    const n = having.reduce((sum, sums) => sum + at(sums, index, 'n'), 0);
    const own = estimates.slice(perRung * index, perRung * (index + 1)).map((each) => {
      const reason = each.value === null && n === 0 ? 'no unit has a most frequent value' : each.missing;
      return { ...each, n, clusters: having.length, missing: reason };
    });
    const [score, constant, gain, reexecution, others] = own as [Quantity, Quantity, Quantity, Quantity, Quantity]; // `perRung`
    const error = ratioOfSums(
      having.map((sums) => at(sums, index, 'right') - at(sums, index, 'constant')),
      having.map((sums) => at(sums, index, 'n')),
    );
    return {
      ...{ rung, label, score, constant, gain, reexecution, others },
      known: all === 0 ? 0 : n / all,
      read: n === 0 ? null : having.reduce((sum, sums) => sum + at(sums, index, 'read'), 0) / n,
      p: having.length < minIntervalClusters || error === null ? null : twoSidedP(error),
      ...{ adjusted: null, isAbove: false },
    };
  });
  const [slope, gainSlope] = estimates.slice(perRung * places.length) as [Quantity, Quantity];
  return { axis, rungs, slope, gainSlope, notAboveFrom: null };
}

function placesOf(units: readonly LadderUnit[]): readonly Place[] {
  const found = Map.groupBy(units, ({ outcome }) => outcome.rung?.rung ?? 0);
  return [...found]
    .map(([rung, own]) => ({ rung, label: own[0]?.outcome.rung?.label ?? '', units: own.length }))
    .toSorted((one, other) => one.rung - other.rung);
}

/** Returns the sums of each cluster: the columns of every rung, one rung after the other. */
function sumsOf(units: readonly LadderUnit[], places: readonly Place[]): readonly Float64Array[] {
  const known = units.flatMap((unit) => {
    const truth = truthOf(unit.outcome);
    const terms = categoricalTerms(unit.outcome, 'failures-wrong', truth);
    return truth.kind === 'known' && terms.rows > 0 ? [{ unit, truth: truth.value, terms }] : [];
  });
  const modes = new Map(
    [...Map.groupBy(known, ({ unit }) => unit.group)].map(([group, own]) => [
      group,
      modeOf(own.map(({ truth }) => truth)),
    ]),
  );
  const sums = new Map<string, Float64Array>();
  for (const { unit, truth, terms } of known) {
    const own = sums.get(unit.cluster) ?? new Float64Array(places.length * columns.length);
    sums.set(unit.cluster, own);
    const first = columns.length * places.findIndex(({ rung }) => rung === unit.outcome.rung?.rung);
    const add = (column: Column, amount: number) => {
      const index = first + columns.indexOf(column);
      own[index] = (own[index] as number) + amount;
    };
    add('n', 1);
    add('right', terms.right);
    add('constant', Number(modes.get(unit.group) === truth));
    add('read', terms.answered);
    add('again', terms.reExecutionRight);
    add('againN', terms.reExecutions);
    add('other', Number(unit.other === truth));
    add('otherN', Number(unit.other !== null));
  }
  return [...sums.values()];
}

/** Returns the least-squares slope of values over their places; null below two values. */
export function slopeOf(places: readonly number[], values: readonly (number | null)[]): number | null {
  const points = values.flatMap((y, index) => (y === null ? [] : [{ x: places[index] ?? 0, y }]));
  if (points.length < 2) return null;
  const mean = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
}

/** Units of one model of a run on ladders. */
export interface LadderModel extends Pick<LadderFinding, 'run' | 'experiment' | 'condition' | 'model'> {
  readonly units: readonly LadderUnit[];
}

/** Returns the curves of all models that predict; empty without items on a ladder. */
export function ladderFindings(models: readonly LadderModel[]): readonly LadderFinding[] {
  return models
    .filter(({ units }) => units.some(({ outcome }) => outcome.predictions.some(isAsked)))
    .flatMap(({ units, ...place }) => ladderCurves(units).map((curve) => ({ ...place, ...curve })));
}

function isAsked(part: LadderUnit['outcome']['predictions'][number]): boolean {
  return part.kind === 'present' || part.reason !== 'not-asked';
}
