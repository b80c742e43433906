import type { SelfAdvantageEntry } from '../analyse/comparison.ts';
import { oneLine } from '../util/text.ts';
import { type Dot, dotPanels, type Panel } from './dot-panels.ts';
import type { Figure } from './figure.ts';
import { intervalText, numberText } from './number-text.ts';

const mostPanels = 4;

/** Whether a model forecasts itself better than predictor and target make likely. */
export function selfAdvantage(entries: readonly SelfAdvantageEntry[]): Figure {
  const named = { name: 'self-advantage', title: 'Self-advantage' };
  if (!entries.some(({ value }) => value !== null)) {
    return { ...named, kind: 'absent', reason: 'needs three models or more on the same items' };
  }
  const dots = entries.map(dotOf);
  const panels = [...new Set(dots.map(({ panel }) => panel))].slice(0, mostPanels);
  return {
    ...named,
    kind: 'drawn',
    caption:
      'Score of a model’s forecasts of itself minus what the additive predictor + target model, fitted to the forecasts of others, expects; “all models” is diagonal minus off-diagonal. Dashed: no advantage. Bars: 95 % intervals over items.',
    spec: dotPanels({
      panels: panels.map((name): Panel => ({ name, domain: null, reference: 0, format: 'share' })),
      dots: dots.filter(({ panel }) => panels.includes(panel)),
      marks: [],
      kinds: [],
    }),
  };
}

function dotOf({ experiment, measure, model, value, interval, n, reason }: SelfAdvantageEntry): Dot {
  const label = model === 'all' ? 'all models' : oneLine(model, 60);
  const panel = `${experiment}: ${measure.replaceAll('_', ' ')}`;
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
