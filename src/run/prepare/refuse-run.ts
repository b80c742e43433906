import { describeCapability, type ModelCapability } from '../../domain/model-capability.ts';
import { type Experiment, requiredCapabilities } from '../../experiments/experiment.ts';
import { experimentNamed } from '../../experiments/registry.ts';
import { providersWith } from '../../models/registry.ts';
import { AppError } from '../../util/app-error.ts';
import { closeModels, type PreparedRun } from './prepared-run.ts';
import { unboundedCost } from './unbounded-cost.ts';
import { unsentFactor } from './unsent-factor.ts';

/** Closes the models and rejects with an AppError if the run cannot be executed as configured. */
export async function refuseRun(prepared: PreparedRun): Promise<void> {
  const refusal =
    missingCapability(prepared) ?? missingPeer(prepared) ?? unsentFactor(prepared.config) ?? unboundedCost(prepared);
  if (refusal === null) return;
  await closeModels(prepared);
  throw refusal;
}

/** Returns why a model lacks a capability that an experiment requires; null if all have it. Judges need none. */
function missingCapability({ config, experiments, models }: PreparedRun): AppError | null {
  for (const { name, conditions } of config.experiments) {
    const experiment = experimentNamed(experiments, name);
    for (const capability of new Set(conditions.flatMap((condition) => requiredCapabilities(experiment, condition)))) {
      for (const subject of config.models) {
        const able = models.get(subject.identity)?.model.capabilities ?? [];
        if (!able.includes(capability)) return refusal(experiment, subject.name, capability);
      }
    }
  }
  return unconstrainable({ config, models }) ?? withoutTools({ config, models });
}

/** Returns why answers cannot be constrained to their forms, if a condition has them constrained; judges answer in a form too. */
function unconstrainable({ config, models }: Pick<PreparedRun, 'config' | 'models'>): AppError | null {
  const isConstrained = config.experiments.some(({ conditions }) => conditions.some(({ constrain }) => constrain));
  if (!isConstrained) return null;
  const all = config.judge === null ? config.models : [...config.models, config.judge];
  const unable = all.find(({ identity }) => !models.get(identity)?.model.capabilities?.includes('form'));
  if (unable === undefined) return null;
  return new AppError(
    'missing-capability',
    `--constrain form needs a model that can ${describeCapability('form')}; ${unable.name} is not known to support this`,
    {
      hint: `use a model of ${providersWith('form').join(', ')}, or run without --constrain; in your own model, declare capabilities: ['form'] and use request.form`,
    },
  );
}

/** Returns why a model cannot call the tool `run_myself`, if a condition has it; null if all that must can. */
function withoutTools({ config, models }: Pick<PreparedRun, 'config' | 'models'>): AppError | null {
  const { selfRun } = config;
  if (selfRun === undefined) return null;
  const predicting = config.models.filter(({ asks }) => asks !== 'executions');
  const calling = selfRun.depth > 1 ? [...predicting, ...selfRun.executors] : predicting;
  const unable = calling.find(({ identity }) => !models.get(identity)?.model.capabilities?.includes('tools'));
  if (unable === undefined) return null;
  return new AppError(
    'missing-capability',
    `--tools needs a model that can ${describeCapability('tools')}; ${unable.name} is not known to support this`,
    {
      hint: `use a model of ${providersWith('tools').join(', ')}, and ${unable.name} as --executor with --tool-depth 1; in your own model, declare capabilities: ['tools'] and use request.tools`,
    },
  );
}

/** Returns why a run has too few models for an experiment that compares models; null if it has enough. */
function missingPeer({ config, experiments }: PreparedRun): AppError | null {
  if (config.models.length > 1) return null;
  const comparing = config.experiments.find(({ name }) => experimentNamed(experiments, name).needsPeers === true);
  if (comparing === undefined) return null;
  return new AppError('no-others', `experiment ${comparing.name} compares the texts of two models; the run has one`, {
    hint: 'add a second --model, or a third for judges with --ask-others',
  });
}

function refusal(experiment: Experiment, model: string, capability: ModelCapability): AppError {
  const { name, insteadOfRequired, requires = [] } = experiment;
  const action = describeCapability(capability);
  const what = `experiment ${name} needs a model that can ${action}; ${model} is not known to support this`;
  const able = providersWith(capability).join(', ');
  const isOnlyWay = insteadOfRequired === undefined || !requires.includes(capability); // the condition is the way out already
  const instead = isOnlyWay ? '' : `; ${insteadOfRequired}`;
  return new AppError('missing-capability', what, {
    hint: `remove ${name} or ${model} from the run, or choose a model of ${able} (at a hosted provider, check that the model can); in your own model, declare capabilities: ['${capability}']${instead}`,
  });
}
