import type { Condition } from '../domain/condition.ts';
import type { Experiment } from '../experiments/experiment.ts';
import { AppError } from '../util/app-error.ts';
import type { RunOptions } from './options.ts';

/** Stands for every wording, or every language, that an experiment has. */
const every = 'all';
/** Stands for no system prompt, beside those that are named. */
const none = 'none';

function chosen(
  experiment: Experiment,
  what: 'wording' | 'language',
  { asked, known }: { readonly asked: readonly string[]; readonly known: readonly string[] },
): readonly string[] {
  const names = asked.flatMap((name) => (name === every ? known : [name]));
  for (const name of names) {
    if (known.includes(name)) continue;
    throw new AppError(`unknown-${what}`, `experiment ${experiment.name} has no ${what} "${name}"`, {
      hint: `choose from ${known.join(', ')}, or ${every}`,
    });
  }
  return [...new Set(names)];
}

/** The crossed design that the options ask of an experiment: every wording x order x mode x language x system prompt. */
export function conditionsOf(experiment: Experiment, options: RunOptions): Condition[] {
  const wordings = chosen(experiment, 'wording', {
    asked: options.wording ?? [experiment.wordings[0] ?? 'paper'],
    known: experiment.wordings,
  });
  const languages = chosen(experiment, 'language', { asked: options.language ?? ['en'], known: experiment.languages });
  const systems = [...new Set((options.system ?? [none]).map((system) => (system === none ? null : system)))];
  return wordings.flatMap((wording) =>
    [...new Set(options.optionOrder ?? ['given' as const])].flatMap((optionOrder) =>
      [...new Set(options.mode ?? [experiment.defaultMode])].flatMap((mode) =>
        languages.flatMap((language) =>
          systems.map((system): Condition => {
            const condition = { wording, optionOrder, mode, language, system };
            return system !== null && options.systemOn === 'execution'
              ? { ...condition, systemOn: options.systemOn }
              : condition;
          }),
        ),
      ),
    ),
  );
}
