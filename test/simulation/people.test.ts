import { describe, expect, it } from 'vitest';
import { pooledPeople } from '../../src/analyze/contrasts/people-pooled.ts';
import { GrowingNumbers, type ResponseMatrix } from '../../src/analyze/contrasts/response-matrix.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { PrintedTally } from './printed-tally.ts';

interface World {
  readonly people: number;
  readonly models: number;
  readonly items?: number;
  /** Units of an item, which share its difficulty. */
  readonly units?: number;
  /** How much more often people are right. */
  readonly ahead?: number;
  /** How much more or less often people are right on single items, at most; 0 on average. */
  readonly tilt?: number;
  /** Share of items on which all models give one answer, right or not. */
  readonly alike?: number;
  /** How far the chances of single people and models differ from their mean. */
  readonly spread?: number;
}

/** Scores of people and models: an item is right with its own probability, 0.6 on average over people and models. */
function fieldOf(world: World, random: Random): ResponseMatrix {
  const { people, models, items = 40, units = 1, ahead = 0, tilt = 0, alike = 0, spread = 0 } = world;
  const subjects = Array.from({ length: people + models }, (_, at) => ({
    ...{ run: 'r', model: at < people ? `person/p${at}` : `made/m${at}`, condition: 'paper' },
    ...{ score: new GrowingNumbers(), lost: new GrowingNumbers(), probability: new GrowingNumbers() },
    ...{ asked: { at: () => 1 }, isPerson: at < people, own: spread * (2 * random() - 1) },
  }));
  for (let item = 0; item < items; item += 1) {
    const difficulty = 0.3 * (2 * random() - 1);
    const ofPeople = ahead + (tilt === 0 ? 0 : tilt * (2 * random() - 1));
    const shared = random() < alike;
    for (let unit = 0; unit < units; unit += 1) {
      const common = random();
      for (const { score, isPerson, own } of subjects) {
        const chance = 0.6 + difficulty + own + (isPerson ? ofPeople : 0);
        score.set(item * units + unit, Number((shared && !isPerson ? common : random()) < chance));
      }
    }
  }
  const itemOf = Array.from({ length: items * units }, (_, unit) => Math.floor(unit / units));
  const experiment = { name: 'association', measures: [{ name: 'accuracy', unit: 'share' }] };
  return { kind: 'binary', experiment, itemOf, clusterOf: itemOf, responses: subjects } as unknown as ResponseMatrix; // no other field is read
}

/** Returns the share of data sets in which a test of the pooled difference is significant. */
function shareFound(name: string, world: World, test: 'adjusted'): PrintedTally {
  const tally = new PrintedTally(`people, ${test}: ${name}`);
  for (const seed of Array.from({ length: 1_000 }, (_, index) => index)) {
    const [entry] = pooledPeople([fieldOf(world, seededRandom('people', name, seed))]);
    tally.add((entry?.[test] ?? 1) <= 0.05);
  }
  return tally;
}

describe('a difference between all people and all models is false in at most 5 % of data sets', () => {
  it.each<readonly [string, World]>([
    ['2 people, 2 models', { people: 2, models: 2 }],
    ['1 person, 6 models', { people: 1, models: 6 }],
    ['4 units an item, 20 items, people ahead on some', { people: 3, models: 3, items: 20, units: 4, tilt: 0.4 }],
    ['models that answer alike', { people: 4, models: 4, alike: 1 }],
  ])('over items: %s', (name, world) => {
    shareFound(name, world, 'adjusted').expectRate(0, 0.05);
  });

  it.each<readonly [string, World]>([
    ['people and models of unequal strength', { people: 5, models: 5, spread: 0.2 }],
    ['4 units an item', { people: 4, models: 4, items: 20, units: 4, spread: 0.1 }],
  ])('over people and models: %s', (name, world) => {
    shareFound(name, world, 'adjusted').expectRate(0, 0.05);
  });
});

describe('pooledPeople', () => {
  it('finds people who are ahead by 0.25 in 40 items', () => {
    shareFound('0.25 ahead', { people: 4, models: 4, ahead: 0.25 }, 'adjusted').expectRate(0.9, 1);
  });

  it('states the difference in favor of the people, and nothing about other people where there are too few', () => {
    const entry = (world: World) => pooledPeople([fieldOf(world, seededRandom('people', 'stated'))])[0];
    const few = entry({ people: 1, models: 2, ahead: 0.35 });
    expect(few).toMatchObject({ people: ['person/p0'], models: ['made/m1', 'made/m2'], a: 'people', b: 'models' });
    expect(few?.quantity.value).toBeGreaterThan(0);
    expect(few?.quantity.n).toBe(40);
    expect(few).toMatchObject({ test: 'two-samples', word: 'no difference found' }); // over other people as well
    expect(few?.adjusted).toBe(few?.overSubjects);
  });

  it('needs three people and models in all, and leaves out pairs, who predict another person', () => {
    expect(pooledPeople([fieldOf({ people: 1, models: 1 }, seededRandom('one'))])).toEqual([]);
    const field = fieldOf({ people: 2, models: 1 }, seededRandom('pair'));
    const paired = field.responses.map((each, at) => (at === 0 ? { ...each, model: 'person/cy+dee' } : each));
    expect(pooledPeople([{ ...field, responses: paired }])).toEqual([]);
  });
});
