import { beyondOthers, chooseModels, type ModelBeyondOthers, maxModels } from '../../stats/beyond-others.ts';
import type { ModelUnits, ReferenceRow } from '../../stats/pair-residuals.ts';
import { callBlocks } from '../../stats/rungs/call-blocks.ts';
import { changeLevel } from '../../stats/rungs/rungs.ts';
import { numberUnits } from '../../stats/rungs/unit-scores.ts';
import { type CollectedScore, unitScoresOf } from '../scores/score-units.ts';
import { familiesOf, type Kinship } from '../self-knowledge/relatives.ts';

interface Candidate {
  readonly score: CollectedScore;
  /** p of rung A; null without a verdict. */
  readonly p: number | null;
}

/** One-sided error of rung A, by which models of a row with too many models are chosen. */
const informativeLevel = 0.025;
const fewestModels = 2;

/** Returns what each score's predictions add to what the other models of its task and condition tell, where rung C is asked. */
export function beyondRows(
  candidates: readonly Candidate[],
  kinship: Kinship | undefined,
): ReadonlyMap<CollectedScore, ModelBeyondOthers> {
  const rows = Map.groupBy(candidates.filter(isComparable), ({ score: { data, condition } }) =>
    JSON.stringify([data, condition]),
  );
  const found = new Map<CollectedScore, ModelBeyondOthers>();
  for (const row of rows.values()) {
    if (row.length < fewestModels) continue;
    const named = row.map((each) => ({
      ...each,
      name: nameOf(each.score),
      isInformative: each.p !== null && each.p <= informativeLevel,
      units: each.score.unit.length,
    }));
    const chosen = chooseModels(named);
    const models = beyondOthers(
      rowOf(
        chosen.map(({ score }) => score),
        kinship,
      ),
    ).models;
    for (const each of named) {
      const own = models.find(({ model }) => model === each.name);
      found.set(
        each.score,
        own ?? { kind: 'not asked', model: each.name, reason: 'too many models', models: maxModels },
      );
    }
  }
  return found;
}

function isComparable({ score: { kind, unit } }: Candidate): boolean {
  return unit.length > 0 && (kind.name === 'yes-no' || kind.name === 'probability' || kind.name === 'number');
}

/** Returns a name that is unique in a row: one model may have several runs. */
function nameOf({ model, run }: CollectedScore): string {
  return `${model} ${run}`;
}

function rowOf(scores: readonly CollectedScore[], kinship: Kinship | undefined): ReferenceRow {
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
  const isNumber = scores[0]?.kind.name === 'number';
  const scale = isNumber ? 'number' : 'share';
  return {
    cluster,
    scale: { prediction: scale, outcome: scale },
    models: scores.map((score) => modelUnits(score, place, familyOf[names.indexOf(score.model)] as number)),
  };
}

function modelUnits(score: CollectedScore, place: ReadonlyMap<number, number>, family: number): ModelUnits {
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
    outcome[at] = numberOf(score.outcomes[index]);
    if (block !== null && blocks !== null) block[at] = blocks[index] as number;
  }
  return { name: nameOf(score), family, prediction, outcome, block, asked };
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
