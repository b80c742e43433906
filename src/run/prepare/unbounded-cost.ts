import { AppError } from '../../util/app-error.ts';
import { buildRequest, itemTasks, targetModel } from '../plan/item-task.ts';
import { planWithoutAnswers } from '../plan/planned-calls.ts';
import type { PreparedRun } from './prepared-run.ts';

/**
 * Returns why the run cannot keep its budget (a model of unknown price, or answers without a token limit); null if it
 * can.
 */
export function unboundedCost(prepared: PreparedRun): AppError | null {
  return prepared.settings.budget === null ? null : (unknownPrice(prepared) ?? endlessAnswer(prepared));
}

function unknownPrice({ models }: PreparedRun): AppError | null {
  const blind = [...models.values()].find(({ price }) => price === null);
  if (blind === undefined) return null;
  return new AppError('price-unknown', `--budget needs the price of ${blind.model.name}, which is unknown`, {
    hint: 'add --prices FILE (to download one: `curl -o prices.json https://models.dev/api.json`), or remove --budget',
  });
}

/** Checks the first item of each experiment: a user's own experiment need not limit all its slots. */
function endlessAnswer({ config, experiments, datasets, models }: PreparedRun): AppError | null {
  for (const planned of config.experiments) {
    for (const work of itemTasks({ ...config, experiments: [planned] }, experiments, datasets)) {
      for (const call of planWithoutAnswers(work.experiment, work.context, () => '?', 'most')) {
        const price = models.get(targetModel(work, call).identity)?.price;
        if (price?.output === 0 || buildRequest(work, call).asked.sampling.maxOutputTokens !== undefined) continue;
        return new AppError(
          'no-output-limit',
          `--budget needs a limit on the length of answers of ${planned.name} (${call.slot})`,
          {
            hint: 'add --max-output-tokens to a new run, or give that slot `maxOutputTokens` in the experiment',
          },
        );
      }
      break;
    }
  }
  return null;
}
