import type { Square } from '../study-result.ts';
import { type AlignedItem, alignRows, answered, hit, rightness } from './aligned-items.ts';
import type { CellIndex } from './cells.ts';
import { type UsedGroups, usedGroups } from './groups.ts';
import { RateTable, tablePart } from './rate-table.ts';
import type { PredictionRow } from './rows.ts';
import { type BaselineName, type BaselineRule, crossFittedMode, type RulesOfTargets } from './rules.ts';

/** Base of the gains: scramble arms, or coverage times the cross-fitted mode where these are missing. */
type GainBase = 'scramble' | 'mode';

/** Two models, each trained on both, with the inputs of I and E. Each training run of the arms has two parts. */
export interface PairTable {
  readonly gainBase: GainBase;
  /** Training seed of each training run; a single null where the study has one run for each arm. */
  readonly trainings: readonly (number | null)[];
  readonly table: RateTable;
  readonly groups: UsedGroups;
  /** Names of the rules that predict each target, in the order of their scores. The first is the base rate. */
  readonly rules: readonly [readonly string[], readonly string[]];
  /** Names of the two shifted selves, whose parts follow those of the targets; null where a cell of them is missing. */
  readonly shifted: readonly [string, string] | null;
}

export interface PairOptions {
  readonly seed: number;
  /** Rules besides the base rate, which is the cross-fitted mode of the pair's own rows unless `constants` are given. */
  readonly rules?: RulesOfTargets;
  /** The constant answer of each target that is its base rate; absent: the cross-fitted mode. */
  readonly constants?: ReadonlyMap<string, BaselineRule>;
  /** Rows of predictors that are no target, by target and predictor: an own model must exceed them as it must the rules. */
  readonly references?: ReadonlyMap<string, ReadonlyMap<string, readonly PredictionRow[]>>;
}

/** Scores of a part: first the target's own model as predictor, then the other one. */
export const scoreOf = {
  own: 0,
  other: 1,
  ownScramble: 2,
  otherScramble: 3,
  ownRead: 4,
  otherRead: 5,
  mode: 6,
} as const;

/** Cell of the pair: the target (0 or 1), and whether its own model predicts it or the other one. */
interface PairCell {
  readonly target: 0 | 1;
  readonly by: 'own' | 'other';
}

/** Builds the table of a pair; returns the reason in words where a cell of the 2 x 2 design is missing. */
export function pairTable(
  index: CellIndex,
  [a, b]: readonly [string, string],
  options: PairOptions,
): PairTable | string {
  const trainings = index.trainingSeeds;
  const designs = trainings.flatMap((trainingSeed) => [
    { target: a, cross: b, trainingSeed },
    { target: b, cross: a, trainingSeed },
  ]);
  const cellsOf = (kind: 'trained' | 'scramble') =>
    designs.map(({ target, cross, trainingSeed }) =>
      [target, cross].map((base) => index.rows({ base, target, kind }, trainingSeed)),
    );
  const trained = cellsOf('trained');
  for (const [part, { target, cross }] of designs.entries()) {
    if (trained[part]?.[0]?.length === 0) return missingCell(target, target);
    if (trained[part]?.[1]?.length === 0) return missingCell(cross, target);
  }
  const scramble = cellsOf('scramble');
  const complete = scramble.every((rows) => rows.every(({ length }) => length > 0));
  const gainBase = complete ? 'scramble' : 'mode';
  const items = trained.map((rows, part) => {
    const cells = gainBase === 'scramble' ? [...rows, ...(scramble[part] ?? [])] : rows;
    return alignRows(cells);
  });
  const groups = usedGroups(items);
  if (groups.used.length === 0) return 'no group has enough rows that all four predictors share';
  const rules = designs.map(({ target }) => [...(options.rules?.get(target) ?? [])].filter(([name]) => isFair(name)));
  const references = designs.map(({ target }) => [...(options.references?.get(target) ?? [])]);
  const parts = items.map((rows, part) => {
    const constant = options.constants?.get(designs[part]?.target ?? '') ?? null;
    const byReference = (references[part] ?? []).map(([, own]) => referenceScore(own));
    const scores = scoresOf(rows, rules[part] ?? [], { seed: options.seed, constant });
    return tablePart(rows, [...scores, ...byReference]);
  });
  const names = (part: 0 | 1) => [
    'mode',
    ...[...(rules[part] ?? []), ...(references[part] ?? [])].map(([name]) => name),
  ];
  const selves = shiftedSelves(index, designs);
  const table = new RateTable([...parts, ...(selves?.parts ?? [])], groups.used);
  return { gainBase, trainings, table, groups, rules: [names(0), names(1)], shifted: selves?.names ?? null };
}

