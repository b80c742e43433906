import { hallPs } from '../hall.ts';
import {
  type BoundsOrReason,
  type ClusterEstimate,
  correlationBounds,
  detectableEffect,
  effectiveClusters,
  type Known,
  ratioOfSums,
  sumByCluster,
  tail,
  tBounds,
  withheld,
} from '../jackknife.ts';
import { leastNumbers } from '../least-numbers.ts';
import type { AnswerKind } from './answer-kind.ts';
import { cellScores } from './cell-scores.ts';
import { chanceFloor } from './chance-floor.ts';
import { matchedSum } from './matched-sum.ts';
import { midrankDealing } from './midrank-dealing.ts';
import { yesNoDealing } from './yes-no-dealing.ts';

/** Which exact test applies; `none`: t. */
export type ExactTest = 'yes-no' | 'midranks' | 'none';

/** Read (or filled) units, and the cell (part, stratum and offer) that each prediction is dealt in. */
export interface DealtScores<P, Y> {
  readonly kind: AnswerKind<P, Y>;
  readonly units: readonly number[];
  readonly predictions: readonly (P | null)[];
  readonly outcomes: readonly (Y | null)[];
  readonly cluster: ArrayLike<number>;
  readonly clusters: number;
  readonly cell: ArrayLike<number>;
  /** Stratum of each unit; null: the items have no strata. */
  readonly stratum: ArrayLike<number> | null;
  readonly exact: ExactTest;
  /** Values that exact midranks are taken of: the predictions, a missing one below or above all others. Absent: predictions. */
  readonly ranked?: readonly number[];
}

/** What dealing the predictions to other units gives. */
export interface Dealing {
  readonly test: 'exact' | 'midranks' | 't';
  /** What t is taken over, also for the interval of the excess. */
  readonly over: 'groups' | 'strata';
  /** Mean score of a prediction that is dealt to a unit of another cluster of its cell. */
  readonly chance: number;
  /** Score minus chance, over the units that can be dealt, with its error over groups or strata. */
  readonly excess: ClusterEstimate;
  readonly skill: ClusterEstimate | null;
  /** p of "fits no better than dealt" and of "fits no worse than dealt", one-sided. */
  readonly p: { readonly above: number; readonly below: number };
  /** Smallest p that the counts can reach. */
  readonly smallest: number;
  /** Share of ordered pairs within cells; null unless the test is that of midranks. */
  readonly auroc: number | null;
  /** Smallest true excess over chance that 4 of 5 such runs would find. */
  readonly detectable: Known<number>;
}

/**
 * Returns the test of fit. With S[i][j] the score of prediction i against outcome j of another cluster of the same cell, u_i =
 * S[i][i] - row mean - column mean + mean: their mean is the score minus the U-statistic of shuffled predictions (Hoeffding 1948).
 * Single yes/no units and single stated probabilities have exact tests. Others: t and Hall's transformation, over at least 15
 * strata, else over clusters; no p is below the chance of such agreement (`chanceFloor`), or of such a sum of scores (`matchedSum`). Skill is (score - chance) / (highest - chance), Cohen's kappa for yes/no and categories. Null
 * where no cell has two clusters.
 */
export function deal<P, Y>(scores: DealtScores<P, Y>): Dealing | null {
  const { kind } = scores;
  const centered = centeredScores(scores);
  const { units, own, chance, margins } = centered;
  if (units.length === 0) return null;
  const { over, meanOf, ...tested } = testedExcess(scores, centered);
  const best = kind.scale.highest;
  const score = tested.excess.value + chance;
  const influence = (k: number) => {
    const [dScore, dChance] = [(own[k] as number) - score, (margins[k] as number) - chance];
    return (dScore * (best - chance) + dChance * (score - best)) / (best - chance) ** 2;
  };
  const hasSkill = best - chance > 1e-12;
  const skill = hasSkill ? { ...meanOf(influence), value: tested.excess.value / (best - chance) } : null;
  const common = { over, chance, excess: tested.excess, skill };
  const byT = detectableEffect(tested.excess, best - chance);
  if (scores.exact === 'yes-no') {
    const exact = yesNoDealing(exactUnits(scores));
    const found = exact.detectable(tail, 0.8) ?? byT;
    const detectable =
      found.kind === 'known' && found.value > best - chance ? withheld('no score of the scale is that high') : found;
    const { above, below, smallest } = exact;
    return { ...common, test: 'exact', p: { above, below }, smallest, auroc: null, detectable };
  }
  if (scores.exact === 'midranks') {
    const { above, below, smallest, auroc } = midrankDealing(exactUnits(scores));
    return { ...common, test: 'midranks', p: { above, below }, smallest, auroc, detectable: byT };
  }
  const { p, smallest, deviation } = shuffledTest(scores, units, tested);
  const se = deviation / units.length;
  const byShuffling = se === 0 ? byT : detectableEffect({ ...tested.excess, se }, best - chance);
  return { ...common, test: 't', p, smallest, auroc: null, detectable: largerOf(byT, byShuffling) };
}

