import type { SimulatedSubject } from '../../src/experiments/experiment.ts';
import { parseSimulatedName, simulatedPredictor } from '../../src/models/simulated-name.ts';
import { seededRandom } from '../../src/util/random.ts';

/** Returns the parameters of `simulated/NAME?self=S`, to compute what should be measured. */
export function subjectNamed(name: string, selfKnowledge: number): SimulatedSubject {
  return {
    name,
    selfKnowledge,
    comprehension: 1,
    toolUse: 0,
    predictor: simulatedPredictor(parseSimulatedName(name)),
    trait: (...names) => seededRandom('trait of', name, ...names)(),
    commonTrait: (...names) => seededRandom('trait of the population', ...names)(),
    random: () => {
      throw new Error('what has to be measured is not left to chance');
    },
  };
}
