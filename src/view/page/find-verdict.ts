import type { ModelContrasts } from '../../analyze/contrasts.ts';
import type { Estimate } from '../../domain/estimate.ts';
import type { VerdictWord } from '../../domain/finding.ts';

/** A verdict with the sentence of its reasons. */
interface CardVerdict {
  readonly value: VerdictWord;
  readonly sentence: string;
}

/**
 * Returns the verdict on the model, experiment and condition of a headline estimate; `insufficient` if none was
 * computed.
 */
export function findVerdict(
  { run, experiment, model, condition }: Estimate,
  contrasts: readonly ModelContrasts[],
): CardVerdict {
  const found = contrasts.find(
    (each) =>
      each.run === run && each.experiment === experiment && each.model === model && each.condition === condition,
  );
  return found === undefined
    ? { value: 'insufficient', sentence: 'No verdict is defined for this kind of outcome.' }
    : { value: found.verdict, sentence: `${found.reasons.join('; ')}.` };
}
