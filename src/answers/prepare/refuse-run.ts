import { type SamplingFactor, samplingFactors, usualLevel } from '../../domain/condition.ts';
import { isHuman, ruleJudge, sendsNoCalls } from '../../domain/judging.ts';
import { describeCapability, type ModelCapability } from '../../domain/model-capability.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import { slotOfKind } from '../../domain/slot.ts';
import { type Experiment, requiredCapabilities } from '../../experiments/experiment.ts';
import { experimentNamed } from '../../experiments/registry.ts';
import { priceAdvice } from '../../models/prices.ts';
import { kindOf, type ProviderKind, providersWith } from '../../models/registry.ts';
import { AppError } from '../../util/app-error.ts';
import { buildRequest, itemTasks, targetModel } from '../plan/item-task.ts';
import { planWithoutAnswers } from '../plan/planned-calls.ts';
import { closeModels, type PreparedRun } from './prepared-run.ts';

/** Why models of a kind cannot vary their reasoning effort. */
const withoutEffort: Partial<Readonly<Record<ProviderKind, string>>> = {
  'in-process': 'a model in this process can think or not, but has no levels of effort',
  simulated: 'a simulated subject does not reason',
};

/** Returns why a sampling factor of a run cannot reach a model, so that its levels would be one; null if all can. */
function unsentFactor({ experiments, models }: Pick<RunConfig, 'experiments' | 'models'>): AppError | null {
  const varied = samplingFactors.filter((factor) =>
    experiments.some(({ conditions }) => conditions.some((each) => (each[factor] ?? usualLevel) !== usualLevel)),
  );
  for (const factor of varied) {
    for (const { name } of models) {
      const reason = reasonOf(factor, kindOf(name));
      if (reason === null) continue;
      return new AppError('unsent-factor', `${name} cannot be sent the factor ${factor}: ${reason}`, {
        hint: `remove --factor ${factor} or ${name} from the run`,
      });
    }
  }
  return null;
}

function reasonOf(factor: SamplingFactor, kind: ProviderKind | null): string | null {
  if (kind === null) return null;
  if (kind === 'recorded') return 'its answers are recorded';
  return factor === 'reasoningEffort' ? (withoutEffort[kind] ?? null) : null;
}

/** Closes the models and rejects with an AppError if the run cannot be executed as configured. */
export async function refuseRun(prepared: PreparedRun): Promise<void> {
  const refusal =
    missingCapability(prepared) ??
    missingPeer(prepared) ??
    unlabeled(prepared) ??
    unsentFactor(prepared.config) ??
    unboundedCost(prepared);
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
  const all =
    config.judge === null || sendsNoCalls(config.judge.name) ? config.models : [...config.models, config.judge];
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

/** Returns why a person or the rule cannot judge an experiment of the run; null if they can, or a model judges. */
function unlabeled({ config, experiments }: PreparedRun): AppError | null {
  if (config.judge === null || !sendsNoCalls(config.judge.name)) return null;
  const judged = config.experiments.map(({ name }) => experimentNamed(experiments, name));
  if (!isHuman(config.judge.name)) {
    if (judged.some(({ takesLabels }) => takesLabels === true)) return null;
    const able = [...experiments.values()].flatMap(({ name, takesLabels }) => (takesLabels === true ? [name] : []));
    return new AppError('no-rule', 'the run has no experiment whose responses the rule judges', {
      hint: `add ${able.join(', ')}, or leave --judge ${ruleJudge} out`,
    });
  }
  const other = judged.find(({ slots, takesLabels }) => takesLabels !== true && slotOfKind(slots, 'judge') !== null);
  if (other === undefined) return null;
  return new AppError('nothing-to-label', `people cannot label the responses of ${other.name}`, {
    hint: `name a model as the judge, or leave ${other.name} out`,
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

/**
 * Returns why the run cannot keep its budget (a model of unknown price, or answers without a token limit); null if it
 * can.
 */
function unboundedCost(prepared: PreparedRun): AppError | null {
  return prepared.settings.budget === null ? null : (unknownPrice(prepared) ?? endlessAnswer(prepared));
}

function unknownPrice({ models }: PreparedRun): AppError | null {
  const blind = [...models.values()].find(({ price }) => price === null);
  if (blind === undefined) return null;
  return new AppError('price-unknown', `--budget needs the price of ${blind.model.name}, which is unknown`, {
    hint: `add --prices FILE (${priceAdvice(blind.model.name)}), or remove --budget`,
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
