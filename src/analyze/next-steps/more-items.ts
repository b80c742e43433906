import type { NextStep } from '../../results/step.ts';
import { leastNumbers } from '../../stats/least-numbers.ts';
import type { RunRecord } from '../../store/store.ts';
import { shellWord } from '../../util/shell-word.ts';

/** Times the items of a run that are advised where it found nothing: half the size is then noticed. */
export const timesItems = 4;

/** Widest command of a run with more items that is printed; a longer one is described. */
const maxColumns = 400;

/** Flags of a run that its repetition has, too; the others do not change its answers, or are not repeated by their words. */
const repeated: readonly string[] = [
  ...['--experiment', '--model', '--base-url', '--samples', '--judge', '--items', '--mode', '--wording', '--budget'],
  ...['--temperature', '--max-output-tokens', '--api-key-variable', '--config', '--prices', '--random-seed'],
];
const leftOut: readonly string[] = ['--limit', '--random', '--store', '--name', '--json', '--tag', '--note'];

/** How a run can have more items. */
export interface MoreItems {
  /** Items of each experiment now. */
  readonly now: number;
  /** Items that are wanted, in tens. */
  readonly wanted: number;
  /** The flag that selects items: of a run that drew them, `--random`. */
  readonly flag: '--limit' | '--random';
  /** Items with which to run again, at most those that the data has; null where the data has no more, or is not known. */
  readonly limit: number | null;
  /** Items of the data; null where that is not known. */
  readonly available: number | null;
  /** The command; null where it is too long, or not known. Stored answers are used again. */
  readonly command: string | null;
}

/** Returns how a run has `times` as many items of these experiments of it; by default of all. */
export function moreItems(
  { config, provenance }: Pick<RunRecord, 'config' | 'provenance'>,
  times: number,
  experiments?: readonly string[],
): MoreItems {
  const own = config.experiments.filter(({ name }) => experiments?.includes(name) ?? true);
  const now = Math.max(...own.map(({ dataset }) => dataset.items));
  const known = own.flatMap(({ name }) => provenance.itemsAvailable?.[name] ?? []);
  const available = known.length === 0 ? null : Math.max(...known);
  const wanted = 10 * Math.ceil((times * now) / 10 - 1e-9);
  const limit = available === null || available <= now ? null : Math.min(wanted, available);
  const flag = /\s--random[\s=]/.test(provenance.command) ? '--random' : '--limit';
  const command = limit === null ? null : runCommand(provenance.command, { flag, limit, models: config.models.length });
  return { now, wanted, flag, limit, available, command };
}

/** Returns a step with more items: a command, or how to change that of the run. `more`: null where the run is not known. */
export function stepOf(more: MoreItems | null, why: string): NextStep {
  const { limit = null, available = null, command = null, flag = '--limit' } = more ?? {};
  if (command !== null) return { command, about: why };
  if (limit !== null) return { command: null, about: `run the same again with ${flag} ${limit}: ${why}` };
  const how = available === null ? `run more items (${flag}, --items)` : 'use a larger file (--items)';
  return { command: null, about: `${how}: ${why}` };
}

/** Returns how many times the items have the groups that a verdict needs. */
export function timesForVerdict(groups: number): number {
  return leastNumbers.groups / Math.max(1, groups);
}

/** Flags of these that take several values without spaces. */
const severalValues: readonly string[] = ['--experiment', '--base-url', '--mode', '--wording'];

/**
 * Returns the command that started a run of some models with another number of items; null where it is not known word by word: it is
 * stored without quotes.
 */
function runCommand(
  started: string,
  { flag, limit, models }: Pick<MoreItems, 'flag'> & { readonly limit: number; readonly models: number },
): string | null {
  const [program, name, ...words] = started.split(' ');
  if (program !== 'seb' || name !== 'run' || started.includes('***')) return null;
  const groups: string[][] = [];
  for (const word of words) {
    if (word.startsWith('--')) groups.push([word]);
    else groups.at(-1)?.push(word);
  }
  const flagOf = ([flag = '']: readonly string[]) => flag.split('=')[0] ?? '';
  if (!groups.every((group) => [...repeated, ...leftOut].includes(flagOf(group)))) return null;
  if (!groups.some((group) => flagOf(group) === flag)) return null; // it had all items
  const named = groups.filter((group) => flagOf(group) === '--model').flatMap((group) => group.slice(1));
  const isWhole = (group: readonly string[]) => {
    const [own, values] = [flagOf(group), group.slice(1)];
    if (own === '--items') return values.every((value) => value.includes('='));
    return own === '--model' ? named.length <= models : severalValues.includes(own) || values.length <= 1;
  };
  const own = groups.filter((group) => repeated.includes(flagOf(group)));
  if (!own.every(isWhole)) return null; // a value with a space
  const kept = own.flat();
  const command = ['seb run', ...kept.map(shellWord), `${flag} ${limit}`].join(' ');
  return command.length > maxColumns ? null : command;
}
