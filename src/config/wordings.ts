import type { Experiment } from '../experiments/experiment.ts';
import { AppError } from '../util/app-error.ts';

type Worded = Pick<Experiment, 'name' | 'wordings'>;

interface Wordings {
  /** What `--wording` asks of an experiment; undefined: its default. */
  of(experiment: string): string[] | undefined;
  /** Wordings that were left out of an experiment that does not have them. */
  readonly notes: readonly string[];
}

/**
 * Splits `--wording` by experiment: `NAME` is for all that have it, `EXPERIMENT=NAME` for one. A name that only other
 * experiments of the run have is left out with a note. AppError for an experiment that is not in the run, and where
 * nothing is left for one; names that no experiment has are refused where the conditions are made.
 */
export function wordingsByExperiment(asked: readonly string[] | undefined, experiments: readonly Worded[]): Wordings {
  if (asked === undefined) return { of: () => undefined, notes: [] };
  const notes: string[] = [];
  for (const text of asked.filter((each) => each.includes('='))) {
    const [name = ''] = text.split('=', 1);
    if (experiments.some((experiment) => experiment.name === name)) continue;
    throw new AppError('wording-unused', `--wording ${text} is for "${name}", which is not in this run`, {
      hint: `the run has ${experiments.map((experiment) => experiment.name).join(', ')}`,
    });
  }
  const chosen = new Map(
    experiments.map((experiment) => {
      const found = asked.flatMap((text) => wordingFor(experiment, text));
      const kept = found.filter((name) => isKept(name, { experiment, experiments }));
      for (const name of found.filter((each) => !kept.includes(each)))
        notes.push(`experiment ${experiment.name} has no wording "${name}" and is asked without it`);
      if (kept.length === 0 && found.length > 0) throw nothingLeft(experiment, found);
      return [experiment.name, kept.length === 0 ? undefined : kept] as const;
    }),
  );
  return { of: (experiment) => chosen.get(experiment), notes };
}

function wordingFor({ name }: Worded, text: string): readonly string[] {
  const [before = '', ...after] = text.split('=');
  if (after.length === 0) return [text];
  return before === name ? [after.join('=')] : [];
}

interface Among {
  readonly experiment: Worded;
  readonly experiments: readonly Worded[];
}

/** A name that no experiment has stays: the message about it lists what there is. */
function isKept(name: string, { experiment, experiments }: Among): boolean {
  if (name === 'all' || experiment.wordings.includes(name)) return true;
  return !experiments.some(({ wordings }) => wordings.includes(name));
}

function nothingLeft({ name, wordings }: Worded, found: readonly string[]): AppError {
  return new AppError('unknown-wording', `experiment ${name} has no wording "${found.join('" or "')}"`, {
    hint: `choose from ${wordings.join(', ')}, as in --wording ${name}=${wordings[0] ?? 'all'}, beside those of other experiments`,
  });
}
