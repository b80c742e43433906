import { beyondOthers, type RowBeyondOthers } from '../../stats/beyond-others.ts';
import type { ModelUnits, ReferenceRow } from '../../stats/pair-residuals.ts';
import { callBlocks } from '../../stats/rungs/call-blocks.ts';
import { changeLevel } from '../../stats/rungs/rungs.ts';
import { numberUnits } from '../../stats/rungs/unit-scores.ts';
import { familiesOf, type Kinship } from '../self-knowledge/relatives.ts';
import { type CollectedScore, unitScoresOf } from './score-units.ts';

/** Returns scores in rows: those about the same units under the same condition, of kinds that rung C is asked of. */
export function referenceRows<T extends { readonly score: CollectedScore }>(
  candidates: readonly T[],
): readonly (readonly T[])[] {
  const rows = Map.groupBy(
    candidates.filter(({ score }) => score.unit.length > 0 && score.kind.others.kind === 'asked'),
    ({ score: { data, condition } }) => JSON.stringify([data, condition]),
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

/** Returns the predictions and outcomes of a row's scores as the test "adds to what others tell" needs them. */
function rowOf(named: readonly NamedScore[], kinship: Kinship | undefined): ReferenceRow {
  const scores = named.map(({ score }) => score);
  const units = [...new Set(scores.flatMap(({ unit }) => unit))].toSorted((a, b) => a - b);
  const place = new Map(units.map((unit, index) => [unit, index]));
  const clusterNumbers = new Map<number, number>();
  const cluster = new Int32Array(units.length);
  for (const score of scores) {
    for (const [index, unit] of score.unit.entries()) {
      const named = score.cluster[index] as number;
      if (!clusterNumbers.has(named)) clusterNumbers.set(named, clusterNumbers.size);
      cluster[place.get(unit) as number] = clusterNumbers.get(named) as number;
    }
  }
  const names = [...new Set(scores.map(({ model }) => model))];
  const { familyOf } = familiesOf(names, kinship);
  const others = scores[0]?.kind.others;
  const scale = others?.kind === 'asked' ? others.scale : 'share';
  return {
    cluster,
    scale: { prediction: scale, outcome: scale },
    models: named.map((each) => modelUnits(each, place, familyOf[names.indexOf(each.score.model)] as number)),
  };
}

function modelUnits({ score, name }: NamedScore, place: ReadonlyMap<number, number>, family: number): ModelUnits {
  const size = place.size;
  const prediction = new Float64Array(size).fill(Number.NaN);
  const outcome = new Float64Array(size).fill(Number.NaN);
  const asked = new Uint8Array(size);
  const blocks = blocksOf(score);
  const block = blocks === null ? null : new Int32Array(size);
  for (const [index, unit] of score.unit.entries()) {
    const at = place.get(unit) as number;
    asked[at] = 1;
    prediction[at] = numberOf(score.predictions[index]);
    outcome[at] = (score.lost[index] as number) > 0 ? Number.NaN : numberOf(score.outcomes[index]);
    if (block !== null && blocks !== null) block[at] = blocks[index] as number;
  }
  return { name, family, prediction, outcome, block, asked };
}

/** Returns a value as a number: the mean of the values of several executions; NaN where it is missing. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (!Array.isArray(value) || value.length === 0) return Number.NaN;
  return value.reduce((sum: number, each: number) => sum + each / value.length, 0);
}

/** Returns the block of call order of each unit of a score; null where the calls have no order. */
function blocksOf(score: CollectedScore): readonly number[] | null {
  const scores = unitScoresOf(score);
  const numbered = numberUnits(scores);
  if (scores.askedAt === null || numbered.read.length === 0) return null;
  const order = callBlocks({
    ...numbered,
    units: numbered.read,
    askedAt: scores.askedAt,
    level: changeLevel(scores, numbered),
  });
  return [...numbered.cluster].map((each) => order.block[each] as number);
}
