import type { Contrast } from '../../results/contrast.ts';
import type { Quantity } from '../../results/quantity.ts';
import type { Arm, ArmInModes, ReasoningChange, ReasoningEffects } from '../../results/study-result.ts';
import { holm } from '../../stats/holm.ts';
import {
  estimateAll,
  isAboveZero,
  isBelowZero,
  jackknife,
  minIntervalClusters,
  missingEstimate,
  totalsOf,
  twoSidedP,
} from '../../stats/jackknife.ts';
import { detectableMean } from '../../stats/power.ts';
import { readable } from './accuracy.ts';
import { type AlignedItem, alignRows, answered, hit } from './aligned-items.ts';
import { minCoverage, usedGroups } from './groups.ts';
import { RateTable, tablePart } from './rate-table.ts';
import type { ModeRows, PredictionRow } from './rows.ts';
import type { RulesOfTargets } from './rules.ts';

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
    const four = [...inModes(self), ...inModes(untrained).map(([rows, weight]) => [rows, -weight] as const)];
    return [{ self, untrained, contrast: contrastOf(four) }];
  });
  const coverages = new Map(cells.map((cell) => [cell.predictor, coverageOf(cell)]));
  const reasonOf = (own: readonly Cell[]) => {
    const shares = own.flatMap(({ predictor }) => Object.values(coverages.get(predictor) ?? {}));
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

/** The predictions of one arm about its target in both modes. */
interface Cell extends Pick<ArmInModes, 'predictor' | 'base' | 'arm' | 'trainedOn' | 'target'> {
  readonly direct: readonly PredictionRow[];
  readonly deliberate: readonly PredictionRow[];
}

function cellsOf(direct: readonly PredictionRow[], deliberate: readonly PredictionRow[]): readonly Cell[] {
  const isOwn = ({ trainedOn, base, target, split }: PredictionRow) =>
    target === (trainedOn ?? base) && split !== 'train';
  const second = Map.groupBy(deliberate.filter(isOwn), ({ predictor }) => predictor);
  return [...Map.groupBy(direct.filter(isOwn), ({ predictor }) => predictor)]
    .flatMap(([predictor, own]): readonly Cell[] => {
      const [first] = own;
      if (first === undefined) return [];
      const { base, arm, trainedOn, target } = first;
      return [{ predictor, base, arm, trainedOn, target, direct: own, deliberate: second.get(predictor) ?? [] }];
    })
    .toSorted((one, other) => order.indexOf(one.arm) - order.indexOf(other.arm));
}

function inModes({ direct, deliberate }: Cell) {
  return [[deliberate, 1] as const, [direct, -1] as const];
}

function coverageOf({ direct, deliberate }: Cell): ArmInModes['coverage'] {
  const share = (rows: readonly PredictionRow[]) => {
    const known = rows.filter(({ truth }) => truth !== null);
    return known.length === 0 ? null : known.filter(({ prediction }) => prediction !== null).length / known.length;
  };
  return { direct: share(direct), deliberate: share(deliberate) };
}

function armIn(cell: Cell, options: Options) {
  const { predictor, base, arm, trainedOn, target, direct, deliberate } = cell;
  const items = alignRows([direct, deliberate]);
  const groups = usedGroups([items]).used;
  const rule = options.rules.get(target)?.get('mode');
  const constant = ({ rows: [row], truth }: (typeof items)[number]) =>
    Number(row !== undefined && rule?.({ ...row, truth }) === truth);
  const table = new RateTable([tablePart(items, [hit(0), hit(1), constant, answered(0), answered(1)])], groups);
  const found = estimateAll(table, (totals) => {
    const [one, other, best, ...read] = [0, 1, 2, 3, 4].map((score) => table.macro(totals, 0, score));
    const less = (value: number | null = null) => (value === null || best == null ? null : value - best);
    return [one ?? null, other ?? null, best ?? null, less(one), less(other), ...read];
  }) as readonly [Quantity, Quantity, Quantity, Quantity, Quantity, Quantity, Quantity];
  const shares = { direct: found[5].value, deliberate: found[6].value };
  return {
    ...{ predictor, base, arm, trainedOn, target, constant: found[2], coverage: shares },
    direct: readable(found[0], shares.direct),
    deliberate: readable(found[1], shares.deliberate),
    gain: { direct: readable(found[3], shares.direct), deliberate: readable(found[4], shares.deliberate) },
  };
}

function gainsOf(self: Cell, untrained: Cell): Pick<ReasoningChange, 'untrained' | 'self'> {
  const items = alignRows([self.direct, self.deliberate, untrained.direct, untrained.deliberate]);
  const table = new RateTable(
    [
      tablePart(
        items,
        [0, 1, 2, 3].map((cell) => hit(cell)),
      ),
    ],
    usedGroups([items]).used,
  );
  const [own, before] = estimateAll(table, (totals) =>
    [0, 2].map((first) => {
      const [direct, deliberate] = [table.macro(totals, 0, first), table.macro(totals, 0, first + 1)];
      return direct === null || deliberate === null ? null : deliberate - direct;
    }),
  ) as readonly [Quantity, Quantity];
  return { self: own, untrained: before };
}

/** Withholds a difference of which fewer than half of the predictions in one mode could be read. */
function withheld(contrast: ModeContrast, reason: string | null): ModeContrast {
  if (reason === null) return contrast;
  return { difference: missingEstimate(reason), read: null, p: null, isEqual: false, detectable: () => null };
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
  { difference, read, isEqual }: ModeContrast,
  p: number | null,
): Pick<Contrast, 'test' | 'word' | 'reason'> {
  const found = (word: Contrast['word']) => ({ test: 't', word, reason: null }) as const;
  if (isEqual) return found('no difference found');
  if (difference.value === null || difference.interval === null || p === null)
    return { test: null, word: 'not measured', reason: difference.missing ?? 'no interval' };
  const isSmall = p <= level;
  const [above, below] = [isAboveZero, isBelowZero].map((lies) => lies(difference) && (read === null || lies(read)));
  if (isSmall && above) return found('higher');
  if (isSmall && below) return found('lower');
  return found('no difference found');
}

/** Predictions about one target, each with the weight of its accuracy in a difference; the weights sum to 0. */
type Weighted = readonly (readonly [rows: readonly PredictionRow[], weight: number])[];

/** A difference of accuracies on the rows that all compared predictors share, with its test. */
interface ModeContrast {
  /** Mean over groups of task and property; an unreadable prediction counts as wrong. */
  readonly difference: Quantity;
  /** The difference on the rows that all predictors answered; null where they answered all. */
  readonly read: Quantity | null;
  /**
   * Two-sided p by t over strings, not adjusted. Where some predictions cannot be read, the larger of the p on all rows and on
   * answered ones, and 1 where they have opposite signs. Null without rows.
   */
  readonly p: number | null;
  /** Whether no string differs. */
  readonly isEqual: boolean;
  /** Returns the smallest difference that 80 % of such studies find at a two-sided level; null where it is unknown. */
  readonly detectable: (level: number) => number | null;
}

/** Compares weighted accuracies; gives the reason where no group has enough shared rows. */
export function contrastOf(cells: Weighted): ModeContrast {
  const rows = cells.map(([own]) => own);
  const weights = cells.map(([, weight]) => weight);
  const items = alignRows(rows);
  const all = differenceOf(items, weights);
  const answered = items.filter((item) => item.rows.every(({ prediction }) => prediction !== null));
  const isEqual = all.byString.length > 0 && all.byString.every((difference) => difference === 0);
  if (answered.length === items.length) {
    return { difference: all.difference, read: null, p: all.p, isEqual, detectable: detectableIn([all]) };
  }
  const read = differenceOf(answered, weights);
  return {
    difference: all.difference,
    read: read.difference,
    p: largerP(all, read),
    isEqual,
    detectable: detectableIn([all, read]),
  };
}

/** A difference, what each string adds to it, and its p. */
interface Difference {
  readonly difference: Quantity;
  readonly byString: readonly number[];
  readonly p: number | null;
}

function differenceOf(items: readonly AlignedItem[], weights: readonly number[]): Difference {
  const groups = usedGroups([items]).used;
  if (groups.length === 0) {
    return { difference: missingEstimate('no group has enough rows in both modes'), byString: [], p: null };
  }
  const scores = weights.map((_, cell) => hit(cell));
  const table = new RateTable([tablePart(items, scores)], groups);
  const weighted = (value: (score: number) => number | null) => {
    let sum = 0;
    for (const [score, weight] of weights.entries()) {
      const own = value(score);
      if (own === null) return null;
      sum += weight * own;
    }
    return sum;
  };
  const macro = (sums: Float64Array) => weighted((score) => table.macro(sums, 0, score));
  const [difference] = estimateAll(table, (sums) => [macro(sums)]) as readonly [Quantity];
  const error = jackknife(table.clusters, macro);
  const totals = totalsOf(table.clusters);
  const byString = table.clusters.map((sums) => {
    const ofGroup = (group: number) =>
      (weighted((score) => table.sum(sums, { part: 0, score, group })) ?? 0) / table.count(totals, 0, group);
    const parts = groups.map((_, group) => ofGroup(group));
    return (parts.reduce((sum, part) => sum + part, 0) / groups.length) * table.clusters.length;
  });
  return { difference, byString, p: error === null ? null : twoSidedP(error) };
}

function largerP(all: Difference, read: Difference): number | null {
  if (all.p === null) return null;
  const [one, other] = [all.difference.value, read.difference.value];
  if (read.p === null || one === null || other === null || Math.sign(one) !== Math.sign(other)) return 1;
  return Math.max(all.p, read.p);
}

function detectableIn(differences: readonly Difference[]): ModeContrast['detectable'] {
  return (level) => {
    const found = differences.map(({ byString }) =>
      byString.length < minIntervalClusters
        ? null
        : detectableMean(
            byString.map((difference) => [difference, 1]),
            level,
          ),
    );
    return found.some((each) => each === null) ? null : Math.max(...(found as readonly number[]));
  };
}
