import { beyondOthers, type ModelBeyondOthers, type RowBeyondOthers } from '../../stats/beyond-others.ts';
import { type Known, known } from '../../stats/jackknife.ts';
import { leastNumbers, leastShared } from '../../stats/least-numbers.ts';
import type { ModelUnits, ReferenceRow } from '../../stats/pair-residuals.ts';
import { informativeWithin } from '../../stats/rungs/rungs.ts';
import { lengthCells, type TextMeasure, textMeasures, textReference } from '../../stats/text-reference.ts';
import { whyLacking } from '../contrasts/shared-items.ts';
import { familiesOf, type Kinship } from '../self-knowledge/relatives.ts';
import { type CollectedScore, strataOf, unitScoresOf } from './score-units.ts';

/**
 * Returns scores in rows: those about the same units under the same condition, of kinds that rung C is asked of. Runs whose items are
 * not all the same are in one row where they are compared, so that another number of items leaves no model out of the references.
 */
export function referenceRows<T extends { readonly score: CollectedScore }>(
  candidates: readonly T[],
): readonly (readonly T[])[] {
  const rows = Map.groupBy(
    candidates.filter(({ score }) => score.unit.length > 0 && score.kind.others.kind === 'asked'),
    ({ score: { shared, condition } }) => JSON.stringify([shared.data, condition]),
  );
  return [...rows.values()];
}

/** A score and its name in a row. */
interface NamedScore {
  readonly score: CollectedScore;
  readonly name: string;
}

/** Returns scores with names that are unique among them: the model, and its run where it has several. */
export function namedScores<T extends { readonly score: CollectedScore }>(
  row: readonly T[],
): readonly (T & NamedScore)[] {
  const runs = Map.groupBy(row, ({ score: { model } }) => model);
  return row.map((each) => {
    const { model, run } = each.score;
    return { ...each, name: runs.get(model)?.length === 1 ? model : `${model} ${run}` };
  });
}

interface EstimatedRow {
  readonly named: readonly NamedScore[];
  readonly kinship: Kinship | undefined;
  readonly result: RowBeyondOthers;
}

/** The rows that were estimated, by one of their scores: `compare` asks about those that the report has asked about. */
const estimated = new WeakMap<CollectedScore, EstimatedRow[]>();

/** Returns what the predictions of each score of a row add to what the others tell; each row is computed once. */
export function rowBeyondOthers(row: readonly NamedScore[], kinship: Kinship | undefined): RowBeyondOthers {
  const named = row.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const [first] = named;
  if (first === undefined) return { models: [], R: [] };
  const rows = estimated.get(first.score) ?? [];
  const isSame = (own: NamedScore, index: number) =>
    own.score === named[index]?.score && own.name === named[index]?.name;
  const known = rows.find(
    (each) => each.kinship === kinship && each.named.length === named.length && each.named.every(isSame),
  );
  if (known !== undefined) return known.result;
  const result = beyondOthers(rowOf(named, kinship));
  estimated.set(first.score, [...rows, { named, kinship, result }]);
  return result;
}

/** What the predictions of a score add, on two sets of items. */
export interface BeyondOnItems {
  /** On all items, beside the models that have 80 % of those of the score. */
  readonly all: ModelBeyondOthers | undefined;
  /** On the items that all these models have; null where they have the same items. */
  readonly shared: { readonly items: number; readonly found: ModelBeyondOthers | undefined } | null;
  /** Why nothing is asked: the score lacks too many items; null where it has them. */
  readonly lacks: string | null;
}

/**
 * Returns what the predictions of each score of a row add, on all items and on those that all models have: which models were asked
 * which items must not decide the word. Fewer than 100 shared items are not tested.
 */
