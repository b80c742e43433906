import { oneForm } from '../../data/one-form.ts';
import { sharedPseudonym } from '../../outcome-kinds/unit-text.ts';
import { AppError } from '../../util/app-error.ts';
import { nearestNames } from '../../util/nearest-names.ts';
import type { SignalValues, WorthItems, WorthSignal } from './cross-fit.ts';
import type { ModelAnswer, ModelAnswers } from './model-answers.ts';
import type { OtherModels } from './panel.ts';

/** What a right answer is worth, and what a wrong one and a second cost, in US dollars. */
export interface GivenPrices {
  readonly right: number;
  readonly wrong: number;
  readonly second: number;
  /** Cost of asking a model once about itself; null: as stored with the answers. */
  readonly ask: number | null;
}

export interface WorthChoice {
  readonly keep: ModelAnswers;
  /** Model B; null: requests that are passed on get no answer. */
  readonly pass: ModelAnswers | null;
  /** Outcomes of other models on the items of A; null: none are given. */
  readonly panel: OtherModels | null;
  /** Models whose agreement with A can be a signal. */
  readonly others: readonly ModelAnswers[];
  /** Null: the unit is a right answer. */
  readonly prices: GivenPrices | null;
  /** Names of signals; null: every signal that the data have. */
  readonly signals: readonly string[] | null;
}

/** A signal with its description. */
export interface DescribedSignal extends WorthSignal {
  readonly about: string;
}

export interface WorthProblem {
  readonly items: WorthItems;
  readonly signals: readonly DescribedSignal[];
  /** Mean cost of an answer of A and of B, in the unit of the problem. */
  readonly keepCall: number;
  readonly passCall: number;
  readonly rightOfKeep: number;
  readonly rightOfPass: number | null;
}

/** Returns the utilities and signals of the items of A. AppError where a price is unknown or a signal cannot be used. */
export function worthProblem(choice: WorthChoice): WorthProblem {
  const { keep, pass, prices } = choice;
  const ids = [...keep.answers.keys()];
  const own = ids.map((id) => keep.answers.get(id) as ModelAnswer); // its own keys
  const other = ids.map((id) => pass?.answers.get(id) ?? null);
  const costs = [
    callCosts(own, prices, { ...keep, call: 'answer' }),
    ...(pass === null ? [] : [callCosts(other, prices, { ...pass, call: 'answer' })]),
  ];
  const [ownCosts = [], otherCosts = []] = costs;
  const ranges = ids.map((_, item) => {
    const kept = utilityRange(own[item]?.right ?? null, ownCosts[item] ?? 0, choice);
    const passed =
      pass === null ? ([0, 0] as const) : utilityRange(other[item]?.right ?? null, otherCosts[item] ?? 0, choice);
    return [passed[0] - kept[1], passed[1] - kept[0]] as const;
  });
  const byGroup = Map.groupBy(ids, (_, item) => own[item]?.group ?? '');
  const numberOf = new Map([...byGroup.keys()].map((name, number) => [name, number]));
  const isKnown = (item: number) =>
    own[item]?.right !== null && (pass === null || (other[item]?.right ?? null) !== null);
  const items: WorthItems = {
    groupNames: [...byGroup.values()].map(sourceFreeName),
    group: Int32Array.from(own, ({ group }) => numberOf.get(group) ?? 0),
    difference: Float64Array.from(ranges, ([low], item) => (isKnown(item) ? low : Number.NaN)),
    lowest: Float64Array.from(ranges, ([low]) => low),
    highest: Float64Array.from(ranges, ([, high]) => high),
    right: Float64Array.from(own, ({ right }) => right ?? Number.NaN),
  };
  const [keepCall, passCall] = [mean(ownCosts), mean(otherCosts)];
  return {
    ...{ items, keepCall, passCall },
    signals: chosenSignals(choice, own, keepCall),
    rightOfKeep: mean(own.flatMap(({ right }) => right ?? [])),
    rightOfPass: pass === null ? null : mean(other.flatMap((answer) => answer?.right ?? [])),
  };
}

/**
 * Returns a name of a group of items that does not depend on their source or order: a run names a group by an item, a log by a value
 * of a field, and an export without texts has pseudonyms of the ids.
 */
function sourceFreeName(ids: readonly string[]): string {
  return ids.map(sharedPseudonym).toSorted()[0] ?? '';
}

/** Returns the lowest and highest utility of an answer; equal where it is known whether the answer is right. */
function utilityRange(
  right: number | null,
  cost: number,
  { prices, pass }: Pick<WorthChoice, 'prices' | 'pass'>,
): readonly [low: number, high: number] {
  const gain = prices === null ? 1 : prices.right;
  const loss = prices === null ? Number(pass === null) : prices.wrong;
  const of = (share: number) => share * gain - (1 - share) * loss - cost;
  return [of(right ?? 0), of(right ?? 1)];
}

interface Priced extends Pick<ModelAnswers, 'model' | 'unreadCosts'> {
  readonly call: 'answer' | 'prediction';
}

