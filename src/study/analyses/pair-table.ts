import type { PairRecord, Square } from '../../results/study-result.ts';
import { mean } from '../../stats/moments.ts';
import { type AlignedItem, alignRows, answered, hit, rightness } from './aligned-items.ts';
import type { CellIndex, Trainings } from './cells.ts';
import { type UsedGroups, usedGroups } from './groups.ts';
import { RateTable, tablePart } from './rate-table.ts';
import type { PredictionRow } from './rows.ts';
import { type BaselineName, type BaselineRule, crossFittedMode, type RulesOfTargets } from './rules.ts';

/** Base of the gains: scramble arms, or coverage times the cross-fitted mode where these are missing. */
type GainBase = 'scramble' | 'mode';

/** A predictor on the target that it was trained on, with each of its trainings. */
interface PairArm {
  readonly base: string;
  readonly target: string;
  readonly kind: PairRecord['arms'][number]['kind'];
  /** For each training, the totals of the table with its scores in place of the mean over the arm's trainings. */
  readonly trainings: readonly Float64Array[];
  /** Share of right predictions of each training, mean over groups. */
  readonly accuracies: readonly number[];
}

/** What predicts a target without being one of the two models. */
interface PairRule {
  readonly name: string;
  /** Trainings of a reference; null for what is not trained: a rule, or a reference without a seed. */
  readonly trainings: number | null;
}

/** Two models, each trained on both, with the inputs of I and E. The scores of an arm are means over its trainings. */
export interface PairTable {
  readonly gainBase: GainBase;
  readonly table: RateTable;
  readonly groups: UsedGroups;
  /** Every arm that a statistic of the pair reads. */
  readonly arms: readonly PairArm[];
  /** The rules and references that predict each target, in the order of their scores. The first is the base rate. */
  readonly rules: readonly [readonly PairRule[], readonly PairRule[]];
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
  readonly references?: ReadonlyMap<string, ReadonlyMap<string, Trainings>>;
  /** Arms on which no word may depend; absent: none. */
  readonly doubts?: readonly Doubt[];
}

/** Why an arm about a target, or about its shifted self, is in doubt. */
export interface Doubt {
  /** The model that was trained on the target; no target itself where it is a reference. */
  readonly base: string;
  readonly target: string;
  readonly text: string;
}

/** Scores of a part: first the target's own model as predictor, then the other one. A shifted self has no scramble arms. */
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
  const designs = [
    { target: a, own: a, cross: b },
    { target: b, own: b, cross: a },
  ] as const;
  const cellsOf = (kind: 'trained' | 'scramble') =>
    designs.map(({ target, cross }) => [target, cross].map((base) => index.trainings({ base, target, kind })));
  const trained = cellsOf('trained');
  for (const [part, { target, cross }] of designs.entries()) {
    if (trained[part]?.[0]?.length === 0) return missingCell(target, target);
    if (trained[part]?.[1]?.length === 0) return missingCell(cross, target);
  }
  const scramble = cellsOf('scramble');
  const complete = scramble.every((cells) => cells.every(({ length }) => length > 0));
  const gainBase = complete ? 'scramble' : 'mode';
  const parts = designs.map((design, part) =>
    scoredPart(design, [...(trained[part] ?? []), ...(complete ? (scramble[part] ?? []) : [])]),
  );
  const groups = usedGroups(parts.map(({ items }) => items));
  if (groups.used.length === 0) return 'no group has enough rows that all four predictors share';
  const rules = designs.map(({ target }) => [...(options.rules?.get(target) ?? [])].filter(([name]) => isFair(name)));
  const references = designs.map(({ target }) => [...(options.references?.get(target) ?? [])]);
  const tables = parts.map(({ items, scores }, part) => {
    const constant = options.constants?.get(designs[part]?.target ?? '') ?? null;
    const byReference = (references[part] ?? []).map(([, own]) => referenceScore(own));
    const ofRules = ruleScores(items, rules[part] ?? [], { seed: options.seed, constant });
    return tablePart(items, [...scores, ...ofRules, ...byReference]);
  });
  const namesOf = (part: 0 | 1): readonly PairRule[] => [
    ...['mode', ...(rules[part] ?? []).map(([name]) => name)].map((name) => ({ name, trainings: null })),
    ...(references[part] ?? []).map(([name, own]) => ({ name, trainings: isTrained(own) ? own.length : null })),
  ];
  const names = [namesOf(0), namesOf(1)] as const;
  const selves = shiftedSelves(index, designs);
  const ofSelves = (selves?.parts ?? []).map(({ items, scores }) => tablePart(items, scores));
  const table = new RateTable([...tables, ...ofSelves], groups.used);
  return {
    gainBase,
    table,
    groups,
    arms: [
      ...[...parts, ...(selves?.parts ?? [])].flatMap((part, index) => armsOf(table, index, part)),
      ...parts.flatMap((part, index) => referenceArms(table, index, { part, references, names: names[index] ?? [] })),
    ],
    rules: names,
    shifted: selves?.names ?? null,
  };
}