/** One target and the other model of its pair, in one training run. */
interface Design {
  readonly target: string;
  readonly cross: string;
  readonly trainingSeed: number | null;
}

/** Returns the parts of the targets' shifted selves, each predicted by its own model and by the other one. */
function shiftedSelves(index: CellIndex, designs: readonly Design[]) {
  const items = designs.map(({ target, cross, trainingSeed }) => {
    const shifted = index.shiftedSelves.get(target);
    if (shifted === undefined) return [];
    return alignRows(
      [target, cross].map((base) => index.rows({ base, target: shifted, kind: 'trained' }, trainingSeed)),
    );
  });
  const [a, b] = designs.map(({ target }) => index.shiftedSelves.get(target));
  if (a === undefined || b === undefined || items.some(({ length }) => length === 0)) return null;
  const parts = items.map((rows) => tablePart(rows, [hit(scoreOf.own), hit(scoreOf.other)]));
  return { names: [a, b] as const, parts };
}

/**
 * Returns whether an advantage must exceed a rule besides the mode of the pair's rows. Nothing can know the held-out
 * mode.
 */
function isFair(name: BaselineName): boolean {
  return name !== 'mode' && name !== 'oracleMode';
}

function missingCell(base: string, target: string): string {
  return `no rows of ${base} trained on ${base === target ? 'itself' : target}`;
}

function scoresOf(
  items: readonly AlignedItem[],
  rules: readonly (readonly [BaselineName, BaselineRule])[],
  { seed, constant }: { readonly seed: number; readonly constant: BaselineRule | null },
): readonly ((item: AlignedItem) => number)[] {
  const crossFitted = crossFittedMode(items, seed);
  const mode = ({ rows: [row], ...item }: AlignedItem) =>
    constant === null || row === undefined ? crossFitted(item) : constant({ ...row, truth: item.truth });
  return [
    hit(scoreOf.own),
    hit(scoreOf.other),
    hit(scoreOf.ownScramble),
    hit(scoreOf.otherScramble),
    answered(scoreOf.own),
    answered(scoreOf.other),
    (item) => Number(mode(item) === item.truth),
    ...rules.map(([, rule]) => ({ rows: [row], truth }: AlignedItem) => {
      return Number(row !== undefined && rule({ ...row, truth }) === truth);
    }),
  ];
}

/** Returns the score of a predictor that is no target: 0 for an item that it did not predict. */
function referenceScore(rows: readonly PredictionRow[]): (item: AlignedItem) => number {
  const key = ({ task, property, cluster }: PredictionRow) => JSON.stringify([task, property, cluster]);
  const found = new Map(rows.map((row) => [key(row), row]));
  return ({ rows: [row], truth }) => (row === undefined ? 0 : rightness(found.get(key(row)), truth));
}

/** Returns the index of a target's part in a training run. */
export function partOf(training: number, target: 0 | 1): number {
  return 2 * training + target;
}

/** Returns the index of the part of a target's shifted self in a training run. */
export function shiftedPartOf({ trainings }: Pick<PairTable, 'trainings'>, training: number, target: 0 | 1): number {
  return 2 * trainings.length + partOf(training, target);
}

/** Returns the macro accuracy of each cell in a training run; null where one is undefined. */
export function macroSquare({ table }: PairTable, totals: ArrayLike<number>, training = 0): Square | null {
  return square(({ target, by }) => table.macro(totals, partOf(training, target), scoreOf[by]));
}

/** Returns the gain of each cell in one group of a training run: accuracy minus that of the base. */
export function gainSquare(
  { table }: PairTable,
  totals: ArrayLike<number>,
  { training, group, from }: { readonly training: number; readonly group: number; readonly from: GainBase },
): Square | null {
  return square(({ target, by }) => {
    const rate = (score: number) => table.rate(totals, { part: partOf(training, target), score, group });
    const accuracy = rate(scoreOf[by]);
    const [read, mode, scramble] = [rate(scoreOf[`${by}Read`]), rate(scoreOf.mode), rate(scoreOf[`${by}Scramble`])];
    if (accuracy === null || read === null || mode === null || scramble === null) return null;
    return accuracy - (from === 'scramble' ? scramble : read * mode);
  });
}

function square(value: (cell: PairCell) => number | null): Square | null {
  const aa = value({ target: 0, by: 'own' });
  const ba = value({ target: 0, by: 'other' });
  const bb = value({ target: 1, by: 'own' });
  const ab = value({ target: 1, by: 'other' });
  return aa === null || ba === null || bb === null || ab === null ? null : { aa, ba, ab, bb };
}
