import type { ErrorLimit, Worth, WorthCurvePoint } from '../../results/worth.ts';
import { pearson } from '../../stats/correlation.ts';
import { fTail, tCritical } from '../../stats/distributions.ts';
import { tail } from '../../stats/jackknife.ts';
import { AppError } from '../../util/app-error.ts';
import { counted } from '../../util/numbers.ts';
import { foldsOf, type WorthItems } from './cross-fit.ts';
import { type JudgedSignal, judgeSignals } from './judge-signals.ts';
import type { ModelAnswer, ModelAnswers } from './model-answers.ts';
import { type DescribedSignal, type WorthChoice, type WorthProblem, worthProblem } from './worth-problem.ts';
import { fieldsText, worthSentences } from './worth-sentences.ts';

/** Fewest groups of items of a verdict. */
const minGroups = 20;

/** Share of missing outcomes above which nothing is said. */
const maxMissing = 0.1;

/** Factors of the given value of a right answer at which the decision curve is computed. */
const curveFactors = Array.from({ length: 13 }, (_, at) => 10 ** ((at - 6) / 6));

export interface WorthRequest extends WorthChoice {
  /** Ids of the runs that the answers come from; empty for logs and simulated models. */
  readonly runs: readonly string[];
  /** Largest error among kept answers, in (0, 1); null: not asked for. */
  readonly maxError: number | null;
  /** Whether the decision curve is computed: as slow as 13 results. */
  readonly withCurve: boolean;
}

/** A result, or why the data cannot say anything. */
type WorthOutcome =
  | { readonly kind: 'measured'; readonly worth: Worth }
  | { readonly kind: 'not-measured'; readonly reason: string; readonly hint: string };

/** Returns what makes a signal of the data: the fields that a log has, or the columns and flags that it needs. */
function signalHint(keep: Pick<ModelAnswers, 'fields' | 'statedFields'>): string {
  const [stated] = keep.statedFields ?? [];
  const fields = fieldsText(keep);
  return [
    ...(stated === undefined ? [] : [`the logs have the field ${stated}: add --confidence ${stated}`]),
    ...(fields === null ? [] : [fields]),
    `use data with a column \`confidence\` or \`subject\`${stated === undefined ? ', or name the field of the confidence with --confidence (docs/logs.md shows an Inspect task that asks for one)' : ''}`,
  ].join(', or ');
}

/**
 * Returns whether asking a model first pays, from the outcomes of A (and B) on the same items. AppError for models, prices
 * and signals that cannot be used.
 */
export function analyzeWorth(request: WorthRequest): WorthOutcome {
  refuseModels(request);
  const notMeasured = unmeasured(request);
  if (notMeasured !== null) return { kind: 'not-measured', ...notMeasured };
  const { keep, pass, prices, maxError, withCurve } = request;
  const problem = worthProblem(request);
  const { items, signals, keepCall, passCall, rightOfKeep, rightOfPass } = problem;
  if (signals.length === 0) {
    return {
      kind: 'not-measured',
      reason: `${keep.model} ${keep.unread ?? 'stated nothing about itself'}, and the data have no free signal`,
      hint: signalHint(keep),
    };
  }
  const judged = judgeSignals(items, signals);
  const known = items.difference.filter((value) => !Number.isNaN(value));
  const facts: Omit<Worth, 'question' | 'answer' | 'limits' | 'next'> = {
    ...{ runs: request.runs, task: keep.task, ...scoresOf(keep), keep: keep.model, pass: pass?.model ?? null },
    unit: prices === null ? 'right answers per 1,000 requests' : 'dollars per 1,000 requests',
    prices: prices === null ? null : { ...prices, keepCall, passCall },
    ...{ items: items.difference.length, groups: items.groupNames.length },
    missing: items.difference.length - known.length,
    ...{ rightOfKeep, rightOfPass },
    bestConstant: known.reduce((sum, value) => sum + value, 0) > 0 ? 'pass' : 'keep',
    signals: judged.map((signal, at) => described(signal, signals[at], items)),
    curve: withCurve && prices !== null ? decisionCurve(request, prices) : [],
    panel: request.panel?.facts ?? null,
    errorLimit: maxError === null ? null : limitOf(request, problem, maxError),
  };
  return { kind: 'measured', worth: { ...facts, ...worthSentences(facts, keep), next: [] } };
}

