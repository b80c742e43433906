import type { LadderFinding } from '../../results/ladder.ts';
import { type LadderUnit, ladderCurves } from './ladder-curves.ts';

/** Units of one model of a run on ladders. */
export interface LadderModel extends Pick<LadderFinding, 'run' | 'experiment' | 'condition' | 'model'> {
  readonly units: readonly LadderUnit[];
}

/** Returns the curves of all models that predict; empty without items on a ladder. */
export function ladderFindings(models: readonly LadderModel[]): readonly LadderFinding[] {
  return models
    .filter(({ units }) => units.some(({ outcome }) => outcome.predictions.some(isAsked)))
    .flatMap(({ units, ...place }) => ladderCurves(units).map((curve) => ({ ...place, ...curve })));
}

function isAsked(part: LadderUnit['outcome']['predictions'][number]): boolean {
  return part.kind === 'present' || part.reason !== 'not-asked';
}
