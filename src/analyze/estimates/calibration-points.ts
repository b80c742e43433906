import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { mean } from '../../stats/moments.ts';
import { type CalibrationBin, calibrationCurve, type ForecastPoint } from '../../stats/probability.ts';
import { oneLine } from '../../util/text.ts';

/** The reliability curve of one model in one experiment. */
export interface CalibrationRow {
  readonly experiment: string;
  readonly label: string;
  readonly bins: readonly CalibrationBin[];
  /** Mean over all predictions, and mean share of executions in which the predicted property held; both in [0, 1]. */
  readonly predicted: number;
  readonly observed: number;
}

/** Collects predicted probabilities and outcomes, by experiment and model. */
export class CalibrationPoints {
  readonly #points = new Map<string, { experiment: string; model: string; points: ForecastPoint[] }>();

  add({ experiment, model, outcome }: OutcomeRow): void {
    if (outcome.kind !== 'binary' || outcome.probability === null) return;
    const known = outcome.executions.filter((execution) => execution.kind === 'present');
    if (known.length === 0) return;
    const key = JSON.stringify([experiment, model]);
    const entry = this.#points.get(key) ?? { experiment, model, points: [] };
    this.#points.set(key, entry);
    const held = known.filter(({ value }) => value).length;
    entry.points.push({ prediction: outcome.probability, outcome: held / known.length });
  }

  rows(): readonly CalibrationRow[] {
    return [...this.#points.values()].map(({ experiment, model, points }) => ({
      experiment,
      label: oneLine(model, 60),
      bins: calibrationCurve(points),
      predicted: mean(points.map(({ prediction }) => prediction)) ?? 0,
      observed: mean(points.map(({ outcome }) => outcome)) ?? 0,
    }));
  }
}
