import type { ModelContrasts } from '../../analyze/contrasts.ts';
import { headlineOf } from '../../analyze/estimates/headline.ts';
import type { Estimate } from '../../domain/estimate.ts';
import { measureName } from '../../measures/measure-name.ts';
import type { Figure } from './figure.ts';
import { type Dot, dotPanels, type Panel, type ReferenceMark, shareDomain } from './marks/dot-panels.ts';
import { dotOf, hasUsable } from './marks/estimate-dots.ts';
import type { FigureRows } from './marks/figure-rows.ts';
import { countOf, isOne } from './marks/finding.ts';
import { numberText } from './marks/number-text.ts';

const kinds = [
  ['base_rate', 'base rate'],
  ['item_rule', 'item rule'],
  ['other_models', 'other models'],
  ['reexecution', 're-execution'],
] as const;

/** Returns the main figure: every headline score with its reference values. The title counts verdicts. */
export function scoresWithBaselines(rows: FigureRows, contrasts: readonly ModelContrasts[] = []): Figure {
  const named = { name: 'scores-with-baselines', title: 'Scores with base rates and re-executions' };
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
    estimates.flatMap((estimate) => referenceMarks(estimate, rows.labels(estimate), panel)),
  );
  return {
    ...named,
    title: findingOf(contrasts) ?? named.title,
    kind: 'drawn',
    caption:
      'Filled dots: scores with 95 % intervals, over units with a usable prediction and outcome. A score at its base rate shows no self-prediction. The re-execution is the score of a model that could run itself once (needs two samples).',
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

/** Returns how many models are above chance by verdict, as a sentence; null without verdicts. */
function findingOf(contrasts: readonly ModelContrasts[]): string | null {
  const above = contrasts
    .filter(({ verdict }) => verdict !== 'insufficient')
    .map(({ verdict }) => verdict === 'above-constant' || verdict === 'above-constant-and-others');
  if (contrasts.length === 0) return null;
  if (above.length === 0) return `Scores with base rates: too few items for each of ${contrasts.length} verdicts`;
  return `${countOf(above)} scores ${isOne(above) ? 'is' : 'are'} above the best constant answer (paired tests)`;
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

function referenceMarks(estimate: Estimate, label: string, panel: string): readonly ReferenceMark[] {
  return kinds.flatMap(([field, kind]) => {
    const value = estimate[field];
    if (value === null || !hasUsable(estimate)) return [];
    return [{ label, panel, kind, value, tip: `${label} · ${panel} · ${kind}: ${numberText(value, estimate.unit)}` }];
  });
}
