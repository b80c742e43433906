import { distinctFiles } from '../../results/distinct-files.ts';
import { type Finding, meanSkill } from '../../results/finding.ts';
import { fixed } from '../../util/numbers.ts';

type Scaled = Pick<Finding, 'unit'>;

/** Returns a score as text: a share in percent (72 %), another value with two decimals; `n/a` for null. */
export function scoreText({ unit }: Scaled, value: number | null): string {
  if (value === null) return 'n/a';
  return unit === 'share' ? `${fixed(100 * value, 0)} %` : fixed(value, 2);
}

/** Returns a value in percent or with two decimals, without a unit. */
export function plainText({ unit }: Scaled, value: number): string {
  return unit === 'share' ? fixed(100 * value, 0) : fixed(value, 2);
}

/** Returns a score's interval: `[68, 76]`, in percent where the score is; null where it has none. */
export function intervalText(finding: Pick<Finding, 'unit' | 'score'>): string | null {
  const { interval } = finding.score;
  return interval === null ? null : `[${interval.map((end) => plainText(finding, end)).join(', ')}]`;
}

/** Returns a score with its interval: `72 % [68, 76]`. */
export function scoreIntervalText(finding: Pick<Finding, 'unit' | 'score'>): string {
  return [scoreText(finding, finding.score.value), intervalText(finding)].filter((text) => text !== null).join(' ');
}

/** Returns the units that could be read: `400`, or `156 of 450` where some could not. */
export function usableText({ usable, total }: Pick<Finding, 'usable' | 'total'>): string {
  return usable === total ? String(total) : `${usable} of ${total}`;
}

/** Returns the range of values as text: `77 to 86 %`, or `53 %` where all print the same. */
export function rangeText(scaled: Scaled, values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [first, last] = [plainText(scaled, low), plainText(scaled, high)];
  return first === last ? scoreText(scaled, low) : `${first} to ${scoreText(scaled, high)}`;
}

/** Returns each model's name without what all share, such as the provider, if the names stay distinct. */
export function distinctNames(models: readonly string[]): ReadonlyMap<string, string> {
  const names = [...new Set(models)];
  const tails = names.map((name) => name.slice(name.indexOf('/') + 1));
  const isDistinct = new Set(tails).size === names.length;
  return new Map(names.map((name, index) => [name, (isDistinct ? tails[index] : undefined) ?? name]));
}

/** Characters of the names of a pair, from which on what both have in common is left out. */
const maxPairColumns = 28;

/** Returns the names of a difference: `first − second`; of long ones only what tells them apart: `0.5b − 1.5b`. */
export function pairName(first: string, second: string): string {
  const whole = `${first} − ${second}`;
  if (whole.length <= maxPairColumns) return whole;
  const parts = [first, second].map((name) => name.replace(/\.gguf$/i, '').split(/(?<=[-/_:])/));
  const [a = [], b = []] = parts;
  const shared = a.findIndex((part, index) => part !== b[index]);
  if (shared <= 0 || shared >= b.length) return whole;
  return parts.map((each) => each.slice(shared).join('')).join(' − ');
}

/** What of a row names it. */
export type NamedRow = Pick<Finding, 'model' | 'condition' | 'run' | 'task'>;

const runIdPattern = /^[0-9a-f]{12}/;

/** Returns a row's name: the model, with its condition and its run where a task has several of them. */
export function rowNames(findings: readonly NamedRow[]): (finding: NamedRow) => string {
  const names = distinctNames(findings.map(({ model }) => model));
  const differs = (value: (finding: NamedRow) => string) =>
    [...Map.groupBy(findings, ({ model, task }) => JSON.stringify([model, task])).values()].some(
      (group) => new Set(group.map(value)).size > 1,
    );
  const hasConditions = differs(({ condition }) => condition);
  const hasRuns = differs(({ run }) => run);
  const conditionOf = distinctConditions(findings.map(({ condition }) => condition));
  const files = distinctFiles(findings.map(({ run }) => run).filter((run) => !runIdPattern.test(run)));
  return ({ model, condition, run }) =>
    [
      names.get(model) ?? model,
      ...(hasConditions ? [conditionOf.get(condition) ?? condition] : []),
      ...(hasRuns ? [`(${runIdPattern.test(run) ? run.slice(0, 6) : (files.get(run) ?? run)})`] : []),
    ].join(' ');
}

/** Returns each condition's name without the levels that all share; where nothing else is left of one, its last level. */
export function distinctConditions(conditions: readonly string[]): ReadonlyMap<string, string> {
  const levels = new Map(conditions.map((name) => [name, name.split(', ')]));
  const own = [...levels].map(([name, parts]) => {
    const rest = parts.filter((part) => ![...levels.values()].every((other) => other.includes(part)));
    return [name, rest.join(', ') || (parts.at(-1) ?? name)] as const;
  });
  return new Map(own);
}

/**
 * Returns the names of rows in the order of every table: by the mean skill over the scores with a verdict, best first;
 * names without one are last, in their given order.
 */
export function rowOrder(findings: readonly Finding[], nameOf: (finding: Finding) => string): readonly string[] {
  const skills = [...Map.groupBy(findings, nameOf)].map(([name, of]) => ({
    name,
    skill: meanSkill(of) ?? Number.NEGATIVE_INFINITY,
  }));
  return skills.toSorted((a, b) => (a.skill === b.skill ? 0 : b.skill - a.skill)).map(({ name }) => name);
}
