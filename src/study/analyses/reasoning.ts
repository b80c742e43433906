import type { Contrast } from '../../results/contrast.ts';
import type { Quantity } from '../../results/quantity.ts';
import type { Arm, ArmInModes, ReasoningChange, ReasoningEffects } from '../../results/study-result.ts';
import { holm } from '../../stats/holm.ts';
import {
  isAboveZero,
  isBelowZero,
  jackknifeAll,
  minIntervalClusters,
  missingEstimate,
  totalsOf,
  twoSidedP,
} from '../../stats/jackknife.ts';
import { detectableMean } from '../../stats/power.ts';
import { asShare, readable } from './accuracy.ts';
import { type AlignedItem, alignRows, answered, hit } from './aligned-items.ts';
import { minCoverage, usedGroups } from './groups.ts';
import { estimateOverTrainings, type OverTrainings } from './over-trainings.ts';
import { fewestTrainings, intervalOverTrainings, overTrainings } from './pair-estimates.ts';
import { RateTable, tablePart } from './rate-table.ts';
import type { ModeRows, PredictionRow } from './rows.ts';
import type { RulesOfTargets } from './rules.ts';
import { smallestEffect, type VarianceParts } from './study-power.ts';
import { wordOfFewTrainings } from './verdict.ts';

interface Options {
  readonly rules: RulesOfTargets;
}

const level = 0.05;
const order: readonly Arm[] = ['untrained', 'self', 'cross', 'near-copy', 'scramble'];

/** Compares the modes: in each arm, and between the self-trained and the untrained model. */
export function reasoningEffects({ direct, deliberate }: ModeRows, options: Options): ReasoningEffects {
  const cells = cellsOf(direct, deliberate);
  const arms = cells.map((cell) => ({ cell, contrast: contrastOf(inModes(cell)) }));
  const changes = cells.flatMap((self) => {
    if (self.arm !== 'self') return [];
    const untrained = cells.find(({ arm, target }) => arm === 'untrained' && target === self.target);
    if (untrained === undefined) return [];
    const before = inModes(untrained).map(({ weight, ...each }) => ({ ...each, weight: -weight }));
    return [{ self, untrained, contrast: contrastOf([...inModes(self), ...before]) }];
  });
  const coverages = new Map(cells.map((cell) => [cell, coverageOf(cell)]));
  const reasonOf = (own: readonly Cell[]) => {
    const shares = own.flatMap((cell) => Object.values(coverages.get(cell) ?? {}));
    const lowest = Math.min(...shares.filter((share) => share !== null));
    return lowest < minCoverage ? `withheld: ${(100 * lowest).toFixed(0)} % of predictions could be read` : null;
  };
  const all = [
    ...arms.map(({ cell, contrast }) => withheld(contrast, reasonOf([cell]))),
    ...changes.map(({ self, untrained, contrast }) => withheld(contrast, reasonOf([self, untrained]))),
  ];
  const tested = testedOf(all);
  return {
    tests: all.filter(({ p }) => p !== null).length,
    arms: arms.map(({ cell }, index) => ({ ...armIn(cell, options), ...(tested[index] as Found) })),
    changes: changes.map(({ self, untrained }, index) => {
      const gains = gainsOf(self, untrained);
      const shown = (gain: Quantity, reason: string | null) => (reason === null ? gain : missingEstimate(reason));
      return {
        base: self.base,
        untrained: shown(gains.untrained, reasonOf([untrained])),
        self: shown(gains.self, reasonOf([self])),
        ...(tested[arms.length + index] as Found),
      };
    }),
  };
}

/** The predictions of one training of an arm in both modes. */
interface TrainingInModes {
  readonly direct: readonly PredictionRow[];
  readonly deliberate: readonly PredictionRow[];
}

/** The predictions of one arm about its target in both modes, of each of its trainings; one of what was not trained. */
interface Cell extends Pick<ArmInModes, 'predictor' | 'base' | 'arm' | 'trainedOn' | 'target'> {
  readonly trainings: readonly TrainingInModes[];
}

