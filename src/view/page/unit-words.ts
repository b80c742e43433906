import { plainSlotKinds, type SlotKinds } from '../../domain/slot.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { experimentNamed } from '../../experiments/registry.ts';
import type { OutcomeWords } from '../../measures/outcome-kind.ts';
import type { ReportSource } from '../../report/report-input.ts';

/** Words that describe an experiment's outcomes. */
export interface UnitWords extends OutcomeWords {
  /** Slots that occur in reasons of missing outcomes. */
  readonly slots: SlotKinds;
}

/** Returns words for the two values of an experiment's yes/no outcome, and the slots that occur in its reasons. */
export function unitWordsOf({ presentation, slots }: Pick<Experiment, 'presentation' | 'slots'>): UnitWords {
  return { ...(presentation?.outcomeWords ?? { yes: 'yes', no: 'no' }), slots };
}

/** Returns the words of all experiments of runs, by experiment; plain data that another thread can receive. */
export function wordsOf({
  runs,
  experiments,
}: Pick<ReportSource, 'runs' | 'experiments'>): Readonly<Record<string, UnitWords>> {
  const names = new Set(runs.flatMap(({ config }) => config.experiments.map(({ name }) => name)));
  return Object.fromEntries(
    [...names].map((name) => {
      const words = unitWordsOf(experimentNamed(experiments, name));
      return [name, { ...words, slots: plainSlotKinds(words.slots) }];
    }),
  );
}
