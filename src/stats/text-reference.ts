import { hallPs } from './hall.ts';
import { type Known, known, ratioOfSums, sumByCluster, withheld } from './jackknife.ts';
import { leastNumbers } from './least-numbers.ts';
import { cellMeans, type ModelUnits, type ResidualScale, RidgeRegression } from './pair-residuals.ts';

/** Columns of the text of each unit, and the penalty (half of it times b²) of each. */
interface TextColumns {
  readonly columns: readonly Float64Array[];
  readonly penalties: readonly number[];
}

const hashedWords = 64;
const lengthBins = 10;
/** Half of each is the factor of b²: .1 of the tenths of length, 4 of the words. */
const [lengthPenalty, wordPenalty] = [0.2, 8];

/**
 * Returns what a text is described by: the tenth of its length in characters among all texts (equal lengths share one), and
 * the standardized logarithms of one plus the counts of its words in 64 hashed columns.
 */
export function textColumns(texts: readonly string[]): TextColumns {
  const lengths = texts.map(({ length }) => length);
  const shorter = new Map<number, number>();
  for (const [place, length] of lengths.toSorted((a, b) => a - b).entries())
    if (!shorter.has(length)) shorter.set(length, place);
  const tenth = lengths.map((length) => Math.floor((lengthBins * (shorter.get(length) as number)) / texts.length));
  const bins = Array.from({ length: lengthBins }, (_, bin) =>
    Float64Array.from(tenth, (own) => Number(own === bin)),
  ).filter((column) => column.includes(1));
  const counts = Array.from({ length: hashedWords }, () => new Float64Array(texts.length));
  for (const [unit, text] of texts.entries()) {
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
      const column = counts[hashOf(word) % hashedWords] as Float64Array;
      column[unit] = (column[unit] as number) + 1;
    }
  }
  const words = counts.map((column) => standardized(column.map(Math.log1p))).filter((column) => column.some(Boolean));
  return {
    columns: [...bins, ...words],
    penalties: [...bins.map(() => lengthPenalty), ...words.map(() => wordPenalty)],
  };
}

/** Returns a hash of 32 bits (FNV-1a). */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

function standardized(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / values.length);
  return deviation < 1e-9 ? new Float64Array(values.length) : values.map((each) => (each - mean) / deviation);
}

/** One way to measure the length of a text. */
export interface TextMeasure {
  readonly name: 'characters' | 'words' | 'sentences' | 'options';
  readonly of: (text: string) => number;
}

const countOf =
  (pattern: RegExp) =>
  (text: string): number =>
    text.match(pattern)?.length ?? 0;

/**
 * Lengths of a text that predictions are shuffled within, so that no function of one of them is knowledge of oneself: a threshold, a
 * wave. Options are lines and places with a mark such as "A)", "(b)", "3." or a bullet.
 */
