import type { OutcomeRow } from '../../domain/outcome.ts';
import { scaleFlag } from '../../experiments/common/predict-and-execute.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import { NestedMap } from '../../util/nested-map.ts';
import { oneLine } from '../../util/text.ts';

interface Counts {
  readonly experiment: string;
  readonly model: string;
  readonly run: string;
  stated: number;
  halves: number;
  ambiguous: number;
}

/** Counts stated probabilities of exactly one half, and those whose scale is ambiguous, by run, experiment and model. */
export class StatedProbabilities {
  readonly #counts = new NestedMap<Counts>();

  add({ run, experiment, model, reader, outcome }: OutcomeRow): void {
    if (outcome.kind !== 'binary' || outcome.stated === undefined || reader === 'recorded') return;
    const { prediction, probability } = outcome;
    const counts = this.#counts.get([run, experiment, model], () => {
      return { run, experiment, model, stated: 0, halves: 0, ambiguous: 0 };
    });
    counts.stated += 1;
    if (prediction.kind === 'present' && prediction.value === 'half') counts.halves += 1;
    if (probability === null) counts.ambiguous += 1;
  }

  /** Returns one line for each model with such values; those that are missing from the scores come first. */
  limits(taskOf: TaskName): readonly string[] {
    const all = this.#counts.values();
    const unread = all.flatMap(({ run, experiment, model, ambiguous, stated }) =>
      ambiguous === 0
        ? []
        : [
            `${oneLine(model, 60)}, ${taskOf(experiment)}: ${ambiguous} of ${stated} stated probabilities are not read (ambiguous scale: 1 may mean 1 % or certainty). To settle it: seb report ${run} ${scaleFlag} percent (or share); nothing is sent again.`,
          ],
    );
    const halves = all.flatMap((counts) =>
      counts.halves === 0
        ? []
        : [
            `${oneLine(counts.model, 60)}, ${taskOf(counts.experiment)}: ${counts.halves} of ${counts.stated} predictions state exactly one half; they are neither yes nor no and score 1/2.`,
          ],
    );
    return [...unread, ...halves];
  }
}
