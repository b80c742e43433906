import { isSelfPredictionLog } from '../../../recordings/import/self-prediction-log.ts';
import { AppError } from '../../../util/app-error.ts';
import { shellWord } from '../../../util/shell-word.ts';

/** Returns whether all files are logs of the tasks `self_know`, `self_refusal` and `self_property`. AppError where only some are. */
export async function areSelfPredictionLogs(files: readonly string[]): Promise<boolean> {
  const are = await Promise.all(files.map(isSelfPredictionLog));
  if (are.every((each) => each === are[0])) return are[0] ?? false;
  throw new AppError('log-unknown', 'some of the files hold self-predictions and some do not', {
    hint: `give these alone: ${files
      .filter((_, index) => are[index])
      .map(shellWord)
      .join(' ')}`,
  });
}