export function beyondOnItems(
  row: readonly NamedScore[],
  kinship: Kinship | undefined,
): ReadonlyMap<CollectedScore, BeyondOnItems> {
  const unitsOf = new Map(row.map(({ score }) => [score, new Set(score.shared.unit)]));
  const usual = usualUnits(row.map(({ score }) => score));
  const onShared = new Map<string, RowBeyondOthers>();
  const find = ({ models }: RowBeyondOthers, name: string) => models.find(({ model }) => model === name);
  return new Map(
    row.map(({ score, name }): [CollectedScore, BeyondOnItems] => {
      const own = unitsOf.get(score) ?? new Set<number>();
      const cause = score.part.some((part) => part !== null) ? 'design' : 'absent rows'; // a log has no planned parts
      const lacks = whyLacking('units', countInBoth(own, usual), usual.size, cause);
      if (lacks !== null) return [score, { all: undefined, shared: null, lacks }];
      const beside = row.filter((other) => hasMost(unitsOf.get(other.score), own));
      const all = find(rowBeyondOthers(beside, kinship), name);
      const common = beside.reduce<ReadonlySet<number>>(
        (units, other) => inBoth(units, unitsOf.get(other.score) ?? units),
        own,
      );
      if (beside.every((other) => unitsOf.get(other.score)?.size === common.size))
        return [score, { all, shared: null, lacks }];
      const items = new Set(score.shared.cluster.filter((_, at) => common.has(score.shared.unit[at] as number))).size;
      if (items < leastNumbers.sharedItems) return [score, { all, shared: { items, found: undefined }, lacks }];
      const key = JSON.stringify(beside.map((other) => other.name));
      const found = onShared.get(key) ?? beyondOthers(rowOf(beside, kinship, common));
      onShared.set(key, found);
      return [score, { all, shared: { items, found: find(found, name) }, lacks }];
    }),
  );
}

function inBoth(units: ReadonlySet<number>, others: ReadonlySet<number>): ReadonlySet<number> {
  if (countInBoth(units, others) === units.size) return units; // as a rule all models have all units
  return new Set([...units].filter((unit) => others.has(unit)));
}

function countInBoth(units: ReadonlySet<number>, others: ReadonlySet<number>): number {
  let count = 0;
  for (const unit of units) if (others.has(unit)) count += 1;
  return count;
}

function hasMost(units: ReadonlySet<number> | undefined, own: ReadonlySet<number>): boolean {
  return units !== undefined && countInBoth(units, own) >= leastShared * own.size;
}

/** Returns the units that more than half of the scores of a row have: where another one lacks them, they are missing. */
function usualUnits(scores: readonly CollectedScore[]): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const { shared } of scores) for (const unit of shared.unit) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return new Set([...counts].flatMap(([unit, count]) => (2 * count > scores.length ? [unit] : [])));
}

/** What the text of the items leaves of the fit of a score: all parts of the test must hold. */
export interface ScoreBeyondText {
  /** The largest p of the parts, and the part that has it. */
  readonly p: number;
  readonly hardest: 'words' | `number of ${TextMeasure['name']}`;
  /** Mean product of what words and length leave of predictions and outcomes. */
  readonly value: number;
}

/**
 * Returns what the text of the items leaves of the fit of a score: given its words and length by regression, and with predictions
 * dealt among texts of nearly the same number of characters, words, sentences and options.
 */
export function scoreBeyondText(score: CollectedScore): Known<ScoreBeyondText> {
  const { cluster, models, scale } = rowOf([{ score, name: score.model }], undefined);
  const textOf = new Map(score.shared.unit.map((unit, at) => [unit, score.texts.get(score.unit[at] ?? -1) ?? null]));
  const units = [...textOf.keys()].sort((a, b) => a - b);
  const reference = textReference({
    ...{ cluster, scale: scale.prediction, texts: units.map((unit) => textOf.get(unit) ?? null) },
    model: models[0] as ModelUnits, // one score is one model
  });
  if (reference.kind === 'withheld') return reference;
  const { p, value } = reference.value;
  const scores = unitScoresOf(score);
  const within = textMeasures.flatMap(({ name, of }) => {
    const values = score.unit.map((unit) => of(score.texts.get(unit) as string)); // the reference has read them
    const cells = lengthCells(values, score.cluster);
    return cells === null
      ? []
      : [{ hardest: `number of ${name}` as const, p: informativeWithin(scores, Array.from(cells, String)) }];
  });
  const [hardest] = [{ hardest: 'words' as const, p }, ...within].sort((a, b) => b.p - a.p) as [ScoreBeyondText];
  return known({ ...hardest, value });
}