function described(signal: JudgedSignal, given: DescribedSignal | undefined, items: WorthItems) {
  const reasons = [signal.reason, given === undefined ? null : invertedText(given, items)].filter(
    (text) => text !== null,
  );
  return { ...signal, about: given?.about ?? signal.name, reason: reasons.length === 0 ? null : reasons.join('; ') };
}

/** Returns a hint where a signal is higher where A is wrong, beyond chance: it may state the opposite of what is expected. */
function invertedText({ values }: DescribedSignal, { right }: WorthItems): string | null {
  if (values.kind !== 'stated') return null;
  const known = [...right.keys()].filter((item) => !Number.isNaN(right[item]) && !Number.isNaN(values.values[item]));
  const of = (column: Float64Array) => known.map((item) => column[item] as number);
  const found = pearson(of(values.values), of(right), 0.99);
  return found === null || found.interval === null || found.interval.high >= 0
    ? null
    : 'it is higher where the answer is wrong: if it states the chance of an error, give 1 minus it';
}

function refuseModels({ keep, pass }: WorthRequest): void {
  if (keep.model === pass?.model) {
    throw new AppError('same-model', `--keep and --pass are the same model, ${keep.model}`, {
      hint: 'pass on to another model, or leave requests without an answer with --abstain',
    });
  }
  if (pass?.judgesItself === true) {
    throw new AppError(
      'self-judged',
      `${pass.model} judged its own answers, so it is not known whether they are right`,
      {
        hint: "repeat `seb run` with --judge NAME; it sends only the judge's calls",
      },
    );
  }
}

/** Returns why the data cannot say anything; null if they can. */
function unmeasured({ keep, pass }: WorthRequest): { readonly reason: string; readonly hint: string } | null {
  const own = [...keep.answers];
  const shared = own.filter(([id]) => pass === null || pass.answers.has(id));
  if (shared.length === 0)
    return {
      reason: `${keep.model}${pass === null ? ' has no answers' : ` and ${pass.model} have no items in common`}`,
      hint: 'use answers to the same items: the same --experiment, --items and --limit',
    };
  const groups = new Set(own.map(([, { group }]) => group)).size;
  if (groups < minGroups)
    return {
      reason: `${counted(groups, 'independent group')} of items cannot say whether asking pays`,
      hint: `at least ${minGroups} are needed; 200 find only large savings`,
    };
  const isMissing = ([id, { right }]: readonly [string, ModelAnswer]) =>
    right === null || (pass !== null && (pass.answers.get(id)?.right ?? null) === null);
  const missing = own.filter(isMissing).length;
  if (missing > maxMissing * own.length)
    return {
      reason: `${Math.round((100 * missing) / own.length)} % of the items have no outcome of ${keep.model}${pass === null ? '' : ` or of ${pass.model}`}; over 10 % could decide the answer`,
      hint: 'get what is missing (`seb resume RUN`, or the evaluation of the log again), or use items that both models were asked',
    };
  return null;
}

/**
 * Returns the saving by the value of a right answer. The band of each signal is simultaneous over the curve: its tail is
 * that of one interval by the number of points (Bonferroni).
 */
function decisionCurve(request: WorthRequest, prices: NonNullable<WorthRequest['prices']>): readonly WorthCurvePoint[] {
  return curveFactors.flatMap((factor) => {
    const right = prices.right * factor;
    const { items, signals } = worthProblem({ ...request, prices: { ...prices, right } });
    const df = items.groupNames.length - 1;
    const widening = tCritical(tail / curveFactors.length, df) / tCritical(tail, df);
    return judgeSignals(items, signals).map(({ overConstant: { value, interval } }, at) => ({
      ...{ value: right, signal: signals[at]?.about ?? '', saving: value },
      low: interval === null ? null : value + widening * (interval[0] - value),
      high: interval === null ? null : value + widening * (interval[1] - value),
    }));
  });
}

