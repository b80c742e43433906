import { experimentRegistry, type TrainableExperiment, trainableExperiment } from '../../experiments/registry.ts';
import type { StudyDesign } from './design.ts';

/** Returns the experiment whose answers the models of a study are trained to predict. */
export function experimentOf({ experiment }: Pick<StudyDesign, 'experiment'>): TrainableExperiment {
  return trainableExperiment(experimentRegistry(), experiment);
}
