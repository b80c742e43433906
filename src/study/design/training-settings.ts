import type { HyperParameters } from '../../train/hosts/host-settings.ts';
import type { PortSettings } from '../../train/jobs/job-event.ts';
import type { StudyDesign } from './design.ts';

/** Returns the port of a study with all settings explicit. */
export function settingsOf({ port }: StudyDesign): PortSettings {
  if (port === undefined) throw new Error('a study of trained models has no port');
  return {
    port: port.port,
    baseUrl: port.baseUrl ?? null,
    apiKeyVariable: port.apiKeyVariable ?? null,
    account: port.account ?? null,
    trainingType: port.trainingType ?? null,
    folder: port.folder ?? null,
    template: port.template ?? null,
    command: port.command ?? null,
    adapter: port.adapter ?? null,
  };
}

/** Returns the hyperparameters of all arms of a study; null where the host decides. */
export function hyperParametersOf({ port }: StudyDesign): HyperParameters {
  const given = port?.hyperParameters ?? {};
  return {
    epochs: given.epochs ?? null,
    batchSize: given.batchSize ?? null,
    learningRate: given.learningRate ?? null,
    learningRateMultiplier: given.learningRateMultiplier ?? null,
    loraRank: given.loraRank ?? null,
  };
}
