import { describe, expect, it } from 'vitest';
import { isFound } from '../../src/results/contrast.ts';
import type { Arm, ReasoningEffects } from '../../src/results/study-result.ts';
import { reasoningEffects } from '../../src/study/analyses/reasoning.ts';
import type { ModeRows, PredictionRow } from '../../src/study/analyses/rows.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { predictionRow } from '../support/study/prediction-row.ts';
import { PrintedTally } from './printed-tally.ts';
import { long, seedsOf } from './simulate.ts';

type Mode = keyof ModeRows;

interface World {
  readonly strings?: number;
  /** Properties of a string, each a group. */
  readonly properties?: number;
  /** Probability that a direct prediction is right. */
  readonly chance?: number;
  /** Whether strings differ in how easy they are. */
  readonly uneven?: true;
  /** Share of readable predictions. */
  readonly read?: Readonly<Record<Mode, number>>;
  /** What reasoning adds to the probability, by arm and property. */
  readonly adds?: (arm: Arm, property: number) => number;
  /** Share of the deliberate predictions that repeat the direct one. */
  readonly repeated?: number;
}

const bases = ['ann', 'bob'] as const;
const arms: readonly Arm[] = ['untrained', 'self', 'cross', 'scramble'];
const values = 5;

/** Draws two models in four arms each, about the model that they were trained on, in both modes. */
function rowsOf(world: World, random: Random): ModeRows {
  const { strings = 100, properties = 4, chance = 0.5, read = { direct: 1, deliberate: 1 }, repeated = 0 } = world;
  const { adds = () => 0 } = world;
  const direct: PredictionRow[] = [];
  const deliberate: PredictionRow[] = [];
  for (const base of bases) {
    for (let string = 0; string < strings; string += 1) {
      const ease = world.uneven ? 0.6 * random() - 0.3 : 0;
      for (let property = 0; property < properties; property += 1) {
        const truth = `v${Math.floor(values * random())}`;
        for (const arm of arms) {
          const target = arm === 'cross' ? (base === 'ann' ? 'bob' : 'ann') : base;
          const place = { base, arm, target, property: `p${property}`, cluster: `s${string}` };
          const trainings = arm === 'untrained' ? [null] : ['1', '2', '3'];
          const draw = (mode: Mode, added: number) => {
            if (random() >= read[mode]) return null;
            return random() < chance + ease + added ? truth : 'other';
          };
          // a cross arm is scored on its target's truth, which every arm about it must share
          const rowTruth = arm === 'cross' ? `${truth} of ${target}` : truth;
          const said = (value: string | null) => (value === truth ? rowTruth : value);
          for (const training of trainings) {
            const first = draw('direct', 0);
            const second = random() < repeated ? first : draw('deliberate', adds(arm, property));
            const row = (value: string | null) => {
              const made = predictionRow({ ...place, truth: rowTruth, prediction: said(value) });
              return training === null ? made : { ...made, training, predictor: `${made.predictor} ${training}` };
            };
            direct.push(row(first));
            deliberate.push(row(second));
          }
        }
      }
    }
  }
  return { direct, deliberate };
}

const differs = ({ difference }: ReasoningEffects['arms' | 'changes'][number]) => isFound(difference);

/** Counts the studies of a world in which a statement is made. */
function shareOf(
  name: string,
  world: World,
  says: (found: ReasoningEffects) => boolean,
  chosen: readonly number[] = [1, 2],
): PrintedTally {
  const tally = new PrintedTally(`reasoning: ${name}`);
  for (const seed of seedsOf(chosen, 300, 1)) {
    const rows = rowsOf(world, seededRandom('reasoning', name, seed));
    tally.add(says(reasoningEffects(rows, { rules: new Map() })));
  }
  return tally;
}

const onSelf = (effect: number) => (arm: Arm) => (arm === 'self' ? effect : 0);

describe('a study in which reasoning changes nothing says otherwise in at most 5 % of cases', () => {
  it.each<readonly [string, World, readonly number[]]>([
    ['100 strings', {}, [1, 2]],
    ['30 strings', { strings: 30 }, [1, 2]],
    ['strings of unequal ease, eight properties', { uneven: true, properties: 8 }, [1, 2]],
    ['nearly always right', { chance: 0.95 }, [1, 2]],
    ['most deliberate predictions repeat the direct one', { repeated: 0.9 }, [1, 2]],
    [
      'half of what differs by property adds, half takes',
      { adds: (_, property) => (property < 2 ? 0.2 : -0.2) },
      [1, 2],
    ],
    ['deliberate predictions are unreadable more often', { read: { direct: 0.98, deliberate: 0.75 } }, [1, 2]],
    ['direct predictions are unreadable more often', { read: { direct: 0.75, deliberate: 0.98 } }, [2, 3]],
  ])('%s', (name, world, chosen) => {
    shareOf(name, world, ({ arms: all, changes }) => [...all, ...changes].some(differs), chosen).expectAtMost(0.05);
  });

  it('and reports no change by training where reasoning adds as much before it', () => {
    const world = { adds: () => 0.2 };
    shareOf('0.2 before and after training', world, ({ changes }) => changes.some(differs)).expectAtMost(0.05);
  });
});

describe('a study in which reasoning changes something', () => {
  it('finds 0.15 in both self-trained arms, 100 strings', () => {
    const both = ({ arms: all }: ReasoningEffects) => all.filter(({ arm }) => arm === 'self').every(differs);
    shareOf('0.15 after training, in both arms', { adds: onSelf(0.15) }, both).expectRate(0.8, 1);
  });

  it('finds that training changes it by 0.25, 100 strings', () => {
    const both = ({ changes }: ReasoningEffects) => changes.every(differs);
    shareOf('0.25 after training, in both changes', { adds: onSelf(0.25) }, both).expectRate(0.8, 1);
  });

  it.each([
    ...(long ? [[0.054, 600] as const] : []), // takes as long as all others
    [0.104, 150] as const,
  ])('finds %s in %i strings in 80 % of studies, as it prints', (size, strings) => {
    let printed = 0;
    const chosen = [1, 2, 3, 4, 5, 6, 7, 8];
    const name = `${size} in one untrained arm, ${strings} strings`;
    const says = ({ arms: all }: ReasoningEffects) => {
      const [untrained] = all.filter(({ arm }) => arm === 'untrained');
      printed += untrained?.difference.detectable ?? 0;
      return untrained !== undefined && differs(untrained);
    };
    const tally = shareOf(name, { strings, adds: (arm) => (arm === 'untrained' ? size : 0) }, says, chosen);
    expect(Math.abs(printed / seedsOf(chosen, 300).length - size)).toBeLessThan(0.003);
    tally.expectRate(0.75, 1);
  });
});
