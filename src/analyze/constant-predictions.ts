import type { Outcome } from '../domain/outcome.ts';
import { kindOfOutcome } from '../measures/outcome-kinds.ts';

/** A constrained condition has no score where more than this share of its predictions are one value. */
const maxShare = 0.95;
/** Fewer predictions may be equal by chance. */
const minPredictions = 5;

/**
 * Counts the values that a model predicts in a constrained condition. A form lets any model answer, so that a model that
 * understands nothing gives the first allowed value every time, and its score is that of a constant rule.
 */
export class PredictedValues {
  readonly #counts = new Map<string, number>();
  #predictions = 0;

  /** Adds the prediction of an outcome, if it is present. */
  add(outcome: Outcome): void {
    const text = kindOfOutcome(outcome).predictedText?.(outcome) ?? null;
    if (text === null) return;
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
    this.#predictions += 1;
  }

  /** Returns why the predictions have no score, as "constant: true in 10 of 10"; null where they vary. */
  whyConstant(): string | null {
    const most = [...this.#counts].reduce((best, each) => (each[1] > best[1] ? each : best), ['', 0]);
    if (this.#predictions < minPredictions || most[1] <= maxShare * this.#predictions) return null;
    return `constant: ${most[0]} in ${most[1]} of ${this.#predictions}`;
  }
}
