import type { Estimate } from '../analyse/estimate.ts';
import { numberText } from '../figure/number-text.ts';
import { oneLine } from '../util/text.ts';
import { sibling } from './score-tables.ts';

export const whatIsMeasured =
  'This report measures whether a language model can predict properties of its own answers: it is asked for a forecast in one empty session, the forecast task is carried out in others, and every score stands beside chance, beside what knowing the item or other models would give, and beside a true second execution.';

/** What a reader has to know before believing a number; said without being asked. */
export function honestyLines(estimates: readonly Estimate[]): readonly string[] {
  return [
    'Behavioural self-prediction, even above every baseline, shows predictive privilege, not a mechanism: it does not show how a model comes by its forecast.',
    ...bundledLines(estimates),
    ...alwaysFalseLines(estimates),
  ];
}

function bundledLines(estimates: readonly Estimate[]): readonly string[] {
  const bundled = [...new Set(estimates.map(({ model }) => model))].filter((model) => model.startsWith('bundled/'));
  if (bundled.length === 0) return [];
  const names = bundled.map((model) => oneLine(model, 60)).join(', ');
  return [
    `${names}: the bundled models are small demonstration subjects, there to show the tool at work; their scores say nothing about large language models.`,
  ];
}

/** Accuracy on association is no sign of self-prediction while saying “false” to everything scores higher. */
function alwaysFalseLines(estimates: readonly Estimate[]): readonly string[] {
  const pairs = estimates.flatMap((accuracy) => {
    if (accuracy.experiment !== 'association' || accuracy.measure !== 'accuracy' || accuracy.policy !== 'parsed')
      return [];
    const always = sibling(estimates, accuracy, { measure: 'always_false_accuracy', policy: 'parsed' });
    if (accuracy.value === null || always === undefined || always.value === null) return [];
    return [{ model: accuracy.model, own: accuracy.value, always: always.value }];
  });
  if (pairs.length === 0) return [];
  const values = pairs.map(({ always }) => always);
  const low = numberText(Math.min(...values), 'share');
  const high = numberText(Math.max(...values), 'share');
  const range = low === high ? low : `${low} to ${high}`;
  const above = pairs.filter(({ own, always }) => always > own).length;
  const level = pairs.filter(({ own, always }) => always === own).length;
  const models = new Set(pairs.map(({ model }) => model)).size;
  const found = models < pairs.length ? ofScores(above, { level, all: pairs.length, models }) : null;
  return [`Association: always answering “false” scores ${range}, ${found ?? verdict(above, level, pairs.length)}`];
}

/** Where a model has several scores: under several conditions, or in several runs. */
function ofScores(above: number, { level, all, models }: { level: number; all: number; models: number }): string {
  const whose = models === 1 ? 'one model' : `${models} models`;
  return `above ${above} of ${all} scores of ${whose}${level === 0 ? '' : ` and equal to ${level}`}.`;
}

function verdict(above: number, level: number, all: number): string {
  if (above === all)
    return all === 1 ? 'above the model’s accuracy.' : `above every model’s accuracy (${all} of ${all}).`;
  if (above === 0 && level === 0) {
    return all === 1 ? 'below the model’s accuracy.' : `below every model’s accuracy (${all} of ${all}).`;
  }
  const equal = level === 0 ? '' : ` and equal to that of ${level}`;
  return `above the accuracy of ${above} of ${all} models${equal}.`;
}
