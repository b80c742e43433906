import {
  designLimits,
  type EnoughItems,
  gateMargin,
  hopelessParts,
  missedConstants,
} from '../../answers/design-limits.ts';
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

interface DryRunOptions {
  readonly models: number;
  /** Columns of a line. */
  readonly width: number;
  /** Items of each experiment that are enough for every verdict; null where the planned ones are, or the data has too few. */
  readonly least: EnoughItems | null;
}

/** Returns what `seb run --dry-run` prints, in lines of at most `width` columns. */
export function dryRunText(estimate: RunEstimate, { models, width, least }: DryRunOptions): string {
  const { calls, callsHigh = calls, forecasts, items, withoutControl = [], budget, detectable } = estimate;
  const lines = (text: string) => wrapTyped(text, width);
  const unpriced = forecasts.find(({ dollarsLow }) => dollarsLow === null);
  return [
    ...(items.selection === null ? [] : [...lines(selectedText(items)), '']),
    ...lines(
      `${callsHigh > calls ? `${calls} to ${counted(callsHigh, 'call')}` : counted(calls, 'call')} in total, ${totalText(forecasts)}. Nothing was sent. Calls that a store has answers to are counted here, and cost nothing then.`,
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
    terminalTable(callTable(forecasts), width),
    '',
    ...lines('Smallest real difference, in points, that 4 of 5 such runs would find:'),
    terminalTable(detectableTable(detectable.experiments), width),
    ...detectableNotes(estimate, least).flatMap(lines),
    '',
    ...hopelessParts(estimate, least).flatMap(lines),
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

/** What the cell of a difference says where even the largest possible one would usually be missed. */
const noneFound = 'none';

function detectableTable(experiments: readonly Detectable[]): ReportTable {
  return {
    id: 'detectable',
    title: '',
    lead: '',
    ...filled(experiments, [
      left('experiment', 'Name of the experiment.', ({ experiment }) => textCell(experiment)),
      right('groups of items', 'Groups of items that depend on each other.', ({ groups }) => textCell(String(groups))),
      right('two models', 'Difference between the scores of two models.', ({ difference }) =>
        textCell(sizeText(difference, 1)),
      ),
      right(
        'best constant',
        'Difference of a score from the best constant answer.',
        ({ fromConstant, largestFromConstant }) => textCell(sizeText(fromConstant, largestFromConstant ?? 1)),
      ),
      right('gate margin', 'Smallest margin that a gate can pass.', (experiment) => {
        const margin = gateMargin(experiment);
        return textCell(margin === null ? 'n/a' : fixed(100 * margin, 1));
      }),
    ]),
  };
}

/** Returns the size of an effect in points; an effect beyond the largest possible one is none that could be found. */
function sizeText(size: number | null, largest: number): string {
  if (size === null) return 'n/a';
  return size > largest ? noneFound : fixed(100 * size, 1);
}

/** Says what the columns of the smallest differences compare, what they assume, and why cells have none. */
function detectableNotes(estimate: RunEstimate, least: EnoughItems | null): readonly string[] {
  const { assumption, experiments } = estimate.detectable;
  const isNone = experiments.some(
    ({ difference, fromConstant, largestFromConstant = 1 }) =>
      sizeText(difference, 1) === noneFound || sizeText(fromConstant, largestFromConstant) === noneFound,
  );
  const margin = experiments.flatMap((each) => gateMargin(each) ?? []).at(0);
  const enough = missedConstants(estimate, least);
  const reasons = experiments.flatMap(({ experiment, difference, reason = 'not compared', reasonFromConstant }) => [
    ...(difference === null ? [`${experiment}: no difference between two models (${reason})`] : []),
    ...(reasonFromConstant === undefined
      ? []
      : [`${experiment}: none from the best constant answer (${reasonFromConstant})`]),
  ]);
  return [
    `two models: between the scores of two models, one test at 5 %; best constant: between a score and the best constant answer, 5 % over all tests of the run. Each size ${assumption}; most runs find smaller ones, and their reports say how small.`,
    ...(isNone
      ? [
          `${noneFound}: even the largest possible difference would usually be missed${enough.length === 0 ? '' : ` (${enough.join('; ')})`}`,
        ]
      : []),
    ...(margin === undefined
      ? []
      : [
          `gate margin: the smallest with which a check of a new version against this one can pass, if no item got worse (seb compare with \`--fail-unless-within ${fixed(margin, 2)}\` allows a drop of ${fixed(100 * margin, 1)} points)`,
        ]),
    ...reasons,
  ];
}

/** Returns what a plan with so many items would send, from the calls of each item now: "about 1,020 calls, $0.28 to $10.29". */
export function largerPlanText({ forecasts, items }: RunEstimate, count: number): string {
  const scaled = forecasts.map((each): CostEstimate => {
    const now = items.experiments.find(({ experiment }) => experiment === each.experiment);
    const growth = now === undefined ? 1 : Math.min(count, now.available ?? count) / now.items;
    const grown = (amount: number | null) => (amount === null ? null : amount * growth);
    return {
      ...each,
      calls: each.calls * growth,
      dollarsLow: grown(each.dollarsLow),
      dollarsHigh: grown(each.dollarsHigh),
    };
  });
  const calls = Math.round(scaled.reduce((total, each) => total + each.calls, 0));
  return `about ${counted(calls, 'call')}, ${totalText(scaled)}`;
}
