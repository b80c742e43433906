import { type CategoricalOutcome, isPresent } from '../../domain/outcome.ts';

/** The value that an outcome's predictions are compared with, or the reason why it has none. */
export type Truth =
  | { readonly kind: 'known'; readonly value: string }
  | { readonly kind: 'unknown'; readonly reason: 'no-execution' | 'no-mode' };

/** `modal-answer`: the value of the execution whose whole answer is most frequent, as in the published protocol. */
type TruthRule = 'modal-value' | 'modal-answer';

/**
 * Returns the most frequent value of the executions that have one, the first one on ties. Two or more values that all
 * differ have no mode; a single value is its own mode.
 */
export function modalValue(values: readonly string[]): Truth {
  if (values.length === 0) return { kind: 'unknown', reason: 'no-execution' };
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  if (values.length > 1 && counts.size === values.length) return { kind: 'unknown', reason: 'no-mode' };
  let [best, most] = ['', 0];
  for (const [value, times] of counts) if (times > most) [best, most] = [value, times];
  return { kind: 'known', value: best };
}

/** Returns the values of the executions that have one, in sample order. */
export function executedValues({ executions }: Pick<CategoricalOutcome, 'executions'>): readonly string[] {
  return executions.filter(isPresent).map(({ value }) => value);
}

/** Returns the values of the readable predictions, in sample order. */
export function predictedValues({ predictions }: Pick<CategoricalOutcome, 'predictions'>): readonly string[] {
  return predictions.filter(isPresent).map(({ value }) => value);
}

/** Returns the truth of an outcome's executions under a rule. */
export function truthOf(outcome: CategoricalOutcome, rule: TruthRule = 'modal-value'): Truth {
  if (rule === 'modal-value') return modalValue(executedValues(outcome));
  if (!outcome.executions.some(isPresent)) return { kind: 'unknown', reason: 'no-execution' };
  if (outcome.modal === null) return { kind: 'unknown', reason: 'no-mode' };
  const modal = outcome.executions[outcome.modal];
  if (modal === undefined || !isPresent(modal)) return { kind: 'unknown', reason: 'no-execution' };
  return { kind: 'known', value: modal.value };
}