function cellsOf(direct: readonly PredictionRow[], deliberate: readonly PredictionRow[]): readonly Cell[] {
  const isOwn = ({ trainedOn, base, target, split }: PredictionRow) =>
    target === (trainedOn ?? base) && split !== 'train';
  const second = Map.groupBy(deliberate.filter(isOwn), ({ predictor }) => predictor);
  const own = direct.filter(isOwn);
  return [...Map.groupBy(own, ({ base, arm, target }) => JSON.stringify([base, arm, target])).values()]
    .flatMap((rows): readonly Cell[] => {
      const [first] = rows;
      if (first === undefined) return [];
      const { predictor, base, arm, trainedOn, target } = first;
      const trainings = [...Map.groupBy(rows, (row) => row.predictor)].map(([name, of]) => {
        return { direct: of, deliberate: second.get(name) ?? [] };
      });
      return [{ predictor, base, arm, trainedOn, target, trainings }];
    })
    .toSorted((one, other) => order.indexOf(one.arm) - order.indexOf(other.arm));
}

/** Returns the number of trainings of an arm; null for one that was not trained. */
function trainingsOf({ arm, trainings }: Cell): number | null {
  return arm === 'untrained' ? null : trainings.length;
}

/** Returns the predictions of an arm with their weights in its difference: each training has the same. */
function inModes(cell: Cell): Weighted {
  const { trainings } = cell;
  return trainings.flatMap(({ direct, deliberate }, index) => {
    const training = trainingsOf(cell) === null ? null : index;
    const weight = 1 / trainings.length;
    return [
      { rows: deliberate, weight, training },
      { rows: direct, weight: -weight, training },
    ];
  });
}

function coverageOf({ trainings }: Cell): ArmInModes['coverage'] {
  const share = (rows: readonly PredictionRow[]) => {
    const known = rows.filter(({ truth }) => truth !== null);
    return known.length === 0 ? null : known.filter(({ prediction }) => prediction !== null).length / known.length;
  };
  return {
    direct: share(trainings.flatMap(({ direct }) => direct)),
    deliberate: share(trainings.flatMap(({ deliberate }) => deliberate)),
  };
}

/** Returns the rows of each training of an arm: all direct ones, then all deliberate ones; and which cells these are. */
function cellsIn({ trainings }: Cell, first = 0) {
  const places = trainings.map((_, index) => first + index);
  return {
    rows: [...trainings.map(({ direct }) => direct), ...trainings.map(({ deliberate }) => deliberate)],
    direct: places,
    deliberate: places.map((place) => place + trainings.length),
  };
}

function armIn(cell: Cell, options: Options) {
  const { predictor, base, arm, trainedOn, target } = cell;
  const { rows, direct, deliberate } = cellsIn(cell);
  const items = alignRows(rows);
  const groups = usedGroups([items]).used;
  const rule = options.rules.get(target)?.get('mode');
  const constant = ({ rows: [row], truth }: (typeof items)[number]) =>
    Number(row !== undefined && rule?.({ ...row, truth }) === truth);
  const tableOf = (one: readonly number[], other: readonly number[]) =>
    new RateTable(
      [tablePart(items, [hit(...one), hit(...other), constant, answered(...one), answered(...other)])],
      groups,
    );
  const table = tableOf(direct, deliberate);
  const found = estimateOverTrainings(
    {
      ...{ clusters: table.clusters, n: table.n, trainings: trainingsOf(cell) },
      arms: [
        direct.map((place, index) => totalsOf(tableOf([place], [deliberate[index] as number]).clusters)), // as many
      ],
    },
    (totals) => {
      const [one, other, best, ...read] = [0, 1, 2, 3, 4].map((score) => table.macro(totals, 0, score));
      const less = (value: number | null = null) => (value === null || best == null ? null : value - best);
      return [one ?? null, other ?? null, best ?? null, less(one), less(other), ...read];
    },
  ).map(({ quantity }) => quantity) as [Quantity, Quantity, Quantity, Quantity, Quantity, Quantity, Quantity];
  const shares = { direct: found[5].value, deliberate: found[6].value };
  return {
    ...{ predictor, base, arm, trainedOn, target, constant: asShare(found[2]), coverage: shares },
    trainings: trainingsOf(cell),
    direct: readable(asShare(found[0]), shares.direct),
    deliberate: readable(asShare(found[1]), shares.deliberate),
    gain: { direct: readable(found[3], shares.direct), deliberate: readable(found[4], shares.deliberate) },
  };
}