/** One target, or a shifted self, with its own model and the other model of its pair. */
interface Design {
  readonly target: string;
  readonly own: string;
  readonly cross: string;
}

/** The items of a target with the scores of the arms, in the order of `scoreOf`. */
interface ScoredPart {
  readonly design: Design;
  readonly items: readonly AlignedItem[];
  readonly scores: readonly ((item: AlignedItem) => number)[];
  /** The numbers of the cells of each arm, own and other, then scrambled. */
  readonly cells: readonly (readonly number[])[];
}

function scoredPart(design: Design, arms: readonly Trainings[]): ScoredPart {
  let next = 0;
  const cells = arms.map((trainings) => trainings.map(() => next++));
  const [own = [], other = [], ownScramble = [], otherScramble = []] = cells;
  return {
    design,
    items: alignRows(arms.flat()),
    cells,
    scores: [
      hit(...own),
      hit(...other),
      hit(...ownScramble),
      hit(...otherScramble),
      answered(...own),
      answered(...other),
    ],
  };
}

/** Returns the arms of a part with the totals of each training. */
function armsOf(table: RateTable, part: number, { design, items, cells }: ScoredPart): readonly PairArm[] {
  const { target, own, cross } = design;
  return cells.map((trainings, arm) => {
    const totals = trainings.map((cell) => {
      const read = arm === scoreOf.own ? scoreOf.ownRead : scoreOf.otherRead;
      const scores = [{ score: arm, of: hit(cell) }, ...(arm < 2 ? [{ score: read, of: answered(cell) }] : [])];
      return table.totalsWith(part, items, scores);
    });
    return {
      base: arm % 2 === 0 ? own : cross,
      target,
      kind: part >= 2 ? ('shifted' as const) : arm < 2 ? ('trained' as const) : ('scramble' as const),
      trainings: totals,
      accuracies: totals.flatMap((each) => table.macro(each, part, arm) ?? []),
    };
  });
}

/** Returns the trained references of a part with the totals of each training. */
function referenceArms(
  table: RateTable,
  part: number,
  {
    part: { design, items },
    references,
    names,
  }: {
    readonly part: ScoredPart;
    readonly references: readonly (readonly (readonly [string, Trainings])[])[];
    readonly names: readonly PairRule[];
  },
): readonly PairArm[] {
  return (references[part] ?? []).flatMap(([base, trainings]): readonly PairArm[] => {
    if (!isTrained(trainings)) return [];
    const score = scoreOf.mode + names.findLastIndex(({ name }) => name === base);
    const totals = trainings.map((own) => table.totalsWith(part, items, [{ score, of: referenceScore([own]) }]));
    const accuracies = totals.flatMap((each) => table.macro(each, part, score) ?? []);
    return [{ base, target: design.target, kind: 'reference', trainings: totals, accuracies }];
  });
}

