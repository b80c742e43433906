import { type DeclaredScale, type ProbabilityScale, ScaleEvidence } from '../../domain/probability.ts';
import { onScale } from '../../experiments/common/predict-and-execute.ts';
import type { BinaryOutcome } from '../../outcome-kinds/binary.ts';
import type { Outcome } from '../../outcome-kinds/outcome-kinds.ts';
import { conditionName, type ItemTask } from '../plan/item-task.ts';

/** Who stated a probability, and under which condition of which experiment. */
interface Place {
  readonly work: Pick<ItemTask, 'experiment' | 'context'>;
  /** Display name of the model that predicted. */
  readonly predictor: string;
}

/** Returns whether an experiment's predictions are probabilities, so that their scale is decided over all items. */
export function statesProbabilities({ slots }: ItemTask['experiment']): boolean {
  return Object.values(slots).some(({ states }) => states === 'probability');
}

/**
 * The scale of stated probabilities: one for each model, condition and set of items of a run, decided by all values that the
 * model stated there, or declared by the user.
 */
export class ProbabilityScales {
  readonly #evidence = new Map<string, ScaleEvidence>();
  readonly #declared: DeclaredScale | null;

  constructor(declared: DeclaredScale | null) {
    this.#declared = declared;
  }

  /** Whether the values have to be read before any of them has a scale. */
  get needsEvidence(): boolean {
    return this.#declared === null;
  }

  add(place: Place, outcome: Outcome): void {
    if (outcome.kind !== 'binary' || outcome.stated === undefined) return;
    const key = keyOf(place);
    const evidence = this.#evidence.get(key) ?? new ScaleEvidence();
    this.#evidence.set(key, evidence);
    evidence.add(outcome.stated.value);
  }

  /** Returns an outcome with its stated probability on the scale of its place; other outcomes as they are. */
  apply<O extends Outcome>(place: Place, outcome: O): O | BinaryOutcome {
    if (outcome.kind !== 'binary' || outcome.stated === undefined) return outcome;
    const scale: ProbabilityScale = this.#declared ?? this.#evidence.get(keyOf(place))?.scale ?? 'unknown';
    return onScale(outcome, scale);
  }
}

function keyOf({ work: { experiment, context }, predictor }: Place): string {
  return JSON.stringify([experiment.name, conditionName(context.condition), predictor]);
}