function gainsOf(self: Cell, untrained: Cell): Pick<ReasoningChange, 'untrained' | 'self'> {
  const own = cellsIn(self);
  const before = cellsIn(untrained, own.rows.length);
  const items = alignRows([...own.rows, ...before.rows]);
  const groups = usedGroups([items]).used;
  const tableOf = (direct: readonly number[], deliberate: readonly number[]) =>
    new RateTable(
      [
        tablePart(
          items,
          [direct, deliberate, before.direct, before.deliberate].map((cells) => hit(...cells)),
        ),
      ],
      groups,
    );
  const table = tableOf(own.direct, own.deliberate);
  const values = (totals: Float64Array) =>
    [0, 2].map((first) => {
      const [direct, deliberate] = [table.macro(totals, 0, first), table.macro(totals, 0, first + 1)];
      return direct === null || deliberate === null ? null : deliberate - direct;
    });
  const sums = { clusters: table.clusters, n: table.n };
  const arms = [
    own.direct.map((place, index) => totalsOf(tableOf([place], [own.deliberate[index] as number]).clusters)), // as many
  ];
  const of = (place: number, trainings: number | null) =>
    estimateOverTrainings({ ...sums, arms, trainings }, values)[place]?.quantity as Quantity;
  return { self: of(0, trainingsOf(self)), untrained: of(1, null) };
}

/** Withholds a difference of which fewer than half of the predictions in one mode could be read. */
function withheld(contrast: ModeContrast, reason: string | null): ModeContrast {
  if (reason === null) return contrast;
  return {
    ...contrast,
    difference: missingEstimate(reason),
    read: null,
    p: null,
    isEqual: false,
    detectable: () => null,
  };
}

type Found = Pick<ArmInModes, 'difference' | 'read' | 'isEqual'>;

/** Adjusts the tests together (Holm), and decides each. */
function testedOf(contrasts: readonly ModeContrast[]): readonly Found[] {
  const places = contrasts.flatMap(({ p }, place) => (p === null ? [] : [{ p, place }]));
  const adjusted = new Map(holm(places.map(({ p }) => p)).map((p, rank) => [places[rank]?.place, p]));
  return contrasts.map((contrast, place) => {
    const { difference, read, isEqual, p, detectable } = contrast;
    const own = adjusted.get(place) ?? null;
    const tested = {
      ...{ a: 'deliberate', b: 'direct', quantity: difference, p, adjusted: own, family: places.length },
      ...wordOf(contrast, own),
      detectable: p === null ? null : detectable(1 - level / places.length),
    };
    return { difference: tested, read, isEqual };
  });
}

function wordOf(
  { difference, read, isEqual, trainings }: ModeContrast,
  p: number | null,
): Pick<Contrast, 'test' | 'word' | 'reason'> {
  const found = (word: Contrast['word']) => ({ test: 't', word, reason: null }) as const;
  const few = trainings === null || difference.value === null ? null : wordOfFewTrainings(trainings);
  if (few !== null) return { test: null, ...few };
  if (isEqual) return found('no difference found');
  if (difference.value === null || difference.interval === null || p === null)
    return { test: null, word: 'not measured', reason: difference.missing ?? 'no interval' };
  const isSmall = p <= level;
  const [above, below] = [isAboveZero, isBelowZero].map((lies) => lies(difference) && (read === null || lies(read)));
  if (isSmall && above) return found('higher');
  if (isSmall && below) return found('lower');
  return found('no difference found');
}

/** Predictions about one target, with the weight of their accuracy in a difference. */
interface WeightedRows {
  readonly rows: readonly PredictionRow[];
  readonly weight: number;
  /** Number of the training of the one arm of the difference that was trained; null for an arm that was not. */
  readonly training: number | null;
}

/** The compared predictions; their weights sum to 0. */
type Weighted = readonly WeightedRows[];

/** A difference of accuracies on the rows that all compared predictors share, with its test. */
interface ModeContrast {
  /** Mean over groups of task and property; an unreadable prediction counts as wrong. */
  readonly difference: Quantity;
  /** The difference on the rows that all predictors answered; null where they answered all. */
  readonly read: Quantity | null;
  /**
   * Two-sided p by t over strings and trainings, not adjusted; null for an arm that was trained fewer than three times. Where some predictions cannot be read, the larger of the p on all rows and on
   * answered ones, and 1 where they have opposite signs. Null without rows.
   */
  readonly p: number | null;
  /** Trainings of the arm that was trained; null where none was. */
  readonly trainings: number | null;
  /** Whether no string differs. */
  readonly isEqual: boolean;
  /** Returns the smallest difference that 80 % of such studies find at a two-sided level; null where it is unknown. */
  readonly detectable: (level: number) => number | null;
}

