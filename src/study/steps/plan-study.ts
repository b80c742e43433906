import type { Condition } from '../../domain/condition.ts';
import { armsOf, isExecutedLater, isMain, isTrainedByStudy, type StudyArm, type TrainedArm } from '../design/arms.ts';
import type { StudyDesign } from '../design/design.ts';
import { experimentOf } from '../design/study-experiment.ts';
import { ladderArm } from '../rows/ladder-arms.ts';
import { isComparedInModes } from '../rows/prediction-rows.ts';
import { scoredArm } from '../rows/transfer-rows.ts';
import type { StudyStep } from '../study-record.ts';

/** Items that a step uses. */
export type StepItems =
  | { readonly of: 'test' }
  | { readonly of: 'train' }
  | { readonly of: 'ladder' }
  /** Items of other experiments; `limit` of each, all if null. */
  | { readonly of: 'experiments'; readonly experiments: readonly string[]; readonly limit: number | null };

/** A step that sends calls. */
export interface RunStep {
  readonly kind: 'run';
  readonly name: StudyStep;
  /** Arms whose models are called; targets stand here as untrained arms. */
  readonly arms: readonly StudyArm[];
  readonly asks: 'executions' | 'predictions' | 'both';
  readonly items: StepItems;
  /** Wordings of the predictions; none for executions, which are identical under every wording. */
  readonly wordings: readonly string[];
  /** Mode of the predictions; null: the default of the experiment. */
  readonly mode: Condition['mode'] | null;
  /** System prompt of the executions; null: none. */
  readonly system: string | null;
  /** The step whose run it continues from: its answers are the truths or the training rows. */
  readonly follows: StudyStep | null;
}

/** A step that trains one model for each arm. */
export interface TrainingStep {
  readonly kind: 'training';
  readonly arms: readonly TrainedArm[];
}

export type Step = RunStep | TrainingStep;

/**
 * Lists the steps of a study in order. The run, the dry run, the budget, the progress messages and the record read this
 * list. Test items are executed before training, so that the servers of the targets can stop while a local job trains.
 */
export function planStudy(design: StudyDesign): readonly Step[] {
  const arms = armsOf(design);
  const jobs = arms.filter(isTrainedByStudy);
  const targets = design.targets.map(untrained);
  const executions = { kind: 'run', asks: 'executions', wordings: [], mode: null, system: null } as const;
  const { shiftedSelves: selves } = design;
  const shifted = selves === undefined ? [] : [{ ...executions, arms: targets, system: selves.system }];
  const { test: wordings } = wordingsOf(design);
  const predictions = { kind: 'run', asks: 'predictions', wordings, mode: modeOf(design), system: null } as const;
  const later = arms.filter(isExecutedLater);
  const test = { of: 'test' } as const;
  const train = { of: 'train' } as const;
  const steps: readonly (readonly Step[])[] = [
    jobs.length === 0
      ? []
      : [{ ...executions, name: 'training-executions', arms: targets, items: train, follows: null }],
    shifted.map((as): RunStep => ({ ...as, name: 'shifted-training-executions', items: train, follows: null })),
    [{ ...executions, name: 'executions', arms: targets, items: test, follows: null }],
    shifted.map((as): RunStep => ({ ...as, name: 'shifted-executions', items: test, follows: 'executions' })),
    jobs.length === 0 ? [] : [{ kind: 'training', arms: jobs }],
    [{ ...predictions, name: 'predictions', arms, items: test, follows: 'executions' }],
    otherModes(design).map((mode): RunStep => {
      const compared = arms.filter(isComparedInModes);
      return { ...predictions, name: 'mode-predictions', mode, arms: compared, items: test, follows: 'executions' };
    }),
    later.length === 0
      ? []
      : [{ ...executions, name: 'trained-executions', arms: later, items: test, follows: 'executions' }],
    promptSteps(design, arms),
    ladderSteps(design, arms),
    transferSteps(design, arms),
  ];
  return steps.flat();
}

/** Returns the wordings of the predictions. */
export function wordingsOf(design: StudyDesign): {
  readonly train: readonly string[];
  readonly test: readonly string[];
} {
  const { wordings = {} } = design;
  const train = wordings.train ?? [experimentOf(design).training.wordings.usual];
  return { train, test: wordings.test ?? train };
}

/** Returns the mode of the predictions that every analysis but the comparison of modes uses; null: the default. */
function modeOf({ modes: [first] = [] }: StudyDesign): RunStep['mode'] {
  return first ?? null;
}

/** Returns the mode that the first one is compared with, if any. */
function otherModes({ modes = [] }: StudyDesign): readonly Condition['mode'][] {
  return modes.slice(1);
}

function untrained(model: string): StudyArm {
  return { name: model, base: model, arm: 'untrained', target: null, model };
}

/** Executions of targets and self-trained models under a system prompt, and predictions that mention it. */
function promptSteps(design: StudyDesign, arms: readonly StudyArm[]): readonly RunStep[] {
  if (design.promptShift === undefined) return [];
  const { system } = design.promptShift;
  const shifted = [...design.targets.map(untrained), ...arms.filter((arm) => arm.arm === 'self' && isMain(arm))];
  const step = { kind: 'run', arms: shifted, items: { of: 'test' }, system } as const;
  const { told } = experimentOf(design).training.wordings;
  const mode = modeOf(design);
  return [
    { ...step, name: 'prompt-executions', asks: 'executions', wordings: [], mode: null, follows: 'executions' },
    { ...step, name: 'prompt-predictions', asks: 'predictions', wordings: [told], mode, follows: 'prompt-executions' },
  ];
}

/** Executions of the targets on the ladder, and predictions of the compared arms in the first wording. */
function ladderSteps(design: StudyDesign, arms: readonly StudyArm[]): readonly RunStep[] {
  if (design.ladder === undefined) return [];
  const step = { kind: 'run', items: { of: 'ladder' }, system: null } as const;
  const targets = design.targets.map(untrained);
  const compared = arms.filter((arm) => ladderArm(arm) !== null);
  const wordings = wordingsOf(design).test.slice(0, 1);
  const executions = { asks: 'executions', wordings: [], mode: null, follows: 'executions' } as const;
  const predictions = { asks: 'predictions', wordings, mode: modeOf(design), follows: 'ladder-executions' } as const;
  return [
    { ...step, ...executions, name: 'ladder-executions', arms: targets },
    { ...step, ...predictions, name: 'ladder-predictions', arms: compared },
  ];
}

function transferSteps({ transfer, transferItems }: StudyDesign, arms: readonly StudyArm[]): readonly RunStep[] {
  if (transfer === undefined) return [];
  return [
    {
      kind: 'run',
      name: 'transfer',
      arms: arms.filter((arm) => scoredArm(arm) !== null),
      asks: 'both',
      items: { of: 'experiments', experiments: transfer, limit: transferItems ?? null },
      wordings: [],
      mode: null,
      system: null,
      follows: arms.some(isTrainedByStudy) ? 'training-executions' : null,
    },
  ];
}
