import { scaleFlag } from '../../experiments/common/predict-and-execute.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { NestedMap } from '../../util/nested-map.ts';
import { oneLine } from '../../util/text.ts';

interface Counts {
  readonly experiment: string;
  readonly model: string;
  readonly run: string;
  stated: number;
  ambiguous: number;
}

/** Counts stated probabilities whose scale is ambiguous, by run, experiment and model. */
export class StatedProbabilities {
  readonly #counts = new NestedMap<Counts>();

  add({ run, experiment, model, reader, outcome }: OutcomeRow): void {
    if (outcome.kind !== 'binary' || outcome.stated === undefined || reader === 'recorded') return;
    const counts = this.#counts.get([run, experiment, model], () => {
      return { run, experiment, model, stated: 0, ambiguous: 0 };
    });
    counts.stated += 1;
    if (outcome.probability === null) counts.ambiguous += 1;
  }

  /** Returns one line for each model with such values. */
  limits(taskOf: TaskName): readonly string[] {
    return this.#counts
      .values()
      .flatMap(({ run, experiment, model, ambiguous, stated }) =>
        ambiguous === 0
          ? []
          : [
              `${oneLine(model, 60)}, ${taskOf(experiment)}: ${ambiguous} of ${stated} stated probabilities are not read (ambiguous scale: 1 may mean 1 % or certainty). To settle it: seb report ${run} ${scaleFlag} percent (or share); nothing is sent again.`,
            ],
      );
  }
}
