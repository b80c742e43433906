import type { StoredCall } from '../../answers/outcomes/new-answers.ts';
import { isServedName } from '../../models/served-name.ts';
import type { ServedModel } from '../../results/answers.ts';
import { NestedMap } from '../../util/nested-map.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';

/** Counts which models served the answers of runs. */
export class ServedModels {
  readonly #counts = new NestedMap<{ -readonly [Field in keyof ServedModel]: ServedModel[Field] }>();

  /** Adds answers, each once (`NewAnswers`). */
  add(run: string, answers: Iterable<Pick<StoredCall, 'model' | 'stored'>>): void {
    for (const { model, stored } of answers) {
      const served = stored.answer.served.model;
      if (served === null && stored.answer.kind === 'filtered' && stored.answer.text === '') continue; // no model answered
      const { askedAt } = stored;
      const count = this.#counts.get([run, model, served === null ? 'none' : 'named', served ?? ''], () => {
        return { run, model, served, answers: 0, first: askedAt, last: askedAt };
      });
      count.answers += 1;
      if (askedAt < count.first) count.first = askedAt;
      if (askedAt > count.last) count.last = askedAt;
    }
  }

  /** Returns the served models by run and requested model in reading order, the one that served first in front. */
  list(): readonly ServedModel[] {
    const groups = Map.groupBy(this.#counts.values(), ({ run, model }) => `${run}\n${model}`);
    return [...groups.values()].flatMap((group) => group.toSorted((a, b) => (a.first < b.first ? -1 : 1)));
  }
}

/**
 * Returns a warning for each model of a run whose answers several models served, because they are not one subject, or that
 * a model of another name served.
 */
export function servedWarnings(all: readonly ServedModel[]): readonly string[] {
  const groups = Map.groupBy(all, ({ run, model }) => `${run}\n${model}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { run, model, served, answers } = first;
    if (group.length < 2) {
      return served === null || isServedName(model, served)
        ? []
        : [
            `Warning: in run ${run}, the server answered as ${oneLine(served, 80)} (${counted(answers, 'answer')}) where ${model} was requested: if that is not its other name, the scores are of another model.`,
          ];
    }
    const parts = group.map(
      ({ served, answers, first, last }) =>
        `${served ?? 'not stated'} (${counted(answers, 'answer')}, ${first} to ${last})`,
    );
    return [`Warning: in run ${run}, ${model} was served by ${counted(group.length, 'model')}: ${parts.join('; ')}.`];
  });
}
