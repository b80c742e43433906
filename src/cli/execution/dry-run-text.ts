import { designLimits, hopelessParts } from '../../answers/design-limits.ts';
import type { RunEstimate } from '../../answers/estimate-run.ts';
import type { BudgetReach } from '../../answers/plan/budget-reach.ts';
import type { CostEstimate } from '../../answers/plan/dry-run.ts';
import type { Detectable } from '../../answers/plan/minimum-detectable-effect.ts';
import { selectionText } from '../../domain/dataset.ts';
import { priceAdvice } from '../../models/prices.ts';
import { terminalTable } from '../../report/render/terminal-table.ts';
import { filled, left, right, textCell } from '../../report/tables/report-table.ts';
import type { ReportTable } from '../../results/page.ts';
import { counted, dollars, fixed } from '../../util/numbers.ts';
import { wrapTyped } from '../../util/terminal.ts';
import { oneLine } from '../../util/text.ts';

const maxSelectionColumns = 120;

/** Returns what `seb run --dry-run` prints, in lines of at most `width` columns. */
export function dryRunText(
  estimate: RunEstimate,
  { models, width }: { readonly models: number; readonly width: number },
): string {
  const { calls, callsHigh = calls, forecasts, items, withoutControl = [], budget, detectable } = estimate;
  const lines = (text: string) => wrapTyped(text, width);
  const unpriced = forecasts.find(({ dollarsLow }) => dollarsLow === null);
  return [
    ...(items.selection === null ? [] : [...lines(selectedText(items)), '']),
    terminalTable(callTable(forecasts), width),
    '',
    ...lines(
      `${callsHigh > calls ? `${calls} to ${counted(callsHigh, 'call')}` : counted(calls, 'call')} in total, ${totalText(forecasts)}, including calls with stored answers. Nothing was sent.`,
    ),
    ...(callsHigh > calls
      ? lines('The upper end of calls assumes that every prediction with the tool starts as many sessions as it may.')
      : []),
    ...(hasUpperEnd(forecasts)
      ? lines(
          'The upper end assumes that every answer fills its token limit; the lower one, answers of at most 150 tokens.',
        )
      : []),
    ...(budget === undefined ? [] : lines(budgetText(budget))),
    ...(unpriced === undefined ? [] : lines(`Prices come from --prices FILE (${priceAdvice(unpriced.model)}).`)),
    ...withoutControl.flatMap(({ experiment, reason }) =>
      lines(`${experiment} has no control answer-shown${reason === null ? '' : `: ${reason}`}.`),
    ),
    '',
    ...hopelessParts(estimate).flatMap(lines),
    ...lines(`Smallest real effect that ${100 * detectable.power} % of such runs would notice:`),
    ...detectable.experiments
      .flatMap((entry) => wrapTyped(detectableText(entry), width - 2))
      .map((line) => `  ${line}`),
    ...lines(
      `Between two models: one test at 5 %; from the best constant answer: 5 % over all tests of the run; both by the power of t. This ${detectable.assumption}.`,
    ),
    ...designLimits({ ...estimate, models }).flatMap(lines),
  ].join('\n');
}

function callTable(estimates: readonly CostEstimate[]): ReportTable {
  return {
    id: 'calls',
    title: '',
    lead: '',
    ...filled(estimates, [
      left('model', 'Model name as given by the user.', ({ model }) => textCell(model)),
      left('experiment', 'Name of the experiment.', ({ experiment }) => textCell(experiment)),
      right('calls', 'Including calls with stored answers.', ({ calls, callsHigh = calls }) =>
        textCell(callsHigh > calls ? `${calls} to ${callsHigh}` : String(calls)),
      ),
      right(
        'input tokens',
        'Estimated from the length of the prompts.',
        ({ inputTokens }) => textCell(tokensText(inputTokens)),
        2,
      ),
      right(
        'output tokens',
        'From short answers to answers that reach the limit.',
        (estimate) => textCell(outputTokensText(estimate)),
        1,
      ),
      right('money', 'US dollars.', (estimate) => textCell(moneyText(estimate))),
    ]),
  };
}