/** Returns whether rows are of trainings: several, or one with a name. A rule and an untrained predictor have no seed. */
function isTrained(trainings: Trainings): boolean {
  return trainings.length > 1 || trainings[0]?.[0]?.training !== undefined;
}

/** Returns the parts of the targets' shifted selves, each predicted by its own model and by the other one. */
function shiftedSelves(index: CellIndex, designs: readonly Design[]) {
  const parts = designs.map(({ target, cross }) => {
    const shifted = index.shiftedSelves.get(target);
    if (shifted === undefined) return null;
    const cells = [target, cross].map((base) => index.trainings({ base, target: shifted, kind: 'trained' }));
    const part = cells.every(({ length }) => length > 0)
      ? scoredPart({ target: shifted, own: target, cross }, cells)
      : null;
    return part === null || part.items.length === 0 ? null : part;
  });
  const [a, b] = parts;
  if (a == null || b == null) return null;
  return { names: [a.design.target, b.design.target] as const, parts: [a, b] };
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

/** Returns the scores of the base rate and of the other rules. */
function ruleScores(
  items: readonly AlignedItem[],
  rules: readonly (readonly [BaselineName, BaselineRule])[],
  { seed, constant }: { readonly seed: number; readonly constant: BaselineRule | null },
): readonly ((item: AlignedItem) => number)[] {
  const crossFitted = crossFittedMode(items, seed);
  const mode = ({ rows: [row], ...item }: AlignedItem) =>
    constant === null || row === undefined ? crossFitted(item) : constant({ ...row, truth: item.truth });
  return [
    (item) => Number(mode(item) === item.truth),
    ...rules.map(([, rule]) => ({ rows: [row], truth }: AlignedItem) => {
      return Number(row !== undefined && rule({ ...row, truth }) === truth);
    }),
  ];
}

/**
 * Returns the score of a predictor that is no target: the share of its trainings that are right. A missing prediction counts as
 * right, which is its worst for the claim that the own model is above it.
 */
function referenceScore(trainings: Trainings): (item: AlignedItem) => number {
  const key = ({ task, property, cluster }: PredictionRow) => JSON.stringify([task, property, cluster]);
  const found = trainings.map((rows) => new Map(rows.map((row) => [key(row), row])));
  return ({ rows: [row], truth }) => {
    if (row === undefined) return 1;
    const scores = found.map((each) => {
      const own = each.get(key(row));
      return own == null || own.prediction === null ? 1 : rightness(own, truth);
    });
    return mean(scores) ?? 1;
  };
}

/** Returns the index of the part of a target's shifted self. */
export function shiftedPartOf(target: 0 | 1): number {
  return 2 + target;
}

/** Returns the macro accuracy of each cell; null where one is undefined. */
export function macroSquare({ table }: PairTable, totals: ArrayLike<number>): Square | null {
  return square(({ target, by }) => table.macro(totals, target, scoreOf[by]));
}

/** Returns the gain of each cell in one group: accuracy minus that of the base. */
export function gainSquare({ table, gainBase }: PairTable, totals: ArrayLike<number>, group: number): Square | null {
  return square(({ target, by }) => {
    const rate = (score: number) => table.rate(totals, { part: target, score, group });
    const accuracy = rate(scoreOf[by]);
    const [read, mode, scramble] = [rate(scoreOf[`${by}Read`]), rate(scoreOf.mode), rate(scoreOf[`${by}Scramble`])];
    if (accuracy === null || read === null || mode === null || scramble === null) return null;
    return accuracy - (gainBase === 'scramble' ? scramble : read * mode);
  });
}

function square(value: (cell: PairCell) => number | null): Square | null {
  const aa = value({ target: 0, by: 'own' });
  const ba = value({ target: 0, by: 'other' });
  const bb = value({ target: 1, by: 'own' });
  const ab = value({ target: 1, by: 'other' });
  return aa === null || ba === null || bb === null || ab === null ? null : { aa, ba, ab, bb };
}
