import { logistic } from '../../src/stats/logistic.ts';
import type { CrossItem } from '../../src/stats/self-access.ts';
import { seededRandom } from '../../src/util/random.ts';
import { normal } from './simulate.ts';

export interface World {
  readonly models: number;
  readonly items: number;
  /** Self-access in log odds. */
  readonly beta: number;
  readonly seed: number;
}

/** Right and wrong forecasts drawn from the item-level model itself. */
export function fromModel({ models, items, beta, seed }: World): readonly CrossItem[] {
  const random = seededRandom('from-model', models, items, beta, seed);
  const skill = Array.from({ length: models }, () => 0.5 * normal(random));
  const ease = Array.from({ length: models }, () => 0.5 * normal(random));
  return Array.from({ length: items }, (_, item) => {
    const difficulty = normal(random);
    const right = Array.from({ length: models * models }, (__, cell) => {
      const [a, b] = [Math.floor(cell / models), cell % models];
      const logit = 0.5 + (skill[a] as number) + (ease[b] as number) - difficulty + (a === b ? beta : 0);
      return Number(random() < logistic(logit));
    });
    return { cluster: String(item), right };
  });
}

/** One forecast and one outcome of every model for an item. */
export interface Behaviour {
  readonly forecasts: readonly boolean[];
  readonly outcomes: readonly boolean[];
}

/**
 * Models with their own rates of saying and of doing, whose forecasts of an item know what all models share and
 * `knowledge` of their own deviation: self-forecasts reused as forecasts of the others.
 */
export function behaviours(world: Omit<World, 'beta'> & { readonly knowledge: number }): readonly Behaviour[] {
  const { models, items, knowledge, seed } = world;
  const random = seededRandom('behaviours', models, items, knowledge, seed);
  const saying = Array.from({ length: models }, () => normal(random));
  const doing = Array.from({ length: models }, () => normal(random));
  return Array.from({ length: items }, () => {
    const shared = 1.5 * normal(random);
    const own = Array.from({ length: models }, () => normal(random));
    return {
      forecasts: own.map((deviation, a) => shared + (saying[a] as number) + knowledge * deviation + normal(random) > 0),
      outcomes: own.map((deviation, b) => random() < logistic(shared + (doing[b] as number) + deviation)),
    };
  });
}
