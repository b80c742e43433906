import type { Comparison, SelfAdvantageEntry } from '../../analyze/compare/comparison-types.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import { measureName } from '../../measures/measure-name.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import type { Figure } from './figure.ts';
import { type Dot, dotPanels, type Panel } from './marks/dot-panels.ts';
import { intervalText, numberText } from './marks/number-text.ts';
import { countOf, isOne } from './marks/title-words.ts';

const mostPanels = 6;

const meaning =
  'Score of a model’s predictions of itself minus the score expected by the additive predictor + target model, fitted to the predictions of other models; “all models” is diagonal minus off-diagonal. Unequal rates of “yes” and unequal predictors can change it without any self-knowledge. Dashed: no advantage. Bars: 95 % intervals over items.';

/**
 * Returns a figure of how far models predict themselves better than expected from predictor and target. The title counts
 * verdicts, because unequal models can put these intervals above zero without self-knowledge.
 */
export function selfAdvantage(
  { selfAdvantage: entries, verdicts = [] }: Pick<Comparison, 'selfAdvantage' | 'verdicts'>,
  { taskOf, severalConditions }: { readonly taskOf: TaskName; readonly severalConditions: boolean },
): Figure {
  const named = { name: 'self-advantage', title: 'Self-advantage' };
  if (!entries.some(({ value }) => value !== null)) {
    return { ...named, kind: 'absent', reason: 'needs at least three models on the same items' };
  }
  const made = entries.map((entry) => dotOf({ ...entry, task: taskOf(entry.experiment) }, severalConditions));
  const withValue = new Set(made.filter(({ value }) => value !== null).map(({ panel }) => panel));
  const dots = made.filter(({ panel }) => withValue.has(panel));
  const all = [...new Set(dots.map(({ panel }) => panel))];
  const panels = all.slice(0, mostPanels);
  const ends = dots.flatMap(({ value, low, high }) => [value ?? 0, low ?? 0, high ?? 0]);
  const domain = [Math.min(0, ...ends), Math.max(0, ...ends)] as const; // equal lengths are equal differences
  const isAbove = verdicts
    .filter(({ verdict }) => verdict !== 'insufficient')
    .map(({ verdict }) => verdict === 'advantage');
  return {
    ...named,
    title:
      isAbove.length === 0
        ? `Self-advantage: no verdict on ${entries.length} differences`
        : `Self-advantage: ${countOf(isAbove)} verdicts ${isOne(isAbove) ? 'is' : 'are'} “better than expected”`,
    kind: 'drawn',
    caption: `${all.length > panels.length ? `The first ${panels.length} of ${all.length} comparisons with a value; the table has all of them. ` : ''}${meaning}`,
    ...dotPanels({
      panels: panels.map((name): Panel => ({ name, domain, reference: 0, format: 'share' })),
      dots: dots.filter(({ panel }) => panels.includes(panel)),
      marks: [],
      kinds: [],
    }),
  };
}

function dotOf(entry: SelfAdvantageEntry & { readonly task: string }, severalConditions: boolean): Dot {
  const { task, measure, form, model, value, interval, n, reason } = entry;
  const label = model === 'all' ? 'all models' : oneLine(model, 60);
  const condition = severalConditions && entry.condition !== undefined ? `, ${oneLine(entry.condition, 30)}` : '';
  const asked = form === 'asked' ? ', asked about each other' : '';
  const panel = `${task}: ${measureName(measure)}${asked}${condition}`;
  const bounds = interval === null ? '(no interval)' : intervalText(interval, 'correlation');
  const shown =
    value === null ? `n/a (${reason ?? 'not determined'})` : `${numberText(value, 'correlation')} ${bounds}`;
  return {
    label,
    source: model === 'all' ? 'published' : 'own',
    panel,
    value,
    low: interval?.[0] ?? null,
    high: interval?.[1] ?? null,
    tip: `${label} · self-advantage, ${panel}: ${shown} · ${counted(n, 'item')}`,
  };
}