export const textMeasures: readonly TextMeasure[] = [
  { name: 'characters', of: ({ length }) => length },
  { name: 'words', of: countOf(/[\p{L}\p{N}]+/gu) },
  { name: 'sentences', of: countOf(/[.!?…。！？؟।]+(?=["'”’)\]]*(?:\s|$))/gu) },
  { name: 'options', of: countOf(/(?:^|\s)(?:\(?[A-Z0-9][).:]|\([a-z]\))(?=\s)|^\s*[-*•](?=\s)/gmu) },
];

/** Least clusters of a cell: of four, three quarters of what the predictions tell is left. */
const cellClusters = 4;

/**
 * Returns the cell of each unit in which a measure of its text is nearly constant (local permutation: Kim, Neykov, Balakrishnan
 * and Wasserman 2022): clusters in the order of their mean value, four in a cell and as many more as have the value of the
 * fourth. Null where all clusters have one value.
 */
export function lengthCells(values: readonly number[], cluster: ArrayLike<number>): Int32Array | null {
  const means = [...Map.groupBy(values.keys(), (unit) => cluster[unit] as number)]
    .map(([number, units]) => ({
      number,
      mean: units.reduce((sum, unit) => sum + (values[unit] as number), 0) / units.length,
    }))
    .sort((a, b) => a.mean - b.mean);
  if (means[0]?.mean === means.at(-1)?.mean) return null;
  const cellOf = new Map<number, number>();
  let [cell, size] = [0, 0];
  for (const [place, { number, mean }] of means.entries()) {
    if (size >= cellClusters && mean !== means[place - 1]?.mean) [cell, size] = [cell + 1, 0];
    cellOf.set(number, cell);
    size += 1;
  }
  const last = size < cellClusters && cell > 0 ? cell - 1 : cell; // too few are left over: they join the cell before
  return Int32Array.from(values, (_, unit) => Math.min(last, cellOf.get(cluster[unit] as number) as number));
}

interface TextUnits {
  readonly model: Pick<ModelUnits, 'prediction' | 'outcome' | 'cell' | 'asked'>;
  /** Cluster of each unit, numbered from 0. */
  readonly cluster: Int32Array;
  readonly scale: ResidualScale;
  /** Text of each unit; null where it is not known. */
  readonly texts: readonly (string | null)[];
}

/** What is left of the fit of predictions and outcomes when both are explained by the text. */
interface TextReference {
  /** One-sided p of "the mean product of the residuals is not above 0": the larger of t and Hall's transformation. */
  readonly p: number;
  /** Mean product of the residuals, with its standard error over clusters. */
  readonly value: number;
  readonly se: number | null;
}

const folds = 5;

/**
 * Returns the generalized covariance measure of predictions and outcomes given the text (Shah and Peters 2020): the mean of
 * (p - p^)(y - y^), p^ and y^ from ridge regressions that are cross-fitted over five folds of clusters (Chernozhukov et al.
 * 2018), both residuals centered by cell. A missing value takes what makes the product smallest. Withheld without the text of
 * every unit, below 100 clusters, or below 30 outcomes of the rarer kind.
 */
export function textReference({ model, cluster, scale, texts }: TextUnits): Known<TextReference> {
  const units = [...cluster.keys()].filter((unit) => model.asked === null || model.asked[unit] === 1);
  if (units.some((unit) => (texts[unit] ?? null) === null)) return withheld('the text of the items is not known');
  const clusters = new Set(units.map((unit) => cluster[unit])).size;
  const { textItems, textRarer } = leastNumbers;
  if (clusters < textItems)
    return withheld(`${clusters} groups of items, fewer than the ${textItems} that its test needs`);
  const take = (values: Float64Array) => Float64Array.from(units, (unit) => values[unit] as number);
  const [prediction, outcome] = [take(model.prediction), take(model.outcome)];
  const yes = outcome.reduce((sum, y) => sum + (Number.isNaN(y) ? 0 : y), 0);
  const read = outcome.reduce((count, y) => count + Number(!Number.isNaN(y)), 0);
  if (scale === 'share' && Math.min(yes, read - yes) < textRarer)
    return withheld(
      `${Math.floor(Math.min(yes, read - yes))} outcomes of the rarer kind, fewer than the ${textRarer} that its test needs`,
    );
  const groups = Int32Array.from(units, (unit) => cluster[unit] as number);
  const cell = Int32Array.from(units, (unit) => model.cell?.[unit] ?? 0);
  const columns = textColumns(units.map((unit) => texts[unit] as string)); // none is null
  const residuals = [prediction, outcome].map((values) => crossFitted({ values, groups, cell, scale, columns }));
  const product = (_: number, at: number) => {
    const [p, y] = residuals.map(({ possible }) => possible(at)) as [readonly number[], readonly number[]];
    return Math.min(...p.flatMap((one) => y.map((other) => one * other)));
  };
  const sums = sumByCluster([...units.keys()], { cluster: groups, clusters: Math.max(...groups) + 1, value: product });
  const estimate = ratioOfSums(sums.sums, sums.weights);
  if (estimate === null) return withheld('no unit was asked');
  return known({ p: hallPs(estimate, sums).above, value: estimate.value, se: estimate.se });
}

interface CrossFitted {
  readonly values: Float64Array;
  readonly groups: Int32Array;
  readonly cell: Int32Array;
  readonly scale: ResidualScale;
  readonly columns: TextColumns;
}

/** Returns the residuals that a unit can have: one, or two extreme ones where its value is missing. */
function crossFitted({ values, groups, cell, scale, columns }: CrossFitted) {
  const numbers = new Map([...new Set(groups)].map((group, place) => [group, place % folds]));
  const fold = groups.map((group) => numbers.get(group) as number);
  const regression = new RidgeRegression(values.length);
  const read = values.filter((value) => !Number.isNaN(value));
  const center = scale === 'share' ? 0 : read.reduce((sum, each) => sum + each, 0) / read.length;
  const centered = values.map((value) => value - center);
  const fitted = new Float64Array(values.length);
  let start: Float64Array | null = null; // the folds have most units in common
  for (let own = 0; own < folds; own += 1) {
    const others = centered.map((value, unit) => (fold[unit] === own ? Number.NaN : value));
    const fit = regression.fit(columns.columns, { values: others, scale, start }, columns.penalties);
    start = fit.coefficients;
    for (let unit = 0; unit < fitted.length; unit += 1)
      if (fold[unit] === own) fitted[unit] = fit.fitted[unit] as number;
  }
  const raw = centered.map((value, unit) => value - (fitted[unit] as number));
  const means = cellMeans(raw, cell);
  const range = scale === 'share' ? [0, 1] : [Math.min(...read) - center, Math.max(...read) - center];
  return {
    possible: (unit: number): readonly number[] =>
      (Number.isNaN(centered[unit]) ? range : [centered[unit] as number]).map(
        (value) => value - (fitted[unit] as number) - (means[cell[unit] as number] as number),
      ),
  };
}
