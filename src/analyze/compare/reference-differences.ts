import { gain } from '../../domain/measure.ts';
import { estimateOf, type JackknifeEstimate, ratioPseudoValues } from '../../stats/beyond-others.ts';
import type { ComparedModels } from './compared-row.ts';
import type { PredictionCell } from './prediction-cells.ts';

/**
 * Returns, by model of a row, the own score minus that of the item's label, above 0 where the own score is better; null for a
 * model without labels. A missing own score is at its worst: the lowest difference that was read, at least that of a wrong
 * prediction beside a right label.
 */
export function labelDifferences({
  field,
  responses,
  unitOf,
  cluster,
  clusters,
}: ComparedModels): readonly Difference[] {
  const [headline] = field.experiment.measures;
  return responses.map((own): Difference => {
    if (headline === undefined || unitOf.every((unit) => Number.isNaN(own.label.at(unit)))) return null;
    const differences = Float64Array.from(unitOf, (unit) => gain(headline, own.score.at(unit), own.label.at(unit)));
    const floor = headline.unit === 'share' ? -1 : 0;
    const least = differences.reduce((low, each) => (Number.isNaN(each) ? low : Math.min(low, each)), floor);
    const filled = differences.map((each, index) => {
      const unit = unitOf[index] as number;
      const isMissing = own.asked.at(unit) === 1 && Number.isNaN(own.score.at(unit));
      return Number.isNaN(each) && isMissing ? least : each;
    });
    return meanDifference(filled, cluster, clusters);
  });
}

type Difference = JackknifeEstimate | null;

/**
 * Returns, by model of a row, its own score minus the mean score of the unrelated models that predicted it by name, of the
 * run in which most models did; null where none did. Missing values are at their worst: 0 for the own score, 1 for another.
 */
export function askedDifferences({
  field,
  condition,
  responses,
  families,
  unitOf,
  cluster,
  clusters,
}: ComparedModels): readonly Difference[] {
  const runs = [
    ...Map.groupBy(
      field.predictions.filter((each) => each.condition === condition),
      ({ run }) => run,
    ),
  ];
  const [largest] = runs.sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1));
  const cells = largest?.[1] ?? [];
  const familyOf = new Map(responses.map(({ model }, index) => [model, families[index]]));
  return responses.map(({ model }): Difference => {
    const about = cells.filter(({ target }) => target === model);
    const own = about.find(({ predictor }) => predictor === model);
    const others = about.filter(({ predictor }) => familyOf.get(predictor) !== familyOf.get(model));
    if (own === undefined || others.length === 0) return null;
    const differences = Float64Array.from(unitOf, (unit) => {
      if (own.asked.at(unit) !== 1) return Number.NaN;
      const theirs = others.filter(({ asked }) => asked.at(unit) === 1);
      const mean = theirs.reduce((sum, other) => sum + scoreAt(other, unit, 1) / theirs.length, 0);
      return theirs.length === 0 ? Number.NaN : scoreAt(own, unit, 0) - mean;
    });
    return meanDifference(differences, cluster, clusters);
  });
}

function scoreAt({ score }: PredictionCell, unit: number, missing: number): number {
  const value = score.at(unit);
  return Number.isNaN(value) ? missing : value;
}

/** Returns the mean of unit values with its standard error over clusters; NaN: not counted. Null without a value. */
function meanDifference(values: Float64Array, cluster: Int32Array, clusters: number): Difference {
  const [sums, counts] = [new Float64Array(clusters), new Float64Array(clusters)];
  for (const [unit, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    const at = cluster[unit] as number;
    sums[at] = (sums[at] as number) + value;
    counts[at] = (counts[at] as number) + 1;
  }
  const used = counts.reduce((sum, count) => sum + Number(count > 0), 0);
  return used === 0 ? null : estimateOf(ratioPseudoValues(sums, counts), used);
}