function selectedText({ selection, experiments }: RunEstimate['items']): string {
  const counts = experiments.map(({ experiment, items }) => `${experiment} (${items})`).join(', ');
  return `Items selected by ${oneLine(selectionText(selection ?? {}), maxSelectionColumns)}: ${counts}.`;
}

function outputTokensText({ outputTokensLow, outputTokensHigh }: CostEstimate): string {
  const low = tokensText(outputTokensLow);
  return outputTokensHigh === null ? `${low} or more` : `${low} to ${tokensText(outputTokensHigh)}`;
}

/** A number of tokens to three digits: 852, 97.1K, 6.14M. */
function tokensText(tokens: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 }).format(tokens);
}

/** Returns the cost of all calls: `$0.76 to $21.16`. */
function totalText(estimates: readonly CostEstimate[]): string {
  const sum = (amount: (estimate: CostEstimate) => number | null) =>
    estimates.reduce<number | null>((total, each) => {
      const part = amount(each);
      return total === null || part === null ? null : total + part;
    }, 0);
  const low = sum(({ dollarsLow }) => dollarsLow);
  const high = sum(({ dollarsHigh }) => dollarsHigh);
  if (low === null) return 'of unknown price';
  return high === null ? `${dollars(low)} or more` : `${dollars(low)} to ${dollars(high)}`;
}

/** Returns after how many calls the budget stops the run: "The budget of $0.0100 stops the run after about 9 to 120 of 270 calls." */
function budgetText({ budget, callsLow, callsHigh, calls }: BudgetReach): string {
  const limit = `The budget of ${dollars(budget)}`;
  const all = counted(calls, 'call');
  if (callsLow === calls) return `${limit} covers ${all}, however long the answers are.`;
  const least = `about ${callsLow} of ${all}`;
  if (callsHigh === calls)
    return `${limit} covers ${all} with short answers; it stops the run after ${least} if every answer fills its token limit.`;
  if (callsHigh === 0) return `${limit} does not cover the maximum cost of the first call: nothing would be sent.`;
  const range = callsLow === callsHigh ? least : `about ${callsLow} to ${callsHigh} of ${all}`;
  return `${limit} stops the run after ${range}; with a larger --budget, the same command continues it.`;
}

function hasUpperEnd(estimates: readonly CostEstimate[]): boolean {
  return estimates.some(({ dollarsLow, dollarsHigh }) => dollarsLow !== null && dollarsHigh !== null);
}

function moneyText({ dollarsLow, dollarsHigh }: CostEstimate): string {
  if (dollarsLow === null) return 'unknown price';
  return dollarsHigh === null ? `${dollars(dollarsLow)} or more` : `${dollars(dollarsLow)} to ${dollars(dollarsHigh)}`;
}

function detectableText({ experiment, groups, ...found }: Detectable): string {
  const { difference, reason = 'not compared', fromConstant, reasonFromConstant, largestFromConstant = 1 } = found;
  const between =
    difference === null
      ? `n/a between two models (${reason})`
      : sizeText(difference, { largest: 1, what: 'between two models' });
  const what = 'from the best constant answer';
  const constant =
    reasonFromConstant !== undefined
      ? [`n/a ${what} (${reasonFromConstant})`]
      : fromConstant === null
        ? []
        : [sizeText(fromConstant, { largest: largestFromConstant, what })];
  return `${experiment} (${groups} ${groups === 1 ? 'group' : 'groups'} of items): ${[between, ...constant].join(', ')}`;
}

/** Returns the size of an effect in points; an effect beyond the largest possible one is none that could be found. */
function sizeText(size: number, { largest, what }: { readonly largest: number; readonly what: string }): string {
  return size > largest
    ? `${what} even the largest possible effect would usually be missed`
    : `${fixed(100 * size, 1)} points ${what}`;
}
