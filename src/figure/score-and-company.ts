import type { Estimate } from '../analyse/estimate.ts';
import { headlineOf } from '../analyse/headline.ts';
import { type CompanyMark, type Dot, dotPanels, type Panel, shareDomain } from './dot-panels.ts';
import { dotOf, type FigureRows } from './estimate-dots.ts';
import type { Figure } from './figure.ts';
import { measureName } from './measure-name.ts';
import { numberText } from './number-text.ts';

const kinds = [
  ['base_rate', 'base rate'],
  ['item_label', 'item rule'],
  ['consensus', 'other models'],
  ['ceiling', 'second execution'],
] as const;

/** The figure to look at first: every headline score with what it has to be seen against. */
export function scoreAndCompany(rows: FigureRows): Figure {
  const named = { name: 'score-and-company', title: 'Scores beside their base rates and ceilings' };
  const headlines = [...new Set(rows.estimates.map(({ experiment }) => experiment))].flatMap((experiment) => {
    const measure = headlineOf(rows.estimates, experiment);
    return measure === null || experiment === 'all'
      ? []
      : [{ experiment, measure, panel: panelName(experiment, measure) }];
  });
  const chosen = headlines.map((headline) => ({ ...headline, estimates: headlineEstimates(rows.estimates, headline) }));
  if (!chosen.some(({ estimates }) => estimates.some(({ value }) => value !== null))) {
    return { ...named, kind: 'absent', reason: 'needs a score: no unit is usable yet' };
  }
  const dots = chosen.flatMap(({ estimates, panel }): readonly Dot[] =>
    estimates.map((estimate) => dotOf(estimate, rows.labels(estimate), panel)),
  );
  const marks = chosen.flatMap(({ estimates, panel }) =>
    estimates.flatMap((estimate) => companyOf(estimate, rows.labels(estimate), panel)),
  );
  return {
    ...named,
    kind: 'drawn',
    caption:
      'Filled dots: scores with 95 % intervals, over units with a usable forecast and outcome. A score at its base rate shows no self-prediction; a second execution of the same model is what a model that could run itself would score (it needs two executions).',
    spec: dotPanels({
      panels: chosen.map(
        ({ panel, estimates }): Panel => ({
          name: panel,
          domain: estimates.every(({ unit }) => unit === 'share') ? shareDomain : null,
          reference: null,
          format: 'share',
        }),
      ),
      dots,
      marks,
      kinds: kinds.map(([, kind]) => kind).filter((kind) => marks.some((mark) => mark.kind === kind)),
    }),
  };
}

function panelName(experiment: string, measure: string): string {
  return `${experiment}: ${measureName(measure)}`;
}

function headlineEstimates(
  estimates: readonly Estimate[],
  headline: { readonly experiment: string; readonly measure: string },
): readonly Estimate[] {
  return estimates.filter(
    ({ experiment, measure, policy }) =>
      experiment === headline.experiment && measure === headline.measure && policy === 'parsed',
  );
}

function companyOf(estimate: Estimate, label: string, panel: string): readonly CompanyMark[] {
  return kinds.flatMap(([field, kind]) => {
    const value = estimate[field];
    if (value === null) return [];
    return [{ label, panel, kind, value, tip: `${label} · ${panel} · ${kind}: ${numberText(value, estimate.unit)}` }];
  });
}
