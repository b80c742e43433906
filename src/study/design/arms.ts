import type { Arm } from '../../results/study-result.ts';
import type { ArmName } from '../../train/rows/arm.ts';
import type { StudyDesign } from './design.ts';

/** One predictor of a study: the model, the target of its training, and the kind of training. */
export interface StudyArm {
  /** Display name: the base and what it was trained on. */
  readonly name: string;
  readonly base: string;
  readonly arm: Arm;
  /** The target whose values were the labels; null without training. */
  readonly target: string | null;
  /** The model whose shifted self the target is; absent: the target is no shifted self. */
  readonly shiftedOf?: string | undefined;
  /** The arm's training where the study has several of each arm; `run` counts from 1 and is the seed of a given model. */
  readonly training?: { readonly seed: number; readonly run: number } | undefined;
  /** The trained model if it is known before the study; null if a job creates it. */
  readonly model: string | null;
}

export interface TrainedArm extends StudyArm {
  readonly arm: Extract<Arm, ArmName>;
  readonly target: string;
}

/** Lists the predictors of a study: every base on every target, in each arm of the design. */
export function armsOf(design: StudyDesign): readonly StudyArm[] {
  const bases = [...new Set([...(design.predictors ?? []), ...design.targets])];
  const untrained = bases.map((base): StudyArm => ({ name: base, base, arm: 'untrained', target: null, model: base }));
  if (design.trained !== undefined) {
    return [...untrained, ...givenArms(design.trained)];
  }
  const { arms = [], trainingSeeds } = design;
  const trainings = trainingSeeds?.map((seed, index) => ({ seed, run: index + 1 })) ?? [null];
  const cells = bases.flatMap((base) =>
    design.targets.map((target) => ({ base, target, arm: labelArm(design, base, target) })),
  );
  const wanted = cells.filter(({ arm }) => arms.includes(arm === 'near-copy' ? 'cross' : arm));
  const ofShifted =
    design.shiftedSelves === undefined ? [] : design.targets.flatMap((base) => shiftedCells(design, base));
  const whole = trainings.flatMap((training) => [...wanted, ...ofShifted].map((cell) => trainedArm(cell, training)));
  const scrambled = trainings.flatMap((training) =>
    arms.includes('scramble')
      ? cells.map(({ base, target }) => trainedArm({ base, target, arm: 'scramble' }, training))
      : [],
  );
  return [...(arms.includes('untrained') ? untrained : []), ...whole, ...scrambled];
}

/** Returns the arms of models that are already trained; those of one base, arm and target are its trainings, in their order. */
function givenArms(trained: NonNullable<StudyDesign['trained']>): readonly StudyArm[] {
  const keyOf = ({ base, arm, target }: (typeof trained)[number]) => JSON.stringify([base, arm, target]);
  const groups = Map.groupBy(trained, keyOf);
  return trained.map((given): StudyArm => {
    const { model, base, arm, target } = given;
    const own = groups.get(keyOf(given)) ?? [];
    const run = own.indexOf(given) + 1;
    return { name: model, base, arm, target, ...(own.length > 1 ? { training: { seed: run, run } } : {}), model };
  });
}

/** Returns whether a job creates the arm's model. */
export function isTrainedByStudy(arm: StudyArm): arm is TrainedArm {
  return arm.model === null;
}

/**
 * Returns whether the arm's model executes the test items too: a self-trained model, whose behavior may have drifted
 * from that of its base, or a shifted one.
 */
export function isExecutedLater(arm: Pick<StudyArm, 'arm' | 'training' | 'shiftedOf'>): boolean {
  return (arm.arm === 'self' || arm.arm === 'shifted') && isMain(arm);
}

/** Returns whether an arm has the first training run and no shifted self: pairs, transfer and modes are analyzed over all trainings. */
export function isMain({ training, shiftedOf }: Pick<StudyArm, 'training' | 'shiftedOf'>): boolean {
  return (training?.run ?? 1) === 1 && shiftedOf === undefined;
}

/** Returns the name of a target's shifted self. */
export function shiftedSelf(target: string): string {
  return `${target} (shifted)`;
}

/** Lists the trainings of a base on the shifted self of every target: as of a target with another name. */
function shiftedCells({ targets }: StudyDesign, base: string): readonly Cell[] {
  return targets.map((target) => ({ base, target: shiftedSelf(target), arm: 'cross', shiftedOf: target }));
}

function labelArm({ nearCopies = [] }: StudyDesign, base: string, target: string): 'self' | 'cross' | 'near-copy' {
  if (base === target) return 'self';
  const isCopy = nearCopies.some(
    ({ of, copy }) => (of === base && copy === target) || (of === target && copy === base),
  );
  return isCopy ? 'near-copy' : 'cross';
}

type Cell = Pick<TrainedArm, 'base' | 'target' | 'arm' | 'shiftedOf'>;

function trainedArm({ base, target, arm, shiftedOf }: Cell, training: StudyArm['training'] | null): StudyArm {
  const how = arm === 'scramble' ? ' scrambled' : '';
  const seed = training ? `, seed ${training.seed}` : '';
  const name = `${base} trained on ${target}${how}${seed}`;
  const shifted = shiftedOf === undefined ? {} : { shiftedOf };
  return { name, base, arm, target, ...shifted, ...(training ? { training } : {}), model: null };
}
