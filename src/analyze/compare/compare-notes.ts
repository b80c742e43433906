import { isPerson } from '../../domain/people/person.ts';
import type { SettingsOf } from '../data-of-runs.ts';
import { namesText } from '../findings/results-sentences.ts';
import type { CrossPrediction } from './cross-prediction.ts';
import type { ResponseMatrix } from './response-matrix.ts';

/** Returns the notes on a comparison: its form, its intervals, which experiments it excludes, and what limits it. */
export function notesOf(fields: readonly ResponseMatrix[], seed: number): readonly string[] {
  const texts = fields.filter(({ kind }) => kind === 'text' || kind === 'authored');
  const isAsked = fields.some(({ predictions }) => predictions.length > 0);
  return [
    'asked about itself: a model’s prediction of itself is read as a prediction of every other model',
    ...(isAsked
      ? ['asked about each other: every model predicted every other model by name, with the same question']
      : ['no model was asked to predict a different model (see seb run --ask-others)']),
    `intervals: 95 %, bootstrap over groups of items, seed ${seed}; p: sign-flip permutation by group of items; p (Holm): Holm over all differences listed`,
    ...texts.map(({ experiment }) => `${experiment.name}: no matrix, because its outcomes are not yes/no`),
  ];
}

/**
 * Returns what limits the tables of a comparison: people among the models, one outcome per item, excluded models,
 * different settings.
 */
export function limitNotes(
  fields: readonly ResponseMatrix[],
  crossings: readonly CrossPrediction[],
  settingsOf?: SettingsOf,
): readonly string[] {
  const once = crossings.filter(({ claims }) => claims.every(({ executions }) => executions.length < 2));
  const where =
    once.length === crossings.length ? '' : ` of ${once.map(({ field }) => field.experiment.name).join(', ')}`;
  return [
    ...peopleNotes(fields),
    ...(once.length === 0
      ? []
      : [`one outcome per item${where}: a model’s own outcome is assumed to be stable (run with more --samples)`]),
    ...crossings.flatMap(({ pairs, field }) =>
      pairs.map(
        (pair) =>
          `${field.experiment.name}: ${pair} is not in the matrix, because it predicts another person, not itself`,
      ),
    ),
    ...crossings.flatMap(({ excludedModels: setAside, field }) =>
      setAside.map(
        (model) => `${field.experiment.name}: ${model} is not in the matrix, because too few of its items are usable`,
      ),
    ),
    ...settingNotes(crossings, settingsOf),
  ];
}

/** Says how the tables name people. */
function peopleNotes(fields: readonly ResponseMatrix[]): readonly string[] {
  const names = fields.flatMap(({ responses }) => responses.map(({ model }) => model)).filter(isPerson);
  if (names.length === 0) return [];
  return [`the word “model” in these tables includes people: ${namesText(names)}; a study cannot include them`];
}

/** Returns notes on models from runs with different sampling or judging; these are compared, but not silently. */
function settingNotes(crossings: readonly CrossPrediction[], settingsOf: SettingsOf = () => ''): readonly string[] {
  return crossings.flatMap(({ field: { experiment }, models, runs }) => {
    const settings = Map.groupBy(models.keys(), (index) => settingsOf(runs[index] ?? '', experiment));
    if (settings.size < 2) return [];
    const lists = [...settings].map(([text, of]) => `${of.map((index) => models[index]).join(', ')}: ${text}`);
    return [
      `${experiment.name}: the compared runs have different settings, which may explain differences between models (${lists.join(' | ')})`,
    ];
  });
}
