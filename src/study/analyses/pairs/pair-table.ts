import { type AbsencePolicy, type AlignedItem, alignRows, answered, hit } from '../aligned-items.ts';
import type { CellIndex } from '../cells.ts';
import { crossFittedMode } from '../cross-fitted-mode.ts';
import { type UsedGroups, usedGroups } from '../groups.ts';
import { RateTable, tablePart } from '../rate-table.ts';
import type { Square } from './double-difference.ts';

/** Base of the gains: scramble arms, or coverage times the cross-fitted mode where these are missing. */
export type GainBase = 'scramble' | 'mode';

/** Two models, each trained on both, with the inputs of I and E. */
export interface PairTable {
  readonly gainBase: GainBase;
  readonly table: RateTable;
  readonly groups: UsedGroups;
}

export interface PairOptions {
  readonly seed: number;
  readonly policy?: AbsencePolicy;
  /** `untrained` compares the models before training; gains are then measured from coverage times the mode. */
  readonly kind?: 'trained' | 'untrained';
}

/** Index of a part's scores: first the target's own model as predictor, then the other one. */
const own = 0;
const other = 1;
const ownBase = 2;
const otherBase = 3;
const modeRate = 4;

/** Builds the table of a pair; returns the reason in words where a cell of the 2 x 2 design is missing. */
export function pairTable(
  index: CellIndex,
  [a, b]: readonly [string, string],
  options: PairOptions,
): PairTable | string {
  const { kind = 'trained' } = options;
  const designs = [
    [a, b],
    [b, a],
  ] as const;
  const trained = designs.map(([target, cross]) => [target, cross].map((base) => index.rows({ base, target, kind })));
  for (const [part, [target, cross]] of designs.entries()) {
    if (trained[part]?.[own]?.length === 0) return missingCell(kind, target, target);
    if (trained[part]?.[other]?.length === 0) return missingCell(kind, cross, target);
  }
  const scramble = designs.map(([target, cross]) =>
    [target, cross].map((base) => index.rows({ base, target, kind: 'scramble' })),
  );
  const complete = scramble.every((rows) => rows.every(({ length }) => length > 0));
  const gainBase = complete && kind === 'trained' ? 'scramble' : 'mode';
  const items = trained.map((rows, part) => {
    const cells = gainBase === 'scramble' ? [...rows, ...(scramble[part] ?? [])] : rows;
    return alignRows(cells, options.policy);
  });
  const groups = usedGroups(items);
  if (groups.used.length === 0) return 'no group has enough rows that all four predictors share';
  const parts = items.map((rows) => tablePart(rows, scoresOf(gainBase, rows, options.seed)));
  return { gainBase, table: new RateTable(parts, groups.used), groups };
}

function missingCell(kind: 'trained' | 'untrained', base: string, target: string): string {
  if (kind === 'untrained') return `no rows of untrained ${base} about ${base === target ? 'itself' : target}`;
  return `no rows of ${base} trained on ${base === target ? 'itself' : target}`;
}

function scoresOf(gainBase: GainBase, items: readonly AlignedItem[], seed: number) {
  if (gainBase === 'scramble') return [hit(own), hit(other), hit(ownBase), hit(otherBase)];
  const mode = crossFittedMode(items, seed);
  return [
    hit(own),
    hit(other),
    answered(own),
    answered(other),
    (item: AlignedItem) => Number(mode(item) === item.truth),
  ];
}

/** Returns the macro accuracy of each cell; null where one is undefined. */
export function macroSquare({ table }: PairTable, totals: ArrayLike<number>): Square<number> | null {
  return square((part, score) => table.macro(totals, part, score));
}

/** Returns the gain of each cell in one group: accuracy minus that of the base. */
export function gainSquare(pair: PairTable, totals: ArrayLike<number>, group: number): Square<number> | null {
  const { table, gainBase } = pair;
  const rate = (part: number, score: number) => table.rate(totals, { part, score, group });
  return square((part, score) => {
    const accuracy = rate(part, score);
    const base = rate(part, score + ownBase);
    if (accuracy === null || base === null) return null;
    if (gainBase === 'scramble') return accuracy - base;
    const mode = rate(part, modeRate);
    return mode === null ? null : accuracy - base * mode;
  });
}

function square(value: (part: number, score: number) => number | null): Square<number> | null {
  const aa = value(0, own);
  const ba = value(0, other);
  const bb = value(1, own);
  const ab = value(1, other);
  return aa === null || ba === null || bb === null || ab === null ? null : { aa, ba, ab, bb };
}
