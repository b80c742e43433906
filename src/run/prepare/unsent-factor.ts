import { type SamplingFactor, samplingFactors, usualLevel } from '../../domain/condition.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import { kindOf, type ProviderKind } from '../../models/registry.ts';
import { AppError } from '../../util/app-error.ts';

/** Why models of a kind cannot vary their reasoning effort. */
const withoutEffort: Partial<Readonly<Record<ProviderKind, string>>> = {
  'in-process': 'a model in this process can think or not, but has no levels of effort',
  simulated: 'a simulated subject does not reason',
};

/** Returns why a sampling factor of a run cannot reach a model, so that its levels would be one; null if all can. */
export function unsentFactor({ experiments, models }: Pick<RunConfig, 'experiments' | 'models'>): AppError | null {
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
