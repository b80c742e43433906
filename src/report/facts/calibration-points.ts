import type { OutcomeRow } from '../../domain/outcome.ts';
import { calibrationCurve, type ForecastPoint } from '../../stats/probability/calibration.ts';
import { oneLine } from '../../util/text.ts';
import type { CalibrationRow } from '../figures/calibration.ts';

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
    }));
  }
}
