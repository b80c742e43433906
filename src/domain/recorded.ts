/** Prefix of the names and identities of models that replay an imported recording. */
export const recordedPrefix = 'recorded/';

/** Field of a sample's metadata in which a log that `seb` wrote has the part of the run in which its prediction was sent. */
export const partField = 'seb_part';

/** Fields beside it: the stratum within which the prediction was dealt, and the column of the items that it comes from. */
export const stratumField = 'seb_stratum';
export const stratumColumnField = 'seb_stratum_column';

/** Field of an exported log with the run that it is of. */
export const exportedRunField = 'seb_run';

/** Fields of a sample of it: the outcomes of its item as JSON, and the text of the item, which rung C reads; none where it is withheld. */
export const exportedRowsField = 'seb_outcomes';
export const exportedTextField = 'seb_text';

/** Field of a sample that says when the confidence of its answer was asked. */
export const askedField = 'seb_asked';

/** Score of an exported log that says whether the answer is right; the other one says whether the prediction is. */
export const rightScore = 'accuracy';

/** Experiment of the runs that hold logs of other tools. */
export const scoredExperiment = 'scored';

/** Returns the task of a log that `seb` wrote: the experiment, or of an imported log the name of its data, which names task and score. */
export function taskOfExport(experiment: string, dataset: string): string {
  return experiment === scoredExperiment && dataset !== '' ? dataset : experiment;
}

/** Why a log of another tool has no outcome of an execution. */
export const absences = ['failed', 'cancelled', 'limit', 'no-answer', 'unscored'] as const;

/** Those that say nothing of the model, however the tool counts them: the program that called it failed. */
export const failures: ReadonlySet<string> = new Set<(typeof absences)[number]>(['failed', 'cancelled', 'unscored']);

/** Returns whether a model replays an imported recording, according to its identity. */
export function isRecorded({ identity }: { readonly identity: string }): boolean {
  return identity.startsWith(recordedPrefix);
}

/** Returns whether a run has all answers that there are: a recording has no more where some are missing. */
export function isComplete({ status, config }: RunEnding): boolean {
  return status === 'finished' || (status === 'incomplete' && config.models.every(isRecorded));
}

/** Returns the status of a run as every page shows it: an import has no more answers, so that it is finished. */
export function shownStatus<Status extends string>(run: RunEnding<Status>): Status | 'finished' {
  return isComplete(run) ? 'finished' : run.status;
}

/** How a run ended, and of which models. */
interface RunEnding<Status extends string = string> {
  readonly status: Status;
  readonly config: { readonly models: readonly { readonly identity: string }[] };
}

/** Prefix of the identities of models that repeat the calls in a log of another tool, which asked them as `seb run` does. */
export const loggedPrefix = 'logged/';

/** Returns whether the order in which a model was asked is unknown: its answers come from a recording or a log. */
export function isUnordered({ identity }: { readonly identity: string }): boolean {
  return isRecorded({ identity }) || identity.startsWith(loggedPrefix);
}

/**
 * Returns whether a model looks up answers by the call's position and not by its prompt: it replays a recording, a log, or
 * a run that may come from one. A recording may hold two answers to one prompt (a question that occurs in two groups).
 */
export function answersByPlace({ identity }: { readonly identity: string }): boolean {
  return isUnordered({ identity }) || identity.startsWith('replay/');
}
