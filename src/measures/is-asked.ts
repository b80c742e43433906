import type { Observed, Outcome } from '../domain/outcome.ts';

/** Returns whether prediction and outcome were asked: false where one of them waits for a call that was not sent yet. */
export function isAsked(outcome: Outcome): boolean {
  const waits = (part: Observed<unknown>) => part.kind === 'absent' && part.reason === 'not-asked';
  switch (outcome.kind) {
    case 'binary':
    case 'numeric':
    case 'text':
      return !waits(outcome.prediction) && !(outcome.executions.length > 0 && outcome.executions.every(waits));
    case 'categorical':
      return !outcome.predictions.some(waits) && !outcome.executions.every(waits);
    case 'ranking':
      return (
        !waits(outcome.prediction) && !outcome.executions.every((own) => own.some(({ correct }) => waits(correct)))
      );
    default:
      return true;
  }
}
