import type { Experiment } from '../experiments/experiment.ts';
import type { Condition } from '../plan/condition.ts';
import { AppError } from '../util/app-error.ts';
import type { RunOptions } from './options.ts';

function checked(
  experiment: Experiment,
  what: string,
  { asked, known }: { asked: readonly string[]; known: readonly string[] },
) {
  for (const name of asked) {
    if (known.includes(name)) continue;
    throw new AppError(`unknown-${what}`, `experiment ${experiment.name} has no ${what} "${name}"`, {
      hint: `choose from ${known.join(', ')}`,
    });
  }
  return asked;
}

/** The crossed design that the options ask of an experiment: every wording x order x mode x language x system prompt. */
export function conditionsOf(experiment: Experiment, options: RunOptions): Condition[] {
  const wordings = checked(experiment, 'wording', {
    asked: options.wording ?? [experiment.wordings[0] ?? 'paper'],
    known: experiment.wordings,
  });
  const languages = checked(experiment, 'language', { asked: options.language ?? ['en'], known: experiment.languages });
  const systems: readonly (string | null)[] = options.system ?? [null];
  return wordings.flatMap((wording) =>
    (options.optionOrder ?? ['given']).flatMap((optionOrder) =>
      (options.mode ?? [experiment.defaultMode]).flatMap((mode) =>
        languages.flatMap((language) =>
          systems.map((system): Condition => ({ wording, optionOrder, mode, language, system })),
        ),
      ),
    ),
  );
}
