import type { Finding } from '../../domain/results/finding.ts';
import { fixed } from '../../util/numbers.ts';

type Scaled = Pick<Finding, 'unit'>;

/** Returns a score as text: a share in percent (72 %), another value with two decimals; `n/a` for null. */
export function scoreText({ unit }: Scaled, value: number | null): string {
  if (value === null) return 'n/a';
  return unit === 'share' ? `${fixed(100 * value, 0)} %` : fixed(value, 2);
}

/** Returns a score with its interval: `72 % [68, 76]`. */
export function scoreIntervalText(finding: Pick<Finding, 'unit' | 'score' | 'scoreInterval'>): string {
  const { score, scoreInterval } = finding;
  return scoreInterval === null
    ? scoreText(finding, score)
    : `${scoreText(finding, score)} [${scoreInterval.map((end) => plainText(finding, end)).join(', ')}]`;
}

/** Returns the tested difference with its interval, in percentage points or in units of the measure: `+6 [+4, +8]`. */
export function differenceText(finding: Pick<Finding, 'unit' | 'difference' | 'differenceInterval'>): string {
  const { difference, differenceInterval } = finding;
  if (difference === null) return 'n/a';
  const ends =
    differenceInterval === null ? '' : ` [${differenceInterval.map((end) => signed(finding, end)).join(', ')}]`;
  return `${signed(finding, difference)}${ends}`;
}

/** Returns the units that could be read: `400`, or `156/450` where some could not. */
export function usableText({ usable, total }: Pick<Finding, 'usable' | 'total'>): string {
  return usable === total ? String(total) : `${usable}/${total}`;
}

/** Returns a value in percent or with two decimals, without a unit. */
export function plainText({ unit }: Scaled, value: number): string {
  return unit === 'share' ? fixed(100 * value, 0) : fixed(value, 2);
}

function signed(scaled: Scaled, value: number): string {
  const text = plainText(scaled, value);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** Returns the level of the differences as a header shows it: `95 %`, `99.89 %`. */
export function levelText(level: number): string {
  return `${Number((100 * level).toPrecision(4))} %`;
}

/** Returns each model's name without what all share, such as the provider, if the names stay distinct. */
export function distinctNames(models: readonly string[]): ReadonlyMap<string, string> {
  const names = [...new Set(models)];
  const tails = names.map((name) => name.slice(name.indexOf('/') + 1));
  const isDistinct = new Set(tails).size === names.length;
  return new Map(names.map((name, index) => [name, (isDistinct ? tails[index] : undefined) ?? name]));
}

/** Returns a finding's row name: the model, and its run where several runs have the model, task and condition. */
export function rowNames(findings: readonly Finding[]): (finding: Finding) => string {
  const names = distinctNames(findings.map(({ model }) => model));
  const key = ({ model, experiment }: Finding) => JSON.stringify([model, experiment]);
  const counts = new Map<string, number>();
  for (const each of findings) counts.set(key(each), (counts.get(key(each)) ?? 0) + 1);
  const isRepeated = [...counts.values()].some((count) => count > 1);
  return (finding) => {
    const name = names.get(finding.model) ?? finding.model;
    return isRepeated ? `${name} (${finding.run.slice(0, 6)})` : name;
  };
}
