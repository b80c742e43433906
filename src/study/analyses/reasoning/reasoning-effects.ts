import type { Quantity } from '../../../results/quantity.ts';
import { holm } from '../../../stats/holm.ts';
import { estimateAll, isAboveZero, isBelowZero, missingEstimate } from '../../../stats/jackknife.ts';
import { alignRows, answered, hit } from '../aligned-items.ts';
import { readable } from '../baselines/predictor-accuracy.ts';
import { usedGroups } from '../groups.ts';
import { minCoverage } from '../min-coverage.ts';
import type { RulesOfTargets } from '../pairs/pair-table.ts';
import { RateTable, tablePart } from '../rate-table.ts';
import type { Arm, ModeRows, PredictionRow } from '../rows.ts';
import { contrastOf, type ModeContrast } from './mode-contrast.ts';
import type { ReasoningVerdict } from './reasoning-verdicts.ts';

/** A tested difference: with its verdict, and the smallest one that 80 % of such studies find. */
interface Tested {
  /** The difference on the rows that were answered in every mode; null where all were. */
  readonly read: Quantity | null;
  readonly p: number | null;
  /** Adjusted over all tests of the study about reasoning. */
  readonly holm: number | null;
  readonly detectable: number | null;
  readonly verdict: ReasoningVerdict;
}

/** One arm in both modes, about the model that it was trained on, or about itself without training. */
interface ArmInModes extends Tested {
  readonly predictor: string;
  readonly base: string;
  readonly arm: Arm;
  readonly trainedOn: string | null;
  readonly target: string;
  /** Accuracy in each mode; withheld below `minCoverage`. */
  readonly direct: Quantity;
  readonly deliberate: Quantity;
  /** Deliberate minus direct, paired by string. */
  readonly difference: Quantity;
  /** Accuracy of the cross-fitted most frequent value on the same rows, and the accuracy in each mode minus it. */
  readonly constant: Quantity;
  readonly gain: { readonly direct: Quantity; readonly deliberate: Quantity };
  /** Share of readable predictions in each mode; null without rows. */
  readonly coverage: { readonly direct: number | null; readonly deliberate: number | null };
}

/** How training a model to predict itself changes what reasoning adds. */
interface ReasoningChange extends Tested {
  readonly base: string;
  /** Deliberate minus direct, of the untrained and of the self-trained model, on the rows of all four. */
  readonly untrained: Quantity;
  readonly self: Quantity;
  /** Self-trained minus untrained. */
  readonly difference: Quantity;
}

export interface ReasoningEffects {
  /** Number of tests that are adjusted together. */
  readonly tests: number;
  readonly arms: readonly ArmInModes[];
  readonly changes: readonly ReasoningChange[];
}

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
  const table = new RateTable([tablePart(items, [0, 1, 2, 3].map(hit))], usedGroups([items]).used);
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

type Found = Tested & { readonly difference: Quantity };

/** Adjusts the tests together (Holm), and decides each. */
function testedOf(contrasts: readonly ModeContrast[]): readonly Found[] {
  const places = contrasts.flatMap(({ p }, place) => (p === null ? [] : [{ p, place }]));
  const adjusted = new Map(holm(places.map(({ p }) => p)).map((p, rank) => [places[rank]?.place, p]));
  return contrasts.map((contrast, place) => {
    const { difference, read, p, detectable } = contrast;
    const own = adjusted.get(place) ?? null;
    return {
      ...{ difference, read, p, holm: own },
      detectable: p === null ? null : detectable(1 - level / places.length),
      verdict: verdictOf(contrast, own),
    };
  });
}

function verdictOf({ difference, read, isEqual }: ModeContrast, p: number | null): ReasoningVerdict {
  if (isEqual) return 'equal';
  if (difference.value === null || difference.interval === null || p === null) return 'not-measured';
  const isSmall = p <= level;
  const [above, below] = [isAboveZero, isBelowZero].map((lies) => lies(difference) && (read === null || lies(read)));
  if (isSmall && above) return 'higher';
  if (isSmall && below) return 'lower';
  return 'not-distinguishable';
}
