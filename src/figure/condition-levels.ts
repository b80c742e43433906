import type { ConditionSpread } from '../analyze/conditions.ts';
import { factorName, measureName } from '../measures/measure-name.ts';
import { oneLine } from '../util/text.ts';
import { headlines, labelling } from './condition-spread.ts';
import type { Figure } from './figure.ts';
import { type Dot, dotPanels } from './marks/dot-panels.ts';
import { intervalText, numberText } from './marks/number-text.ts';
import { slug } from './render/slug.ts';

const longestLevel = 24; // columns

/** For each experiment what another wording, order, mode, language or system prompt changes. */
export function conditionLevels(spreads: readonly ConditionSpread[]): readonly Figure[] {
  const chosen = headlines(spreads).filter(({ factors }) => factors.length > 0);
  const label = labelling(chosen);
  return [...Map.groupBy(chosen, ({ experiment }) => experiment)].map(([experiment, own]): Figure => {
    const models = new Set(own.map(label)).size;
    const panel = `difference of ${measureName(own[0]?.measure ?? '')}`;
    return {
      kind: 'drawn',
      name: `condition-levels-${slug(experiment)}`,
      title: `${experiment}: what each level changes`,
      caption:
        'Mean over the conditions of the first level minus mean over those of the second, paired by groups of items, with 95 % intervals that are not corrected for their number. Where an interval holds 0, neither a change nor its absence is shown.',
      spec: dotPanels({
        panels: [{ name: panel, domain: null, reference: 0, format: 'share' }],
        dots: own.flatMap((spread) => dotsOf(spread, { panel, model: models > 1 ? `${label(spread)} · ` : '' })),
        marks: [],
        kinds: [],
      }),
    };
  });
}

function dotsOf(
  { factors, unit }: ConditionSpread,
  { panel, model }: { readonly panel: string; readonly model: string },
): readonly Dot[] {
  return factors.map(({ factor, first, second, difference, interval }): Dot => {
    const label = `${model}${factorName(factor)}: ${oneLine(first, longestLevel)} − ${oneLine(second, longestLevel)}`;
    const value = difference === null ? 'n/a' : `${numberText(difference, unit)} ${intervalText(interval, unit)}`;
    return {
      label,
      source: 'own',
      panel,
      value: difference,
      low: interval?.[0] ?? null,
      high: interval?.[1] ?? null,
      tip: `${label} · ${panel}: ${value}`,
    };
  });
}
