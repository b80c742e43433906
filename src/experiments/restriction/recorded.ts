import type { Observed } from '../../domain/outcome.ts';
import type { Answers } from '../../domain/slot.ts';

/**
 * Returns whether the published program counted an unreadable outcome as a wrong prediction: an extracted prediction
 * that is neither letter, and a request without a response or with an empty one. It excluded all other failures from
 * the over-niceness rate.
 */
export function isCountedWrong(
  answers: Answers,
  prediction: Observed<boolean>,
  executions: readonly Observed<boolean>[],
): boolean {
  const predicted = answers.get('forecast', '', 0);
  const extracted = predicted.kind === 'answered' && typeof predicted.extracted === 'string';
  const judged = executions.some((execution) => execution.kind === 'present');
  const response = answers.get('execute', '', 0);
  const failed = response.kind === 'failed' && response.detail.startsWith('recorded-failure'); // details start with the code
  const lost = failed || (response.kind === 'answered' && response.text.trim() === '');
  return lost || (extracted && judged && prediction.kind === 'absent');
}
