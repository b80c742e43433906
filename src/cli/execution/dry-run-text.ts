import type { Detectable } from '../../analyze/estimates/minimum-detectable-effect.ts';
import { selectionText } from '../../domain/item-selection.ts';
import type { RunEstimate } from '../../pipeline/estimate-run.ts';
import type { CostEstimate } from '../../plan/dry-run.ts';
import { dollars, fraction, oneLine, table } from '../../util/text.ts';

const maxSelectionColumns = 120;

const header = ['model', 'experiment', 'calls', 'input tokens', 'output tokens', 'money'];

/** Returns what `seb run --dry-run` prints. */
export function dryRunText({ calls, forecasts, items, detectable }: RunEstimate): string {
  const unpriced = forecasts.some(({ dollarsLow }) => dollarsLow === null);
  return [
    ...(items.selection === null ? [] : [selectedText(items)]),
    table(header, forecasts.map(cellsOf), ['left', 'left', 'right', 'right', 'right', 'right']),
    `\n${calls} calls in all, answers that are already stored included. Nothing was sent.`,
    ...(unpriced
      ? ['Prices come from --prices FILE (`curl -o prices.json https://models.dev/api.json` gets one).']
      : []),
    `\nThe smallest difference between two models that would be found (power ${detectable.power} by the normal formula, level 5 %):`,
    ...detectable.experiments.map((entry) => `  ${detectableText(entry)}`),
    `This ${detectable.assumption}.`,
  ].join('\n');
}

function selectedText({ selection, experiments }: RunEstimate['items']): string {
  const counts = experiments.map(({ experiment, items }) => `${experiment} (${items})`).join(', ');
  return `Items selected by ${oneLine(selectionText(selection ?? {}), maxSelectionColumns)}: ${counts}.\n`;
}

function cellsOf(forecast: CostEstimate): readonly string[] {
  const { model, experiment, calls, inputTokens, outputTokensLow: low, outputTokensHigh: high } = forecast;
  const outputTokens = high === null ? `${low} or more` : `${low} to ${high}`;
  return [model, experiment, String(calls), String(inputTokens), outputTokens, moneyText(forecast)];
}

function moneyText({ dollarsLow, dollarsHigh }: CostEstimate): string {
  if (dollarsLow === null) return 'unknown price';
  return dollarsHigh === null ? `${dollars(dollarsLow)} or more` : `${dollars(dollarsLow)} to ${dollars(dollarsHigh)}`;
}

function detectableText({ experiment, groups, difference, reason = '' }: Detectable): string {
  const size = difference === null ? `n/a (${reason})` : fraction(difference);
  return `${experiment}: ${size}, ${groups} groups of items`;
}