/** Returns the largest share that A keeps at an error, by the first signal with values. */
function limitOf({ keep }: WorthRequest, { signals, items }: WorthProblem, maxError: number): ErrorLimit {
  const signal = signals.find(({ values }) => values.kind === 'stated');
  if (signal?.values.kind !== 'stated')
    return { kind: 'none', maxError, reason: 'no signal has values for single items' };
  const { values } = signal.values;
  const byGroup = Map.groupBy([...keep.answers.values()].keys(), (item) => items.group[item] ?? 0);
  const groups = [...byGroup].map(([group, members]) => {
    const known = members.filter((item) => !Number.isNaN(items.right[item]));
    return {
      name: items.groupNames[group] ?? '',
      value: Math.min(
        ...members.map((item) => (Number.isNaN(values[item]) ? Number.NEGATIVE_INFINITY : (values[item] ?? 0))),
      ),
      isWrong: known.length < members.length || known.some((item) => (items.right[item] ?? 0) < 0.5),
    };
  });
  return errorLimit(groups, maxError);
}

const error = 0.05;
/** Share of the first half by which the kept share grows from one threshold to the next. */
const step = 0.05;
/** Share that the strictest threshold keeps: of a few groups, one error would end the sequence. */
const firstShare = 0.2;

/** A group of items: its lowest signal and whether an answer is wrong. */
interface KeptGroup {
  readonly name: string;
  readonly value: number;
  readonly isWrong: boolean;
}

/**
 * Returns the largest share of groups that can be kept so that at most `maxError` of them have a wrong answer. Thresholds
 * are tested from strict to loose on one half of the groups (fixed sequence), and the last that passes is applied to the
 * other half. The bound is that of Clopper and Pearson (1934), one-sided 95 %; a group with several items counts as wrong if
 * one of them is.
 */
function errorLimit(groups: readonly KeptGroup[], maxError: number): ErrorLimit {
  const halves = foldsOf(
    groups.map(({ name }) => name),
    0,
  ).map((fold) => fold % 2);
  const [first, second] = [0, 1].map((half) =>
    groups.filter((_, at) => halves[at] === half).toSorted((one, other) => other.value - one.value),
  ) as [KeptGroup[], KeptGroup[]]; // two halves
  const fewest = Math.ceil(Math.log(error) / Math.log(1 - maxError)); // with no error among them the bound holds
  const strictest = Math.max(fewest, Math.round(firstShare * first.length));
  let threshold: number | null = null;
  for (let kept = strictest; kept <= first.length; kept += Math.max(1, Math.round(step * first.length))) {
    const value = (first[kept - 1] as KeptGroup).value;
    const own = first.filter((group) => group.value >= value);
    if (upperBound(countWrong(own), own.length) > maxError) break;
    threshold = value;
  }
  const share = countWrong(groups) / groups.length;
  if (threshold === null) {
    const needed = Math.max(0, (share - maxError) / (1 - maxError));
    const reason =
      first.length < fewest
        ? `${fewest} groups without an error are needed in each half; there are ${first.length}`
        : `no threshold keeps the error of the first half under it; at least ${Math.round(100 * needed)} % must be passed on even if the signal were perfect`;
    return { kind: 'none', maxError, reason };
  }
  const kept = second.filter(({ value }) => value >= (threshold as number));
  const wrong = countWrong(kept);
  return {
    ...{ kind: 'found', maxError, keptShare: kept.length / second.length, groups: kept.length },
    ...{ error: kept.length === 0 ? 0 : wrong / kept.length, upper: upperBound(wrong, kept.length) },
  };
}

function countWrong(groups: readonly KeptGroup[]): number {
  return groups.filter(({ isWrong }) => isWrong).length;
}

/** Returns the upper Clopper-Pearson bound of a share, one-sided 95 %, by bisection of the binomial tail. */
function upperBound(wrong: number, trials: number): number {
  if (wrong >= trials) return 1;
  let [low, high] = [wrong / trials, 1];
  for (let round = 0; round < 50; round += 1) {
    const middle = (low + high) / 2;
    if (atMost(wrong, trials, middle) > error) low = middle;
    else high = middle;
  }
  return high;
}

/** Returns P(X <= wrong) for a binomial X, by its relation to the F distribution. */
function atMost(wrong: number, trials: number, share: number): number {
  const [numerator, denominator] = [2 * (wrong + 1), 2 * (trials - wrong)];
  return fTail((denominator * share) / (numerator * (1 - share)), numerator, denominator);
}

/** Returns the score of the log that says what is right, and its other scores; of runs nothing. */
function scoresOf({ source }: ModelAnswers): Pick<Worth, 'score' | 'otherScores'> {
  return { score: source?.score ?? null, otherScores: source?.otherScores ?? [] };
}