/** Compares weighted accuracies; gives the reason where no group has enough shared rows. */
export function contrastOf(cells: Weighted): ModeContrast {
  const items = alignRows(cells.map(({ rows }) => rows));
  const all = differenceOf(items, cells);
  const answered = items.filter((item) => item.rows.every(({ prediction }) => prediction !== null));
  const isEqual = all.byString.length > 0 && all.byString.every((difference) => difference === 0);
  const trainings = trainingsIn(cells);
  const isTested = trainings === null || trainings >= fewestTrainings;
  const tested = (p: number | null) => (isTested ? p : null);
  const common = { difference: all.difference, isEqual, trainings };
  if (answered.length === items.length)
    return { ...common, read: null, p: tested(all.p), detectable: detectableIn([all]) };
  const read = differenceOf(answered, cells);
  return { ...common, read: read.difference, p: tested(largerP(all, read)), detectable: detectableIn([all, read]) };
}

/** Returns how many trainings of an arm a difference has; null where no arm of it was trained. */
function trainingsIn(cells: Weighted): number | null {
  const all = new Set(cells.flatMap(({ training }) => training ?? []));
  return all.size === 0 ? null : all.size;
}

/** A difference, what each string adds to it, its p, and what its variance consists of. */
interface Difference {
  readonly difference: Quantity;
  readonly byString: readonly number[];
  readonly p: number | null;
  readonly parts: VarianceParts | null;
}

function differenceOf(items: readonly AlignedItem[], cells: Weighted): Difference {
  const groups = usedGroups([items]).used;
  if (groups.length === 0) {
    const difference = missingEstimate('no group has enough rows in both modes');
    return { difference, byString: [], p: null, parts: null };
  }
  const scores = cells.map((_, cell) => hit(cell));
  const table = new RateTable([tablePart(items, scores)], groups);
  const trainings = trainingsIn(cells);
  const weightsOf = (training: number | null) =>
    cells.map(({ weight, training: own }) =>
      training === null || own === null ? weight : own === training ? weight * (trainings ?? 1) : 0,
    );
  const weighted = (weights: readonly number[], value: (score: number) => number | null) => {
    let sum = 0;
    for (const [score, weight] of weights.entries()) {
      if (weight === 0) continue;
      const own = value(score);
      if (own === null) return null;
      sum += weight * own;
    }
    return sum;
  };
  const totals = totalsOf(table.clusters);
  const means = weightsOf(null);
  const macro = (sums: Float64Array) => [weighted(means, (score) => table.macro(sums, 0, score))];
  const ofTrainings = Array.from({ length: trainings ?? 0 }, (_, training) => {
    const weights = weightsOf(training);
    return weighted(weights, (score) => table.macro(totals, 0, score));
  });
  const strings = jackknifeAll(table.clusters, macro)[0] ?? null;
  const isVaried = trainings !== null && trainings >= fewestTrainings;
  const estimate = overTrainings(strings, isVaried ? [ofTrainings.map((value) => value ?? Number.NaN)] : []);
  const [{ quantity }] = estimateOverTrainings(
    { clusters: table.clusters, n: table.n, arms: [], trainings: null },
    macro,
  ) as [OverTrainings];
  const byString = table.clusters.map((sums) => {
    const ofGroup = (group: number) =>
      (weighted(means, (score) => table.sum(sums, { part: 0, score, group })) ?? 0) / table.count(totals, 0, group);
    const parts = groups.map((_, group) => ofGroup(group));
    return (parts.reduce((sum, part) => sum + part, 0) / groups.length) * table.clusters.length;
  });
  return {
    difference: trainings === null ? quantity : intervalOverTrainings(quantity, estimate, trainings),
    byString,
    p: estimate === null ? null : twoSidedP(estimate),
    parts: estimate?.parts ?? null,
  };
}

function largerP(all: Difference, read: Difference): number | null {
  if (all.p === null) return null;
  const [one, other] = [all.difference.value, read.difference.value];
  if (read.p === null || one === null || other === null || Math.sign(one) !== Math.sign(other)) return 1;
  return Math.max(all.p, read.p);
}

function detectableIn(differences: readonly Difference[]): ModeContrast['detectable'] {
  return (level) => {
    const found = differences.map(({ byString, parts }) => {
      if (byString.length < minIntervalClusters) return null;
      if (parts !== null && parts.trainings.length > 0)
        return smallestEffect([{ parts, level: (1 - level) / 2, shift: 0 }]);
      return detectableMean(
        byString.map((difference) => [difference, 1]),
        level,
      );
    });
    return found.some((each) => each === null) ? null : Math.max(...(found as readonly number[]));
  };
}
