import { isPresent, type Observed, type Outcome } from '../domain/outcome.ts';
import { oneLine } from '../util/text.ts';

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
    const text = predictedText(outcome);
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

/** Maximum characters of a predicted value in a reason. */
const maxShown = 40;

/**
 * Returns the predicted value as text, a probability where one was stated; null where it is missing. Categorical outcomes
 * have a rule of their own, by group; authored ones and edits have no prediction.
 */
function predictedText(outcome: Outcome): string | null {
  const textOf = <T>(part: Observed<T>, words: (value: T) => string) => (isPresent(part) ? words(part.value) : null);
  switch (outcome.kind) {
    case 'binary': {
      const { prediction, probability } = outcome;
      return textOf(prediction, (value) =>
        probability === null ? String(value) : `${Math.round(100 * probability)} %`,
      );
    }
    case 'ranking': {
      const { prediction, units, promptNames } = outcome; // the names that the model wrote: those of units differ by item
      return textOf(prediction, (order) => order.map((unit) => promptNames?.[units.indexOf(unit)] ?? unit).join(', '));
    }
    case 'numeric':
      return textOf(outcome.prediction, String);
    case 'decision':
      return textOf(outcome.choice, (option) => outcome.options[option] ?? String(option));
    case 'text':
      return textOf(outcome.prediction, (text) => JSON.stringify(oneLine(text, maxShown)));
    case 'categorical':
    case 'authored':
    case 'edit':
      return null;
  }
}