/** Returns what each call costs with its time; a call without a count has the mean cost of the others. */
function callCosts(
  answers: readonly (ModelAnswer | null)[],
  prices: GivenPrices | null,
  { model, call, unreadCosts }: Priced,
): readonly number[] {
  if (prices === null) return answers.map(() => 0);
  const { ask } = prices;
  if (call === 'prediction' && ask !== null) return answers.map(() => ask);
  const known = answers.map((answer) => {
    const dollars = (call === 'answer' ? answer?.answerDollars : answer?.askDollars) ?? null;
    const seconds = (call === 'answer' ? answer?.answerSeconds : answer?.askSeconds) ?? 0;
    return dollars === null ? null : dollars + seconds * prices.second;
  });
  const counted = known.filter((cost) => cost !== null);
  if (counted.length < known.length / 2) {
    const why = call === 'answer' && unreadCosts !== undefined ? `: ${unreadCosts}` : '';
    throw new AppError('price-unknown', `the cost of each ${call} of ${model} is not known${why}`, {
      hint:
        call === 'prediction'
          ? 'give it with --ask USD, or leave out --right to get an answer in points of accuracy'
          : 'leave out --right to get an answer in points of accuracy, or give prices: `seb run --prices FILE` for runs, `seb worth --prices FILE` for logs with counts of tokens',
    });
  }
  return known.map((cost) => cost ?? mean(counted));
}

function chosenSignals(choice: WorthChoice, own: readonly ModelAnswer[], keepCall: number): readonly DescribedSignal[] {
  const available = availableSignals(choice, own, keepCall);
  const { signals: wanted } = choice;
  if (wanted === null)
    return available.filter((signal) => signal.name === 'own' || !isConstant(signal.values)).map(usable);
  return wanted.map((name) => {
    const signal = available.find((each) => each.name === name);
    if (signal !== undefined) return usable(signal);
    const names = available.map((each) => each.name);
    const near = nearestNames(name, names);
    throw new AppError('unknown-signal', `these data have no signal "${name}"`, {
      hint: near.length > 0 ? `did you mean ${near.join(' or ')}?` : `they have: ${names.join(', ') || 'none'}`,
    });
  });
}

/** AppError where every item has the same value. */
function usable(signal: DescribedSignal): DescribedSignal {
  if (!isConstant(signal.values)) return signal;
  throw new AppError('signal-constant', `${signal.about} is the same for every item, so it cannot choose any`, {
    hint: 'give a signal that differs between items, or name other signals with --signals',
  });
}

function isConstant(values: SignalValues): boolean {
  if (values.kind === 'gain-by-label') return new Set(values.labels).size < 2;
  return new Set(values.values.filter((value) => !Number.isNaN(value))).size < 2;
}

function availableSignals(
  { keep, pass, others, prices, signals: wanted, panel }: WorthChoice,
  own: readonly ModelAnswer[],
  keepCall: number,
): readonly DescribedSignal[] {
  const numbers = (of: (answer: ModelAnswer) => number | null) =>
    Float64Array.from(own, (each) => of(each) ?? Number.NaN);
  const labels = (of: (answer: ModelAnswer) => string | number | null): SignalValues => ({
    kind: 'gain-by-label',
    labels: own.map((each) => String(of(each) ?? '')),
  });
  const signals: DescribedSignal[] = [];
  if (own.some(({ stated }) => stated !== null)) {
    signals.push({
      ...{ name: 'own', asks: true, passPrice: keep.asked === 'before' ? 0 : keepCall },
      about: keep.states === 'probability' ? `confidence of ${keep.model}` : `prediction of ${keep.model}`,
      price: keep.asked === 'before' ? mean(callCosts(own, prices, { model: keep.model, call: 'prediction' })) : 0,
      values:
        keep.states === 'probability'
          ? { kind: 'stated', values: numbers(({ stated }) => stated) }
          : labels(({ stated }) => stated),
    });
  }
  const free = { asks: false, price: 0, passPrice: 0 };
  if (own.some(({ subject }) => subject !== null))
    signals.push({ name: 'subject', about: 'choice by subject', ...free, values: labels(({ subject }) => subject) });
  if (own.some(({ label }) => label !== null))
    signals.push({ name: 'label', about: 'choice by label', ...free, values: labels(({ label }) => label) });
  if (own.some(({ tokenProbability }) => tokenProbability !== null)) {
    const values = numbers(({ tokenProbability }) => tokenProbability);
    signals.push({
      ...{ name: 'token', about: 'probability of the answer’s tokens', ...free, passPrice: keepCall },
      values: { kind: 'stated', values },
    });
  }
  if (panel !== null) {
    const about = `accuracy of ${panel.facts.models.length} other models on the item`;
    signals.push({ name: 'panel', about, ...free, values: { kind: 'stated', values: panel.accuracy } });
  }
  const agreeing = others.filter(
    ({ model }) => wanted?.includes(`agree:${model}`) && model !== keep.model && model !== pass?.model,
  );
  return [...signals, ...agreeing.flatMap((second) => agreement(second, { keep, prices, keepCall }))];
}

/** Returns the agreement with a second model as a signal; none where an answer of one of them cannot be compared. */
function agreement(
  second: ModelAnswers,
  { keep, prices, keepCall }: Pick<WorthChoice, 'keep' | 'prices'> & { readonly keepCall: number },
): readonly DescribedSignal[] {
  const pairs = [...keep.answers].map(([id, own]) => [own.answer, second.answers.get(id) ?? null] as const);
  const values = Float64Array.from(pairs, ([own, other]) =>
    own === null || (other?.answer ?? null) === null
      ? Number.NaN
      : Number(oneForm(own) === oneForm(other?.answer ?? '')),
  );
  if (values.every((value) => Number.isNaN(value))) return [];
  const costs = callCosts(
    pairs.map(([, other]) => other),
    prices,
    { ...second, call: 'answer' },
  );
  return [
    {
      ...{ name: `agree:${second.model}`, about: `agreement with ${second.model}`, asks: true },
      ...{ price: mean(costs), passPrice: keepCall, values: { kind: 'stated', values } },
    },
  ];
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