/** Returns the predictions and outcomes of a row's scores, on all or on chosen units, as the tests of other models need them. */
function rowOf(named: readonly NamedScore[], kinship: Kinship | undefined, chosen?: ReadonlySet<number>): ReferenceRow {
  const scores = named.map(({ score }) => score);
  const units = [...(chosen ?? new Set(scores.flatMap(({ shared }) => shared.unit)))].sort((a, b) => a - b);
  const place = new Map(units.map((unit, index) => [unit, index]));
  const clusterNumbers = new Map<number, number>();
  const cluster = new Int32Array(units.length);
  for (const { shared } of scores) {
    for (const [index, unit] of shared.unit.entries()) {
      const at = place.get(unit);
      if (at === undefined) continue;
      const named = shared.cluster[index] as number;
      if (!clusterNumbers.has(named)) clusterNumbers.set(named, clusterNumbers.size);
      cluster[at] = clusterNumbers.get(named) as number;
    }
  }
  const cells = scores.map(cellNames);
  const expected: Expected = {
    place,
    units: usualUnits(scores),
    cellOf: new Map(scores.flatMap(({ shared }, index) => shared.unit.map((unit, at) => [unit, cells[index]?.[at]]))),
  };
  const names = [...new Set(scores.map(({ model }) => model))];
  const { familyOf } = familiesOf(names, kinship);
  const others = scores[0]?.kind.others;
  const scale = others?.kind === 'asked' ? others.scale : 'share';
  return {
    cluster,
    scale: { prediction: scale, outcome: scale },
    models: named.map((each) => modelUnits(each, expected, familyOf[names.indexOf(each.score.model)] as number)),
  };
}

/** The units of a row. */
interface Expected {
  readonly place: ReadonlyMap<number, number>;
  /** Those that are missing where a score lacks them. */
  readonly units: ReadonlySet<number>;
  /** Part and stratum of a unit, in one of the scores that have it. */
  readonly cellOf: ReadonlyMap<number, string | undefined>;
}

function modelUnits({ score, name }: NamedScore, { place, units, cellOf }: Expected, family: number): ModelUnits {
  const size = place.size;
  const prediction = new Float64Array(size).fill(Number.NaN);
  const outcome = new Float64Array(size).fill(Number.NaN);
  const asked = new Uint8Array(size);
  const cells = cellNames(score);
  const numbers = new Map([...new Set(cells)].map((cell, index) => [cell, index]));
  const cell = new Int32Array(size);
  for (const [unit, at] of place) {
    asked[at] = Number(units.has(unit));
    cell[at] = numbers.get(cellOf.get(unit) ?? '') ?? 0;
  }
  for (const [index, unit] of score.shared.unit.entries()) {
    const at = place.get(unit);
    if (at === undefined) continue;
    asked[at] = 1;
    prediction[at] = numberOf(score.predictions[index]);
    outcome[at] = (score.lost[index] as number) > 0 ? Number.NaN : numberOf(score.outcomes[index]);
    cell[at] = numbers.get(cells[index] as string) as number;
  }
  return { name, family, prediction, outcome, cell, asked };
}

/** Returns the name of the part and stratum of each unit of a score. */
function cellNames(score: CollectedScore): readonly string[] {
  const strata = strataOf(score);
  return score.unit.map((_, index) => JSON.stringify([score.part[index] ?? null, strata?.values[index]]));
}

/** Returns a value as a number: the mean of the values of several executions; NaN where it is missing. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (!Array.isArray(value) || value.length === 0) return Number.NaN;
  return value.reduce((sum: number, each: number) => sum + each / value.length, 0);
}
