import type { SelfAdvantageEntry } from '../analyze/compare/comparison-types.ts';
import { measureName } from '../measures/measure-name.ts';
import { oneLine } from '../util/text.ts';
import type { Figure } from './figure.ts';
import { type Dot, dotPanels, type Panel } from './marks/dot-panels.ts';
import { intervalText, numberText } from './marks/number-text.ts';

const mostPanels = 6;

const meaning =
  'Score of a model’s forecasts of itself minus what the additive predictor + target model, fitted to the forecasts of others, expects; “all models” is diagonal minus off-diagonal. Unequal rates of “yes” and unequal predictors move it without any self-knowledge. Dashed: no advantage. Bars: 95 % intervals over items.';

/** Whether a model forecasts itself better than predictor and target make likely. */
export function selfAdvantage(entries: readonly SelfAdvantageEntry[], severalConditions = false): Figure {
  const named = { name: 'self-advantage', title: 'Self-advantage' };
  if (!entries.some(({ value }) => value !== null)) {
    return { ...named, kind: 'absent', reason: 'needs three models or more on the same items' };
  }
  const dots = entries.map((entry) => dotOf(entry, severalConditions));
  const all = [...new Set(dots.map(({ panel }) => panel))];
  const panels = all.slice(0, mostPanels);
  return {
    ...named,
    kind: 'drawn',
    caption: `${all.length > panels.length ? `The first ${panels.length} of ${all.length} comparisons; the others are in the table. ` : ''}${meaning}`,
    spec: dotPanels({
      panels: panels.map((name): Panel => ({ name, domain: null, reference: 0, format: 'share' })),
      dots: dots.filter(({ panel }) => panels.includes(panel)),
      marks: [],
      kinds: [],
    }),
  };
}

function dotOf(entry: SelfAdvantageEntry, severalConditions: boolean): Dot {
  const { experiment, measure, form, model, value, interval, n, reason } = entry;
  const label = model === 'all' ? 'all models' : oneLine(model, 60);
  const condition = severalConditions && entry.condition !== undefined ? `, ${oneLine(entry.condition, 30)}` : '';
  const asked = form === 'asked' ? ', asked about each other' : '';
  const panel = `${experiment}: ${measureName(measure)}${asked}${condition}`;
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
    tip: `${label} · self-advantage, ${panel}: ${shown} · ${n} items`,
  };
}
