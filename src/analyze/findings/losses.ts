import type { Estimate } from '../../domain/estimate.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { fixed } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';

/**
 * Returns whether a model is right more often than a coin without the change that an experiment makes: only then can the
 * change cost it accuracy. `estimates`: those of one model and condition. True for experiments without a coin.
 */
export function isAboveCoin(estimates: readonly Estimate[], coin: number | undefined): boolean {
  if (coin === undefined) return true;
  const rate = rateIn(estimates);
  return rate?.interval != null && rate.interval[0] > coin;
}

function rateIn(estimates: readonly Estimate[]): Estimate | undefined {
  return estimates.find(({ measure, policy }) => measure === 'unchanged_rate' && policy === 'parsed');
}

/** Returns what a change of the answers costs each model, one sentence each; empty without an experiment that makes one. */
export function lossLines(estimates: readonly Estimate[], experiments: Experiments): readonly string[] {
  return [...Map.groupBy(estimates, ({ experiment }) => experiment)].flatMap(([experiment, own]) => {
    const { coin } = experiments.get(experiment) ?? {};
    if (coin === undefined) return [];
    return [...Map.groupBy(own, ({ model }) => model)].flatMap(([model, of]) => {
      const conditions = [...Map.groupBy(of, ({ run, condition }) => JSON.stringify([run, condition])).values()];
      const rates = conditions.filter((each) => rateIn(each)?.value != null);
      const measured = rates.filter((each) => isAboveCoin(each, coin));
      const guessed = rates.filter((each) => !isAboveCoin(each, coin));
      return [...measuredLine(model, measured), ...guessedLine(model, guessed, coin)];
    });
  });
}

function measuredLine(model: string, conditions: readonly (readonly Estimate[])[]): readonly string[] {
  const lost = conditions.flatMap((own) =>
    own.filter(({ measure, policy, value }) => measure === 'lost_share' && policy === 'parsed' && value !== null),
  );
  const [first, ...more] = lost;
  if (first === undefined) return [];
  const name = oneLine(model, 40);
  const interval = first.interval === null ? '' : ` [${first.interval.map(points).join(', ')}]`;
  const size =
    more.length === 0
      ? `${points(first.value ?? 0)}${interval} percentage points`
      : `${rangeOf(lost.map(({ value }) => points(value ?? 0)))} percentage points in ${lost.length} conditions`;
  return [`Accuracy that ${name} loses to the insertion: ${size}.`];
}

function guessedLine(model: string, conditions: readonly (readonly Estimate[])[], coin: number): readonly string[] {
  if (conditions.length === 0) return [];
  const rates = rangeOf(conditions.map((own) => points(rateIn(own)?.value ?? 0)));
  return [
    `Accuracy that ${oneLine(model, 40)} loses to the insertion: not measured. Without it, ${rates} % of its answers are right; a coin gets ${points(coin)} %.`,
  ];
}

function points(share: number): string {
  return fixed(100 * share, 0);
}

function rangeOf(texts: readonly string[]): string {
  const sorted = texts.toSorted((one, other) => Number(one) - Number(other));
  const [low = '', high = ''] = [sorted[0], sorted.at(-1)];
  return low === high ? low : `${low} to ${high}`;
}
