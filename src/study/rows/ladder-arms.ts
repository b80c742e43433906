import type { LadderUnit } from '../../analyze/ladder/ladder-curves.ts';
import { modalValue, truthOf } from '../../outcome-kinds/categorical.ts';
import { groupOf } from '../../train/rows/row.ts';
import type { LadderArm } from '../analyses/rows.ts';
import { isMain, type StudyArm } from '../design/arms.ts';
import type { Observation, StudyObservations } from './prediction-rows.ts';

/** Returns the arm of a predictor and the model that it predicts on the ladder; null for an arm that is not compared there. */
export function ladderArm(of: StudyArm): Pick<LadderArm, 'arm' | 'target'> | null {
  const { arm, base, target } = of;
  if (!isMain(of)) return null;
  if (arm === 'untrained') return { arm, target: base };
  if (target === null || (arm === 'scramble' && base !== target)) return null;
  return arm === 'self' || arm === 'cross' || arm === 'scramble' ? { arm, target } : null;
}

/** Joins the predictions of each compared arm with the executions of its target; arms without predictions are left out. */
export function ladderArms({
  arms,
  models,
  executions,
  predictions,
}: Pick<StudyObservations, 'arms' | 'models' | 'executions' | 'predictions'>): readonly LadderArm[] {
  const byModel = Map.groupBy(predictions, ({ model }) => model);
  const executed = Map.groupBy(executions, ({ unit }) => unit);
  return arms.flatMap((arm) => {
    const compared = ladderArm(arm);
    const own = byModel.get(models.get(arm.name) ?? '') ?? [];
    if (compared === null || own.length === 0) return [];
    const units = own.flatMap((predicted): readonly LadderUnit[] => {
      const all = executed.get(predicted.unit) ?? [];
      const found = all.find(({ model }) => model === compared.target);
      return found === undefined ? [] : [unitOf(predicted, found, all)];
    });
    return units.length === 0 ? [] : [{ predictor: arm.name, base: arm.base, ...compared, units }];
  });
}

function unitOf(predicted: Observation, executed: Observation, all: readonly Observation[]): LadderUnit {
  const { outcome, cluster, model } = executed;
  const others = all.flatMap((each) => {
    const truth = each.model === model ? null : truthOf(each.outcome);
    return truth?.kind === 'known' ? [truth.value] : [];
  });
  const other = modalValue(others);
  return {
    group: groupOf({ task: outcome.group, property: outcome.unit }),
    cluster,
    outcome: { ...outcome, predictions: predicted.outcome.predictions },
    other: other.kind === 'known' ? other.value : null,
  };
}
