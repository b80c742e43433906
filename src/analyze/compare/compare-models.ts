import { isPerson, pairOf } from '../../domain/person.ts';
import { isRecorded } from '../../domain/recorded.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import type { Comparison } from '../../results/comparison.ts';
import { originLimits } from '../../results/model-origin.ts';
import { pooledPeople } from '../contrasts/people-pooled.ts';
import { conditionsOf, onePerModel, type ResponseMatrix } from '../contrasts/response-matrix.ts';
import {
  beforeAndAfterNotes,
  type ComparedScore,
  makeDifferences,
  missingOfPairs,
  runPairs,
  type SideOrder,
} from '../contrasts/run-contrasts.ts';
import { aloneText } from '../contrasts/shared-items.ts';
import { namesText } from '../findings/results-sentences.ts';
import { familiesOf, type Kinship } from '../self-knowledge/relatives.ts';
import type { SettingsOf } from '../units/data-of-runs.ts';
import type { CollectedScore } from '../units/score-units.ts';
import { type Compared, comparedTasks } from './compared-tasks.ts';

interface ComparingOptions {
  readonly settingsOf?: SettingsOf;
  /** What is declared about relatives; absent: makers are read from the models' names. */
  readonly kinship?: Kinship | undefined;
  /** What the paired differences are of; absent: the prediction's score, or `right` where no prediction was asked. */
  readonly score?: ComparedScore | undefined;
  /** Which of two models is the first side; absent: by their names. */
  readonly order?: SideOrder;
}

const nothingToCompare = 'a comparison needs at least two models on the same items, or two different runs';

/**
 * Compares models on the same items: what own predictions add to what the others tell, and which scores are higher. The same
 * data give the same result in any order.
 */
export function compareModels(
  { fields, scores, findings }: Omit<Compared, 'kinship'> & { readonly fields: readonly ResponseMatrix[] },
  { settingsOf, kinship, score, order }: ComparingOptions = {},
): Comparison {
  const limits = [...beforeAndAfterNotes(fields, score), ...limitNotes(fields, { kinship, settingsOf })];
  const tasks = comparedTasks({ scores, findings, kinship });
  const pairs = runPairs(fields, score, order);
  const differences = makeDifferences(pairs);
  const isEmpty = tasks.length === 0 && differences.length === 0;
  return {
    ...{ tasks, differences, missing: missingOfPairs(pairs), pooled: pooledPeople(fields) },
    notes: [...limits, ...(isEmpty ? [nothingToCompare] : methodNotes(tasks, scores))],
    limits,
  };
}

const addsNote =
  'what the own prediction adds: residual tetrads over all pairs of models and the nearest model, one-sided 2.5 %, Holm over tasks';
const nobodyAskedNote = 'no model was asked to predict a different model (see seb run --ask-others)';
const driftNote = 'drift of a model during a run is not excluded: the order of calls is not known';
const makersNote = 'unknown makers, so relatives among them are not noticed (--relatives A,B)';

/** Returns whether a note is about what own predictions add to what others tell, and not about paired differences. */
export function isAboutOthers(note: string): boolean {
  return [addsNote, nobodyAskedNote, driftNote, makersNote].some((text) => note.startsWith(text));
}

/** Returns the notes on how a comparison is computed, of runs and of logs. */
export function methodNotes(
  tasks: Comparison['tasks'] = [],
  scores: readonly Pick<CollectedScore, 'asked' | 'model'>[] = [],
): readonly string[] {
  const isAsked = scores.some(({ asked }) => asked.size > 0);
  const areRecorded = scores.every(({ model }) => isRecorded({ identity: model })); // recorded models cannot be asked
  return [
    'intervals: 95 %, jackknife over groups of items with the quantile of t, not adjusted for their number',
    ...(tasks.length === 0 ? [] : [addsNote]),
    'paired differences: mid-p McNemar for single items, jackknife t by group for others, two-sided 5 %, Holm over all differences',
    ...(tasks.length === 0 || isAsked || areRecorded ? [] : [nobodyAskedNote]),
  ];
}