/** Returns the p of the test of fit alone, as `deal` does; null where no cell has two clusters. */
export function dealtP<P, Y>(scores: DealtScores<P, Y>): Dealing['p'] | null {
  const centered = centeredScores(scores);
  if (centered.units.length === 0) return null;
  if (scores.exact === 'none') return shuffledTest(scores, centered.units, testedExcess(scores, centered)).p;
  const { above, below } = (scores.exact === 'yes-no' ? yesNoDealing : midrankDealing)(exactUnits(scores));
  return { above, below };
}

/** Score minus chance, and its sums over what t is taken over. */
interface TestedExcess {
  readonly excess: ClusterEstimate;
  readonly sums: ReturnType<typeof sumByCluster>;
}

function testedExcess<P, Y>(scores: DealtScores<P, Y>, { units, excess }: CenteredScores) {
  const { over, ...groups } = testGroups(scores, units);
  const byGroup = (value: (at: number) => number) => sumByCluster(units, { ...groups, value: (_, k) => value(k) });
  const estimate = ({ sums, weights }: TestedExcess['sums']) => ratioOfSums(sums, weights) as ClusterEstimate; // there are units
  const sums = byGroup((k) => excess[k] as number);
  return { over, sums, excess: estimate(sums), meanOf: (value: (at: number) => number) => estimate(byGroup(value)) };
}

/** Returns the p of t and Hall's transformation, not below the chance of such agreement and of such a sum of shuffled scores. */
function shuffledTest<P, Y>(scores: DealtScores<P, Y>, units: readonly number[], { excess, sums }: TestedExcess) {
  const p = hallPs(excess, sums);
  const cells = cellScores({
    kind: scores.kind,
    predictions: units.map((unit) => scores.predictions[unit] as P),
    outcomes: units.map((unit) => scores.outcomes[unit] as Y),
    cell: units.map((unit) => scores.cell[unit] as number),
    cluster: units.map((unit) => scores.cluster[unit] as number),
  });
  const floor = cells === null ? null : chanceFloor(cells);
  const shuffled = cells === null ? null : matchedSum(cells);
  return {
    p: {
      above: Math.max(p.above, floor?.above ?? 0, shuffled?.above ?? 0),
      below: Math.max(p.below, floor?.below ?? 0, shuffled?.below ?? 0),
    },
    smallest: floor?.smallest ?? 0,
    deviation: shuffled?.deviation ?? 0,
  };
}

function largerOf(one: Known<number>, other: Known<number>): Known<number> {
  return one.kind === 'known' && (other.kind === 'withheld' || other.value > one.value) ? other : one;
}

/**
 * Returns what t is taken over: strata where these count as at least 15 and no cluster lies in two of them, since predictions
 * that are centered within small strata depend on each other; else clusters.
 */
function testGroups<P, Y>({ cluster, clusters, stratum }: DealtScores<P, Y>, units: readonly number[]) {
  const overClusters = { over: 'groups', cluster, clusters } as const;
  if (stratum === null) return overClusters;
  const stratumOf = new Map<number, number>();
  const sizes = new Map<number, number>();
  for (const unit of units) {
    const [c, s] = [cluster[unit] as number, stratum[unit] as number];
    if ((stratumOf.get(c) ?? s) !== s) return overClusters;
    stratumOf.set(c, s);
    sizes.set(s, (sizes.get(s) ?? 0) + 1);
  }
  if (effectiveClusters([...sizes.values()]) < leastNumbers.strata) return overClusters;
  const count = Math.max(...sizes.keys()) + 1;
  return { over: 'strata', cluster: stratum, clusters: count } as const;
}

/** Returns the values of the exact tests: predictions and outcomes of yes/no, or stated probabilities. */
function exactUnits<P, Y>({
  units,
  predictions,
  outcomes,
  cell,
  ranked,
}: DealtScores<P, Y>): Parameters<typeof yesNoDealing>[0] {
  return {
    predictions: units.map((unit) => ranked?.[unit] ?? (predictions[unit] as number)), // numbers in both kinds
    outcomes: units.map((unit) => outcomes[unit] as number),
    cell: units.map((unit) => cell[unit] as number),
  };
}

interface CenteredScores {
  /** Units of cells with two clusters or more. */
  readonly units: readonly number[];
  /** By place in `units`: own score, excess over chance, and the mean scores of its row and column minus that of the cell. */
  readonly own: Float64Array;
  readonly excess: Float64Array;
  readonly margins: Float64Array;
  readonly chance: number;
}

