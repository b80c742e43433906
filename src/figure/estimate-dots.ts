import { whyAbsent } from '../analyse/absence.ts';
import type { Estimate } from '../analyse/estimate.ts';
import type { PublishedResults } from '../dataset/published-results.ts';
import type { Policy } from '../score/policy.ts';
import type { CompanyMark, Dot } from './dot-panels.ts';
import { countText, intervalText, numberText } from './number-text.ts';
import { publishedScore } from './published-scores.ts';
import type { Labels } from './series.ts';

/** What most figures are drawn from. */
export interface FigureRows {
  readonly estimates: readonly Estimate[];
  readonly labels: Labels;
  /** The fifteen models of the paper, to be drawn beside; null for none. */
  readonly published: PublishedResults | null;
}

/** One measure of one experiment under one policy, as a panel of a figure. */
export interface Wanted {
  readonly panel: string;
  readonly experiment: string;
  readonly measure: string;
  readonly policy: Policy;
  /** Name in the published results where it is not the measure's. */
  readonly publishedMeasure?: string;
}

export function wantedEstimates({ estimates }: FigureRows, wanted: Wanted): readonly Estimate[] {
  return estimates.filter(
    ({ experiment, measure, policy }) =>
      experiment === wanted.experiment && measure === wanted.measure && policy === wanted.policy,
  );
}

/** Dots of the report's own models, and of the published ones where these are asked for. */
export function dotsOf(rows: FigureRows, wanted: Wanted): readonly Dot[] {
  const own = wantedEstimates(rows, wanted).map((estimate) => dotOf(estimate, rows.labels(estimate), wanted.panel));
  return [...own, ...publishedDots(rows.published, wanted)];
}

export const baseRateKind = 'base rate';

/** What the best rules that do not look at the model score, for the report's own dots. */
export function baseRates(rows: FigureRows, wanted: readonly Wanted[]): readonly CompanyMark[] {
  return wanted.flatMap((each) =>
    wantedEstimates(rows, each).flatMap((estimate): readonly CompanyMark[] => {
      const { base_rate: value, unit } = estimate;
      if (value === null) return [];
      const label = rows.labels(estimate);
      const tip = `${label} · ${each.panel} · ${baseRateKind}: ${numberText(value, unit)}`;
      return [{ label, panel: each.panel, kind: baseRateKind, value, tip }];
    }),
  );
}

export function dotOf(estimate: Estimate, label: string, panel: string): Dot {
  const { value, interval } = estimate;
  return {
    label,
    source: 'own',
    panel,
    value,
    low: interval?.[0] ?? null,
    high: interval?.[1] ?? null,
    tip: `${label} · ${panel}: ${valueText(estimate)} · n = ${countText(estimate.n)} · ${coverageText(estimate)}`,
  };
}

export function valueText(estimate: Estimate): string {
  const { value, interval, unit } = estimate;
  if (value === null) return `n/a (${whyAbsent(estimate, 'value')})`;
  return `${numberText(value, unit)} ${interval === null ? `(${estimate.method})` : intervalText(interval, unit)}`;
}

function coverageText({ coverage: { units, usable } }: Estimate): string {
  return `${usable} of ${units} units usable`;
}

/** Says in a caption whose the hollow dots are. */
export function publishedNote({ published }: FigureRows): string {
  return published === null ? '' : ' Hollow: the published models, on the paper’s items.';
}

export function publishedLabel(model: string): string {
  return `${model} (published)`;
}

function publishedDots(published: PublishedResults | null, wanted: Wanted): readonly Dot[] {
  return (published?.models ?? []).map((model) => {
    const measure = wanted.publishedMeasure ?? wanted.measure;
    const value = publishedScore(model, wanted.experiment, measure);
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

/** Whether the report has anything of its own to draw. */
export function hasValues(rows: FigureRows, wanted: readonly Wanted[]): boolean {
  return wanted.some((each) => wantedEstimates(rows, each).some(({ value }) => value !== null));
}