interface Limiting {
  readonly kinship: Kinship | undefined;
  readonly settingsOf: SettingsOf | undefined;
}

/** Returns what limits the tables: people among the models, unknown makers, no call order, different settings. */
function limitNotes(fields: readonly ResponseMatrix[], { kinship, settingsOf }: Limiting): readonly string[] {
  const models = [...new Set(fields.flatMap(({ responses }) => responses.map(({ model }) => model)))].sort();
  const { unknown } = familiesOf(models, kinship);
  const isCompared = models.length > 2;
  const ordered = fields.some(({ responses, itemOf }) =>
    responses.some(({ askedAt }) => itemOf.some((_, unit) => !Number.isNaN(askedAt.at(unit)))),
  );
  return [
    ...originLimits(models),
    ...peopleNotes(models),
    ...aloneNotes(fields),
    ...models
      .filter((model) => pairOf(model) !== null)
      .map((pair) => `${pair} predicts another person, so it is not among the compared models`),
    ...(isCompared && unknown.length > 0 ? [`${makersNote}: ${namesText(unknown)}`] : []),
    ...(isCompared && !ordered ? [driftNote] : []),
    ...settingNotes(fields, settingsOf),
  ];
}

/** Names the models that no other model is compared with, because their runs have other items. */
function aloneNotes(fields: readonly ResponseMatrix[]): readonly string[] {
  const modelsOf = ({ responses }: ResponseMatrix) => new Set(responses.map(({ model }) => model));
  return [...Map.groupBy(fields, ({ experiment }) => experiment.name)].flatMap(([name, own]) => {
    const together = own.map(modelsOf).filter(({ size }) => size > 1);
    const compared = new Set(together.flatMap((models) => [...models]));
    const alone = own.flatMap((field) =>
      [...modelsOf(field)].flatMap((model) =>
        compared.has(model) ? [] : [{ name: model, items: new Set(field.itemOf).size }],
      ),
    );
    return compared.size === 0 || alone.length === 0 ? [] : [aloneText(name, alone)];
  });
}

/** Says how the tables name people. */
function peopleNotes(models: readonly string[]): readonly string[] {
  const names = models.filter(isPerson);
  if (names.length === 0) return [];
  return [`the word “model” in these tables includes people: ${namesText(names)}; a study cannot include them`];
}

/** Returns notes on models from runs with different sampling or judging; these are compared, but not silently. */
function settingNotes(fields: readonly ResponseMatrix[], settingsOf: SettingsOf = () => ''): readonly string[] {
  return fields.flatMap((field) =>
    conditionsOf(field).flatMap((condition) => {
      const responses = onePerModel(field, condition);
      const settings = Map.groupBy(responses, ({ run }) => settingsOf(run, field.experiment));
      if (settings.size < 2) return [];
      const lists = [...settings].map(([text, of]) => `${of.map(({ model }) => model).join(', ')}: ${text}`).sort();
      return [
        `${field.experiment.name}: the compared runs have different settings, which may explain differences between models (${lists.join(' | ')})`,
      ];
    }),
  );
}

/**
 * Returns a comparison to be read: every entry has the name of its task in the place of its experiment. `found`: rows of runs, which name
 * the task where the experiment has several, as that of logs.
 */
export function namedComparison(
  comparison: Comparison,
  taskOf: TaskName,
  found: readonly { readonly run: string; readonly experiment: string; readonly task: string }[] = [],
): Comparison {
  const named = <Entry extends { readonly experiment: string }>(entries: readonly Entry[]): readonly Entry[] =>
    entries.map((entry) => ({ ...entry, experiment: taskOf(entry.experiment) }));
  const { tasks, differences, pooled } = comparison;
  const ofRun = new Map(found.map(({ run, experiment, task }) => [JSON.stringify([run, experiment]), task]));
  const ofRuns = differences.map((each) => ({
    ...each,
    experiment: ofRun.get(JSON.stringify([each.runs[0], each.experiment])) ?? taskOf(each.experiment),
  }));
  return { ...comparison, tasks: named(tasks), differences: ofRuns, pooled: named(pooled) };
}
