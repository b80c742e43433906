import { explainAbsence } from '../../../analyze/estimates/absence.ts';
import type { Estimate } from '../../../domain/estimate.ts';
import type { Dot, ReferenceMark } from './dot-panels.ts';
import type { FigureRows, Wanted } from './figure-rows.ts';
import { countText, intervalText, numberText } from './number-text.ts';
import { isPublished, publishedValue } from './published-value.ts';

export function wantedEstimates({ estimates }: FigureRows, wanted: Wanted): readonly Estimate[] {
  return estimates.filter(
    ({ experiment, measure, policy }) =>
      experiment === wanted.experiment && measure === wanted.measure && policy === wanted.policy,
  );
}

/** Returns dots of the report's own models, and of the published ones if requested. */
export function dotsOf(rows: FigureRows, wanted: Wanted): readonly Dot[] {
  const own = wantedEstimates(rows, wanted).map((estimate) => dotOf(estimate, rows.labels(estimate), wanted.panel));
  return [...own, ...publishedDots(rows, wanted)];
}

export const baseRateKind = 'base rate';

/** Returns the base rates of the report's own dots: the scores of the best rules that do not look at the model. */
export function baseRates(rows: FigureRows, wanted: readonly Wanted[]): readonly ReferenceMark[] {
  return wanted.flatMap((each) =>
    wantedEstimates(rows, each).flatMap((estimate): readonly ReferenceMark[] => {
      const { baseRate: value, unit } = estimate;
      if (value === null || !hasUsable(estimate)) return [];
      const label = rows.labels(estimate);
      const tip = `${label} · ${each.panel} · ${baseRateKind}: ${numberText(value, unit)}`;
      return [{ label, panel: each.panel, kind: baseRateKind, value, tip }];
    }),
  );
}

/** Whether any unit is usable: a score of 0 from missing answers is not a measurement and is not drawn. */
export function hasUsable({ coverage: { units, usable } }: Estimate): boolean {
  return units === 0 || usable > 0;
}

function dotOf(estimate: Estimate, label: string, panel: string): Dot {
  const isEmpty = !hasUsable(estimate);
  const interval = isEmpty ? null : estimate.interval;
  return {
    label,
    source: 'own',
    panel,
    value: isEmpty ? null : estimate.value,
    low: interval?.[0] ?? null,
    high: interval?.[1] ?? null,
    tip: `${label} · ${panel}: ${isEmpty ? 'n/a (no usable answer)' : valueText(estimate)} · n = ${countText(estimate.n)} · ${coverageText(estimate)}`,
  };
}

function valueText(estimate: Estimate): string {
  const { value, interval, unit } = estimate;
  if (value === null) return `n/a (${explainAbsence(estimate, 'value')})`;
  return `${numberText(value, unit)} ${interval === null ? `(${estimate.method})` : intervalText(interval, unit)}`;
}

function coverageText({ coverage: { units, usable } }: Estimate): string {
  return `${usable} of ${units} units usable`;
}

/** Returns the caption sentence that explains the hollow dots. */
export function publishedNote({ published }: FigureRows): string {
  return published === null ? '' : ' Hollow: the published models, on the paper’s items.';
}

function publishedLabel(model: string): string {
  return `${model} (published)`;
}

function publishedDots(rows: FigureRows, wanted: Wanted): readonly Dot[] {
  if (!isPublished(rows, wanted)) return [];
  return (rows.published?.models ?? []).map((model) => {
    const value = publishedValue(rows, wanted, model);
    const label = publishedLabel(model.model);
    const shown = value === null ? 'n/a (not published)' : numberText(value, value > 1 ? 'tokens' : 'share');
    return {
      label,
      source: 'published',
      panel: wanted.panel,
      value,
      low: null,
      high: null,
      tip: `${label} · ${wanted.panel}: ${shown}`,
    };
  });
}

/** Returns whether the report has values of its own models to draw. */
export function hasValues(rows: FigureRows, wanted: readonly Wanted[]): boolean {
  return wanted.some((each) => wantedEstimates(rows, each).some(({ value }) => value !== null));
}
