import { buildRequest, itemTasks, targetModel } from '../plan/item-task.ts';
import { planWithoutAnswers } from '../plan/resolve-item.ts';
import { AppError } from '../util/app-error.ts';
import type { PreparedRun } from './prepared-run.ts';

/** A budget means nothing for a model of unknown price, or for answers without an end: the models are closed again. */
export async function requirePrices(prepared: PreparedRun): Promise<void> {
  const { settings, models } = prepared;
  const refusal = settings.budget === null ? null : (unknownPrice(prepared) ?? endlessAnswer(prepared));
  if (refusal === null) return;
  await Promise.all([...models.values()].map(({ model }) => model.close()));
  throw refusal;
}

function unknownPrice({ models }: PreparedRun): AppError | null {
  const blind = [...models.values()].find(({ price }) => price === null);
  if (blind === undefined) return null;
  return new AppError('price-unknown', `--budget needs the price of ${blind.model.name}, which is not known`, {
    hint: 'give --prices FILE (`curl -o prices.json https://models.dev/api.json` gets one), or leave --budget out',
  });
}

/** Looks at the first item of each experiment: an experiment of the user's own need not limit all its slots. */
function endlessAnswer({ config, experiments, datasets, models }: PreparedRun): AppError | null {
  for (const planned of config.experiments) {
    for (const work of itemTasks({ ...config, experiments: [planned] }, experiments, datasets)) {
      for (const call of planWithoutAnswers(work.experiment, work.context)) {
        const price = models.get(targetModel(work, call).identity)?.price;
        if (price?.output === 0 || buildRequest(work, call).asked.sampling.maxOutputTokens !== undefined) continue;
        return new AppError(
          'no-output-limit',
          `--budget needs a limit to the answers of ${planned.name} (${call.slot})`,
          {
            hint: "say --max-output-tokens in a new run, or give the experiment's `maxOutputTokens` that slot",
          },
        );
      }
      break;
    }
  }
  return null;
}