/** Returns the diagonal of the scores, centered over the other clusters of each cell. */
function centeredScores<P, Y>(scores: DealtScores<P, Y>): CenteredScores {
  const { units: all, kind, predictions, outcomes, cell } = scores;
  const sizes = new Int32Array(scores.clusters);
  const cells = [...Map.groupBy(all, (unit) => cell[unit] as number).values()].map((units) => ({
    units,
    clusters: clustersOfCell(units, scores.cluster, sizes),
  }));
  const dealt = cells.filter(({ clusters: { alone, together } }) => alone.length + together.length > 1);
  const units = dealt.flatMap((each) => each.units);
  const own = new Float64Array(units.length);
  const excess = new Float64Array(units.length);
  const margins = new Float64Array(units.length);
  let [at, chance] = [0, 0];
  for (const { units: of, clusters } of dealt) {
    const said = of.map((unit) => predictions[unit] as P);
    const did = of.map((unit) => outcomes[unit] as Y);
    const { ofPredictions, ofOutcomes } = otherMeans(kind, { said, did, clusters });
    let mean = 0;
    for (let place = 0; place < of.length; place += 1) {
      mean += ((ofPredictions[place] as number) + (ofOutcomes[place] as number)) / (2 * of.length);
    }
    chance += mean * (of.length / units.length);
    for (let place = 0; place < of.length; place += 1) {
      const margin = (ofPredictions[place] as number) + (ofOutcomes[place] as number) - mean;
      own[at] = kind.score(said[place] as P, did[place] as Y);
      excess[at] = (own[at] as number) - margin;
      margins[at] = margin;
      at += 1;
    }
  }
  return { units, own, excess, margins, chance };
}

/** The places of the units of a cell by cluster. A list for each unit that is alone would take most of the memory. */
interface CellClusters {
  /** Units whose cluster has no other unit in the cell. */
  readonly alone: readonly number[];
  /** Units of each other cluster. */
  readonly together: readonly (readonly number[])[];
}

/** Returns the places of units by cluster. `sizes` has a 0 for each cluster, and has them again afterwards. */
function clustersOfCell(units: readonly number[], cluster: ArrayLike<number>, sizes: Int32Array): CellClusters {
  const clusterOf = (place: number) => cluster[units[place] as number] as number;
  for (const place of units.keys()) sizes[clusterOf(place)] = (sizes[clusterOf(place)] as number) + 1;
  const isAlone = (place: number) => sizes[clusterOf(place)] === 1;
  const places = [...units.keys()];
  const alone = places.filter(isAlone);
  const together = Map.groupBy(
    places.filter((place) => !isAlone(place)),
    clusterOf,
  );
  for (const place of places) sizes[clusterOf(place)] = 0;
  return { alone, together: [...together.values()] };
}

/** Predictions and outcomes of one cell, and its clusters. */
interface CellValues<P, Y> {
  readonly said: readonly P[];
  readonly did: readonly Y[];
  readonly clusters: CellClusters;
}

/** Returns the mean of every prediction over the outcomes of other clusters, and of every outcome over their predictions. */
function otherMeans<P, Y>(kind: AnswerKind<P, Y>, cell: CellValues<P, Y>) {
  const n = cell.said.length;
  const { ofPredictions, ofOutcomes } = kind.deal(cell.said, cell.did);
  const without = (all: number, own: number, w: number) => (n * all - w * own) / (n - w);
  for (const place of cell.clusters.alone) {
    const own = kind.score(cell.said[place] as P, cell.did[place] as Y);
    ofPredictions[place] = without(ofPredictions[place] as number, own, 1);
    ofOutcomes[place] = without(ofOutcomes[place] as number, own, 1);
  }
  for (const places of cell.clusters.together) {
    const own = meansWithin(kind, cell, places);
    for (const [index, place] of places.entries()) {
      const w = places.length;
      ofPredictions[place] = without(ofPredictions[place] as number, own.ofPredictions[index] as number, w);
      ofOutcomes[place] = without(ofOutcomes[place] as number, own.ofOutcomes[index] as number, w);
    }
  }
  return { ofPredictions, ofOutcomes };
}

/** Returns the mean of every prediction of one cluster over its outcomes, and of every outcome over its predictions. */
function meansWithin<P, Y>(kind: AnswerKind<P, Y>, { said, did }: CellValues<P, Y>, places: readonly number[]) {
  return kind.deal(
    places.map((place) => said[place] as P),
    places.map((place) => did[place] as Y),
  );
}

/** Returns the interval of skill: Fisher's z for the kappa of a yes/no, t for the others. */
export function skillBounds<P, Y>(
  { kind, units, predictions, outcomes, cluster, clusters }: DealtScores<P, Y>,
  skill: ClusterEstimate,
): BoundsOrReason {
  if (kind.name !== 'yes-no') return tBounds(skill);
  const clustersWhere = (holds: (unit: number) => boolean) => {
    const isMarked = new Uint8Array(clusters);
    for (const unit of units) if (holds(unit)) isMarked[cluster[unit] as number] = 1;
    return isMarked.reduce((sum, mark) => sum + mark, 0);
  };
  const outcome = (unit: number) => outcomes[unit] as number; // yes/no
  return correlationBounds(skill, {
    rarerOutcome: Math.min(
      clustersWhere((unit) => outcome(unit) > 0),
      clustersWhere((unit) => outcome(unit) < 1),
    ),
    withError: clustersWhere((unit) => outcome(unit) !== (predictions[unit] as number)),
  });
}
